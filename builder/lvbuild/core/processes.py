"""Sharing work out among processes that are forked: each has at hand all that its caller has.

What is to be done goes to none of them, since they have it; what they return comes back in a file.
A process stands by itself: one that was given a share does not share it out again.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from io import BytesIO
from multiprocessing import get_all_start_methods
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from select import poll
from tempfile import TemporaryFile
from types import FunctionType
from typing import IO, Any, NoReturn, TypeVar, cast
from warnings import catch_warnings

from lvbuild.core.kept import write_kept
from lvbuild.errors import BuildError

T = TypeVar("T")
R = TypeVar("R")

LOST = (
    "a worker process ended unexpectedly{}; what is finished stands: run the same command again,"
    " with fewer --workers if memory was short"
)
"""What is said of a process that was killed, or that had no memory left."""
FAILED = "a worker process failed ({}: {}); what is finished stands"
"""What is said of a failure that nobody foresaw."""
_WORTH = 8
"""Things that a process is given at least: for fewer none is forked."""
_count: ContextVar[int] = ContextVar("processes", default=1)
_most = 0
"""The most bytes of memory that a process which was forked here has held."""


def can_fork() -> bool:
    """Tell whether a process may be forked here."""
    return "fork" in get_all_start_methods()


@contextmanager
def at_most(count: int | None) -> Iterator[None]:
    """Let what is done in a `with` block be shared out; None stands for the processors."""
    count = count or os.cpu_count() or 1
    before = _count.set(count if can_fork() else 1)
    try:
        yield
    finally:
        _count.reset(before)


def shared_out(
    function: Callable[[T], R],
    things: Iterable[T],
    *,
    shared: Collection[object] = (),
    worth: int = _WORTH,
) -> Iterator[R]:
    """Yield what a function returns for each of some things, in their order.

    With one process, or for less than is `worth` a second one, each is done when it is asked for;
    else all are, by this process and by others, and the first thing that fails raises its failure
    here. What a function changes beside what it returns is lost. Results that refer to things that
    are `shared` refer to the same ones here.
    """
    every = list(things)
    count = min(_count.get(), len(every) // worth)
    if count <= 1:
        yield from map(function, every)
        return
    shares = [partial(_done, function, every[first::count]) for first in range(count)]
    forked: list[_Forked] = []
    try:
        with _signals_held() as signals:
            for share in shares[1:]:
                forked.append(process := _Forked(shared))
                if not process.start(share, signals):
                    break
        others = [process.results() for process in forked if process.is_started]
        # Where there could be no more processes, what is left is done here.
        own = [[*share()] for share in (shares[0], *shares[1 + len(others) :])]
        done = [iter(own[0]), *others, *map(iter, own[1:])]
        for place in range(len(every)):
            result, failure = next(done[place % count])
            if failure is not None:
                raise failure
            yield cast(R, result)
    finally:
        for process in forked:
            process.end()


def _done(
    function: Callable[[T], R], share: Iterable[T]
) -> Iterator[tuple[R | None, Exception | None]]:
    """Yield what a function returns for each thing, up to a failure, which comes instead."""
    try:
        for thing in share:
            yield function(thing), None
    except Exception as failure:  # it is raised where the thing's result is asked for
        yield None, _sendable(failure)


@contextmanager
def _signals_held() -> Iterator[set[int]]:
    """Hold all signals, so that none is handled between a fork and what follows it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_Share = Callable[[], Iterable[tuple[Any, "Exception | None"]]]


