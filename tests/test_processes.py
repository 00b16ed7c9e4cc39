"""Work that is shared out among forked processes gives what one process gives, or says why not."""

from __future__ import annotations

import errno
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from lvbuild.core.kept import Kept, write_kept
from lvbuild.core.processes import at_most, peak_memory, shared_out
from lvbuild.errors import BuildError
from tests.builds import wait_until

NUMBERS = range(20)


def square(number: int) -> int:
    return number * number


def process_of(number: int) -> int:
    return os.getpid()


def failing_from(first: int, number: int) -> int:
    if number >= first:
        raise BuildError(f"{number} fails")
    return number


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_results_come_in_the_order_of_what_they_are_of(count: int) -> None:
    with at_most(count):
        assert list(shared_out(square, NUMBERS, worth=1)) == [n * n for n in NUMBERS]


def test_shares_differ_by_one_thing_at_most_and_one_is_the_callers() -> None:
    with at_most(3):
        done = list(shared_out(process_of, NUMBERS, worth=1))
    shares = [done.count(process) for process in dict.fromkeys(done)]
    assert sorted(shares) == [6, 7, 7]
    assert done[0] == os.getpid()


def test_nothing_is_shared_out_unless_that_is_allowed_and_worth_it(forked: list[int]) -> None:
    assert set(shared_out(process_of, NUMBERS, worth=1)) == {os.getpid()}
    with at_most(4):
        assert set(shared_out(process_of, NUMBERS, worth=11)) == {os.getpid()}
        assert not forked
        list(shared_out(process_of, NUMBERS, worth=10))
        assert len(forked) == 1


def test_by_one_process_each_is_done_when_it_is_asked_for() -> None:
    first = next(shared_out(partial(failing_from, 1), NUMBERS))
    assert first == 0


def test_a_share_is_not_shared_out_again() -> None:
    def processes(number: int) -> set[int]:
        return {os.getpid(), *shared_out(process_of, NUMBERS, worth=1)}

    with at_most(2):
        other = list(shared_out(processes, range(2), worth=1))[1]
    assert len(other) == 1


@pytest.mark.parametrize("first", [0, 1, 7, 19])
def test_the_first_failure_comes_behind_all_results_before_it(first: int) -> None:
    came: list[int] = []
    with at_most(3), pytest.raises(BuildError, match=f"^{first} fails$"):
        came.extend(shared_out(partial(failing_from, first), NUMBERS, worth=1))
    assert came == list(range(first))


def test_a_process_that_is_killed_is_told_in_one_line() -> None:
    caller = os.getpid()

    def killed(number: int) -> int:
        if os.getpid() != caller:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    with at_most(2), pytest.raises(BuildError, match=r"^a worker process ended unexpectedly; "):
        list(shared_out(killed, NUMBERS))


class AsksForMoreError(BuildError):
    """A failure that is made of other things than its message."""

    def __init__(self, row: int, *, remedy: str) -> None:
        super().__init__(f"row {row}: {remedy}")
        self.row = row


class StoppedError(Exception):
    """What a handler of signals raises."""


class UnsentError(Exception):
    """A failure that holds what cannot be written."""

    def __init__(self) -> None:
        super().__init__("it holds a function", lambda: None)


