"""Running jobs in processes of this machine.

Workers are fresh interpreters: neither threads nor open files of the caller reach them, and a
script that calls the library needs no guard around its main part. Each ends at once when the caller
dies.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, Literal, Protocol, Self, TypeVar

from lvbuild.core.processes import FAILED, LOST
from lvbuild.errors import BuildError, LvbuildError

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")

Report = Callable[[int, int], None]


class Job(Protocol[R_co]):
    """A piece of work that can be sent to another process; it reports records and bytes."""

    def __call__(self, report: Report) -> R_co:
        """Do the work."""


class Engine(Protocol):
    """What does jobs: processes of this machine, or a cluster."""

    def start(
        self, jobs: Sequence[Job[R]], report: Report, *, small: bool = False
    ) -> Future[list[R]]:
        """Have jobs done; the results come in the order of the jobs."""


def attempt(job: Job[R], report: Report) -> tuple[Literal["result", "failure"], Any]:
    """Do a job far from its caller; return its result, or the failure that the caller tells."""
    try:
        return "result", job(report)
    except (LvbuildError, OSError) as error:
        return "failure", error
    except Exception as error:  # whatever it is, the caller tells it in one line
        return "failure", BuildError(FAILED.format(type(error).__name__, error))


class Workers:
    """Processes that do jobs while their caller prepares more; they end with the `with` block.

    `count` None stands for the processors. With one worker, jobs are done in this process when they
    are started; without a count, so are small ones, that take less time than starting a process.
    """

    def __init__(self, count: int | None) -> None:
        self._count = count or os.cpu_count() or 1
        self._any = count is None
        self._workers: list[_Worker] = []
        self._dispatcher = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.terminate()
        self._dispatcher.shutdown()  # it sees the pipes end
        for worker in self._workers:
            worker.end()

    @property
    def count(self) -> int:
        """How many there may be."""
        return self._count

    def does_here(self, *, small: bool) -> bool:
        """Tell whether jobs are done in this process, large ones or small."""
        return self._count <= 1 or (small and self._any)

    def start(
        self, jobs: Sequence[Job[R]], report: Report, *, small: bool = False
    ) -> Future[list[R]]:
        """Have jobs done, the largest best first; the results come in the order of the jobs.

        The first failure is raised where the result is asked for. Jobs started before are done
        first. `report` is called in another thread.
        """
        if self.does_here(small=small):
            done: Future[list[R]] = Future()
            try:
                done.set_result([job(report) for job in jobs])
            except Exception as failure:
                done.set_exception(failure)
            return done
        while len(self._workers) < min(self._count, len(jobs)):
            self._workers.append(_Worker())
        return self._dispatcher.submit(_dispatch, list(self._workers), jobs, report)


def _dispatch(workers: Sequence[_Worker], jobs: Sequence[Job[R]], report: Report) -> list[R]:
    results: dict[int, R] = {}
    waiting = list(enumerate(jobs))[::-1]
    idle = list(workers)
    busy: dict[Any, tuple[_Worker, int]] = {}
    while len(results) < len(jobs):
        while idle and waiting:
            worker, (number, job) = idle.pop(), waiting.pop()
            worker.send(job)
            busy[worker.pipe] = worker, number
        for pipe in wait(busy):
            worker, number = busy[pipe]
            kind, content = worker.receive()
            if kind == "progress":
                report(*content)
            elif kind == "failure":
                raise content
            else:
                results[number] = content
                idle.append(worker)
                del busy[pipe]
    return [results[number] for number in range(len(jobs))]


class _Worker:
    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        given = theirs.fileno(), *gc.get_threshold()
        serve = f"from lvbuild.engine.local import serve; serve{given}"
        # A worker inherits that interrupts are held: the caller sees to them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process = subprocess.Popen(  # noqa: S603 - this interpreter, these words
                [sys.executable, "-P", "-c", serve],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()

    def send(self, job: Job[Any]) -> None:
        try:
            self.pipe.send(job)
        except ConnectionError as error:
            raise self._lost() from error

    def receive(self) -> tuple[str, Any]:
        try:
            message: tuple[str, Any] = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise self._lost() from error
        return message

    def _lost(self) -> BuildError:
        return BuildError(LOST.format(f" (exit code {self.process.wait()})"))

    def end(self) -> None:
        self.process.wait()
        self.pipe.close()


def serve(descriptor: int, *thresholds: int) -> None:
    """Do jobs as they come through a pipe: the main part of a worker.

    It looks for garbage as seldom as its caller, by `thresholds`.
    """
    gc.set_threshold(*thresholds)
    pipe: Connection = Connection(descriptor)
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive_jobs, args=(pipe, jobs), daemon=True).start()
    while True:
        pickled = jobs.get()
        pipe.send(attempt(partial(_unpickled, pickled), partial(_send_progress, pipe)))


def _unpickled(pickled: bytes, report: Report) -> Any:
    job: Job[Any] = pickle.loads(pickled)  # noqa: S301 - from our own caller
    return job(report)


def _send_progress(pipe: Connection, records: int, size: int) -> None:
    pipe.send(("progress", (records, size)))


def _receive_jobs(pipe: Connection, jobs: SimpleQueue[bytes]) -> None:
    while True:
        try:
            jobs.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(1)  # the caller is gone, maybe in the midst of a job