class _Forked:
    """A process that does a share, its results in a temporary file; the caller ends it.

    Through a pipe it tells at last how much memory it has held, or what has failed.
    """

    def __init__(self, shared: Collection[object]) -> None:
        self._held = {id(thing): thing for thing in shared}
        self._file: IO[bytes] | None = None
        self._pipe: list[int] = []
        self._process = 0
        self._is_done = False

    @property
    def is_started(self) -> bool:
        """Whether there is such a process."""
        return bool(self._process)

    def start(self, share: _Share, signals: Collection[int]) -> bool:
        """Fork it to do a share, with only these signals held; tell whether that could be."""
        try:
            self._file = TemporaryFile()  # noqa: SIM115 - `end` closes it
            self._pipe += os.pipe()
            # Other threads only show how a build goes on, or wait for other processes.
            with catch_warnings(action="ignore", category=DeprecationWarning):
                self._process = os.fork()
        except OSError:
            return False
        if not self._process:
            os.close(self._pipe[0])
            _serve(partial(_write, share, self._file, self._held), self._pipe[1], signals)
        os.close(self._pipe.pop())
        return True

    def results(self) -> Iterator[Any]:
        """Yield its results, each read when it is asked for.

        Raises BuildError where it was ended before it had all.
        """
        global _most  # noqa: PLW0603 - of all that this process has forked
        with open(self._pipe[0], "rb", closefd=False) as pipe:
            told = pipe.read()
        if not told:
            raise BuildError(LOST.format(""))
        self._is_done = True
        most = _Receiver(BytesIO(told), {}).load()
        if isinstance(most, Exception):
            raise most
        _most = max(_most, most)
        file = cast(IO[bytes], self._file)
        file.seek(0)
        while True:
            yield _Receiver(file, self._held).load()

    def end(self) -> None:
        """End it; one whose number a signal kept from its caller sees its pipe end."""
        for descriptor in self._pipe:
            os.close(descriptor)
        if self._file:
            self._file.close()
        if self._process and not self._is_done:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
        if self._process:
            with suppress(ChildProcessError):  # somebody else waits for all that end
                os.waitpid(self._process, 0)


def _serve(work: Callable[[], None], write: int, signals: Collection[int]) -> NoReturn:
    """Do a share and tell how that went: the whole of a forked process."""
    try:
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        # Interrupts stay held: the caller sees to them.
        signal.pthread_sigmask(signal.SIG_SETMASK, {*signals, signal.SIGINT})
        with suppress(RuntimeError):  # without a further thread it ends when it is done
            threading.Thread(target=end_with_caller, args=(write,), daemon=True).start()
        gc.freeze()  # what the caller has is looked at for garbage by the caller alone
        _count.set(1)
        told: int | Exception
        try:
            work()
            write_kept()
            told = peak_memory()
        except Exception as failure:
            told = _sendable(failure)
        with open(write, "wb", closefd=False) as pipe:
            _Sender(pipe, ()).dump(told)
    finally:
        os._exit(0)


def _write(share: _Share, file: IO[bytes], shared: Collection[int]) -> None:
    for result in share():
        _Sender(file, shared).dump(result)
    file.flush()


def end_with_caller(pipe: int) -> None:
    """End this process once the other end of a pipe is closed: its caller is done, or gone."""
    gone = poll()
    gone.register(pipe, 0)  # that is told whatever is asked for
    gone.poll()
    os._exit(1)


class _Sender(pickle.Pickler):
    """Writes a thing for a reader that has all that was there before the fork.

    Where it refers to what is `shared`, it says where that stands. Failures come as they are,
    whatever their classes ask to be made of.
    """

    def __init__(self, file: IO[bytes], shared: Collection[int]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shared = shared

    def persistent_id(self, thing: object) -> int | None:
        return id(thing) if id(thing) in self._shared else None

    def reducer_override(self, thing: object) -> Any:
        # Those that Python itself defines have fields of their own, which they send too.
        if isinstance(thing, Exception) and isinstance(type(thing).__init__, FunctionType):
            return _made_again, (type(thing), thing.args, vars(thing))
        return NotImplemented


def _made_again(kind: type[Exception], args: tuple[Any, ...], state: dict[str, Any]) -> Exception:
    failure = kind.__new__(kind, *args)
    vars(failure).update(state)
    return failure


class _Receiver(pickle.Unpickler):
    def __init__(self, file: IO[bytes], held: Mapping[int, object]) -> None:
        super().__init__(file)
        self._held = held

    def persistent_load(self, place: int) -> object:
        return self._held[place]


def _sendable(failure: Exception) -> Exception:
    """Return a failure as it is, or what tells it where it cannot be sent."""
    sent = BytesIO()
    with suppress(Exception):  # whatever hinders it, it is told
        _Sender(sent, ()).dump(failure)
        sent.seek(0)
        if str(_Receiver(sent, {}).load()) == str(failure):
            return failure
    return BuildError(FAILED.format(type(failure).__name__, failure))


def peak_memory() -> int:
    """Return the most bytes of memory that this process has held, or one that it has forked.

    Linux tells it in /proc since the program was started; `getrusage` includes what the parent
    held, and counts kilobytes, on macOS bytes.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return max(_most, getrusage(RUSAGE_SELF).ru_maxrss * unit)
    return max(_most, int(status.partition("VmHWM:")[2].split()[0]) * 1024)
