"""Jobs in worker processes: their results come back in order, their failures come back at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing import Pipe

import pytest

from lvbuild.engine import local
from tests.builds import session_members

RUN = """
import sys
from lvbuild.engine import local
from lvbuild.errors import LvbuildError

class Job:
    def __init__(self, code):
        self.code = code
    def __reduce__(self):  # what a worker makes of it: no class of this script reaches it
        return eval, (self.code,)

try:
    with local.Workers(int(sys.argv[1])) as workers:
        jobs = [Job(code) for code in sys.argv[2:]]
        print(workers.start(jobs, lambda *_: None).result())
except LvbuildError as error:
    print(f"error: {error}")
"""
GOOD = [f"lambda report: {number} * 10" for number in range(5)]


def ran(workers: int, *jobs: str) -> tuple[str, str]:
    """Run jobs, each the source of a function, in a session of its own; return what it told."""
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, str(workers), *jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        return run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        return "it hangs", ""
    finally:
        for process in session_members(run.pid):
            os.kill(process, signal.SIGKILL)


@pytest.mark.parametrize("workers", [2, 9])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert ran(workers, *GOOD) == ("[0, 10, 20, 30, 40]\n", "")


@pytest.mark.parametrize(
    "job",
    [
        "__import__('os')._exit(3)",
        "lambda report: __import__('os')._exit(3)",
        "lambda report: bytearray(1 << 60)",
        "no_such_name",
    ],
    ids=[
        "worker gone before the job",
        "worker gone during the job",
        "no memory for the work",
        "job that cannot be read",
    ],
)
def test_whatever_fails_in_a_worker_ends_the_run_in_one_line(job: str) -> None:
    told, stderr = ran(2, job, *GOOD)
    assert told.startswith("error: ")
    assert stderr == ""


@pytest.mark.parametrize("sent", [b"", b"\0\0\x03\xe8half a job"])
def test_a_worker_ends_when_its_caller_dies_in_the_midst_of_a_job(sent: bytes) -> None:
    ours, theirs = Pipe()
    serve = f"from lvbuild.engine.local import serve; serve({theirs.fileno()}, 700)"
    worker = subprocess.Popen([sys.executable, "-c", serve], pass_fds=[theirs.fileno()])
    theirs.close()
    os.write(ours.fileno(), sent)
    ours.close()
    try:
        assert worker.wait(timeout=20) == 1
    finally:
        worker.kill()


class Where:
    """A job that says in which process it is done; a worker makes it of the built-in function."""

    def __call__(self, report: object) -> int:
        return os.getpid()

    def __reduce__(self) -> tuple[object, ...]:
        return eval, ("lambda report: __import__('os').getpid()",)


@pytest.mark.parametrize(
    ("count", "small", "here"), [(None, True, True), (None, False, False), (2, True, False)]
)
def test_small_jobs_are_done_here_where_no_number_of_workers_is_asked_for(
    count: int | None, small: bool, here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with local.Workers(count) as workers:
        told = workers.start([Where()], lambda *_: None, small=small).result()
    assert (told == [os.getpid()]) == here