FAILURES = {
    "of this package": AsksForMoreError(7, remedy="mend it"),
    "of a file": FileNotFoundError(errno.ENOENT, "No such file", "a/b"),
    "of Python": UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("place", [0, 1])
def test_a_failure_comes_as_it_is(failure: Exception, place: int) -> None:
    def fail(number: int) -> Exception:
        if number == place:
            raise failure
        return failure

    with at_most(2):
        with pytest.raises(type(failure)) as raised:
            list(shared_out(fail, range(2), worth=1))
        returned = list(shared_out(lambda number: failure, range(2), worth=1))
    for found in (raised.value, *returned):
        assert str(found) == str(failure)
        assert vars(found) == vars(failure)


@pytest.mark.parametrize("place", [0, 1])
def test_a_failure_that_cannot_be_sent_is_told(place: int) -> None:
    def fail(number: int) -> int:
        if number == place:
            raise UnsentError
        return number

    told = r"^a worker process failed \(UnsentError: .*it holds a function"
    with at_most(2), pytest.raises(BuildError, match=told):
        list(shared_out(fail, range(2), worth=1))


def test_what_cannot_be_sent_is_told() -> None:
    with at_most(2), pytest.raises((AttributeError, pickle.PicklingError), match="pickle"):
        list(shared_out(lambda number: lambda: number, range(2), worth=1))


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    caller = os.getpid()

    def full(number: int) -> int:
        if os.getpid() != caller:
            resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        return number

    with at_most(2), pytest.raises(OSError, match="File too large"):
        list(shared_out(full, NUMBERS))


@pytest.mark.parametrize("handler", [signal.SIG_IGN, "reaps"])
def test_others_may_wait_for_all_that_end(handler: signal.Handlers | str) -> None:
    def reap(*_: object) -> None:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass

    before = signal.signal(signal.SIGCHLD, reap if isinstance(handler, str) else handler)
    try:
        with at_most(3):
            assert list(shared_out(square, NUMBERS, worth=1)) == [n * n for n in NUMBERS]
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_where_no_thread_can_be_started_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    with at_most(2):
        assert list(shared_out(square, NUMBERS)) == [n * n for n in NUMBERS]


@pytest.mark.parametrize("to", ["caller", "forked"])
def test_a_signal_right_behind_a_fork_runs_nothing_of_the_callers(
    to: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    caller, fork, found = os.getpid(), os.fork, list[int]()

    def signalled() -> int:
        if process := fork():
            found.append(process)
            os.kill(process if to == "forked" else caller, signal.SIGTERM)
        return process

    def handler(number: int, frame: object) -> None:
        (tmp_path / str(os.getpid())).touch()
        raise StoppedError

    def pause(number: int) -> None:
        signal.pause()

    opened = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(os, "fork", signalled)
    before = signal.signal(signal.SIGTERM, handler)
    try:
        with at_most(2), pytest.raises(StoppedError if to == "caller" else BuildError):
            list(shared_out(pause if to == "caller" else square, NUMBERS))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [path.name for path in tmp_path.iterdir()] == [str(caller)] * (to == "caller")
    assert len(os.listdir("/proc/self/fd")) == opened
    for process in found:
        with suppress(ChildProcessError):  # where a signal hid it from its caller, it ended itself
            os.waitpid(process, 0)
        assert not Path(f"/proc/{process}").exists()


@pytest.mark.parametrize("allowed", [0, 1])
def test_where_no_more_can_be_forked_the_caller_does_what_is_left(
    allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [os.fork] * allowed

    def fork() -> int:
        if not left:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return left.pop()()

    monkeypatch.setattr(os, "fork", fork)
    opened = len(os.listdir("/proc/self/fd"))
    with at_most(4):
        done = list(shared_out(process_of, NUMBERS, worth=1))
    assert len({*done}) == 1 + allowed
    assert done.count(os.getpid()) == 20 - 5 * allowed
    assert len(os.listdir("/proc/self/fd")) == opened


def test_results_refer_to_what_is_shared_and_not_to_a_copy() -> None:
    whole = list(range(1000))
    with at_most(2):
        results = list(shared_out(lambda number: (number, whole), NUMBERS, shared=[whole]))
        copies = list(shared_out(lambda number: (number, whole), NUMBERS))
    assert all(held is whole for _, held in results)
    assert copies == results
    assert copies[1][1] is not whole


def test_an_interrupted_caller_ends_the_others(forked: list[int]) -> None:
    caller = os.getpid()

    def interrupted(number: int) -> None:
        if os.getpid() == caller:
            raise KeyboardInterrupt
        signal.pause()

    with at_most(3), pytest.raises(KeyboardInterrupt):
        list(shared_out(interrupted, NUMBERS, worth=1))
    assert len(forked) == 2
    assert not any(Path(f"/proc/{process}").exists() for process in forked)


WAITING = """
import os, signal
from lvbuild.core.processes import at_most, shared_out
caller = os.getpid()
def wait(number):
    if os.getpid() != caller:
        print(os.getpid(), flush=True)
    signal.pause()
with at_most(3):
    list(shared_out(wait, range(3), worth=1))
"""


def test_where_the_caller_is_killed_all_end() -> None:
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout
        others = [int(it.stdout.readline()) for _ in range(2)]
        it.kill()
    for process in others:
        gone = partial(lambda path: not path.exists(), Path(f"/proc/{process}"))
        wait_until(gone, "for a process to end")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    write_kept()
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path))
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "100")
    yield tmp_path
    write_kept()


def test_what_each_has_made_is_kept_once(cache: Path) -> None:
    kept, made = Kept("squares", "core"), cache / "made"

    def make(number: int) -> bytes:
        with made.open("a") as file:
            file.write(f"{number}\n")
        return b"%d" % square(number)

    def find(number: int) -> bytes:
        return kept.get([str(number)], partial(make, number))

    kept.keep(["before"], b"the caller's")
    with at_most(2):
        first = list(shared_out(find, NUMBERS))
    write_kept()
    again = Kept("squares", "core")
    assert [again.get([str(number)], lambda: b"") for number in NUMBERS] == first
    assert again.find(["before"]) == b"the caller's"
    assert sorted(map(int, made.read_text().split())) == list(NUMBERS)
    keys = [key for pack in again._opened().values() for key, _ in pack.items()]
    assert len(keys) == len({*keys}) == len(NUMBERS) + 1


def test_what_the_caller_has_yet_to_write_is_known_to_all(cache: Path) -> None:
    kept = Kept("known", "core")
    for number in NUMBERS:
        kept.keep([str(number)], b"%d" % number)
    with at_most(2):
        found = list(shared_out(lambda number: kept.get([str(number)], lambda: b""), NUMBERS))
    assert found == [b"%d" % number for number in NUMBERS]


def test_results_of_others_are_held_one_at_a_time() -> None:
    caller, made = os.getpid(), 8 * 10**6

    def make(number: int) -> bytes:
        return b"" if os.getpid() == caller else bytes(made)

    with at_most(2):
        tracemalloc.start()
        for result in shared_out(make, range(40), worth=1):
            assert len(result) in {0, made}
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 4 * made


def test_the_most_memory_is_that_of_any_process_that_is_forked() -> None:
    caller = os.getpid()

    def hold(number: int) -> int:
        return len(bytearray(0 if os.getpid() == caller else 400 * 10**6))

    before = peak_memory()
    subprocess.run([sys.executable, "-c", "bytearray(10**9)"], check=True)
    assert peak_memory() < before + 400 * 10**6
    with at_most(2):
        list(shared_out(hold, range(2), worth=1))
    assert peak_memory() > max(before, 400 * 10**6)
