"""Builds that are interrupted, or that lose a worker, say so in one line and can go on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from tests.builds import (
    environment,
    errors_told,
    hashes,
    run_well,
    session_members,
    start,
    wait_until,
)
from tests.engine.conftest import Built
from tests.engine.orders import Order

LONG = pytest.mark.parametrize("order", ["long fact recall"], indirect=True)
SHORT = pytest.mark.parametrize("order", ["fact recall"], indirect=True)


def started(order: Order, out: Path, workers: int) -> subprocess.Popen[str]:
    return start(order.arguments(out, "--workers", str(workers)), environment(order.corpora))


def workers_of(build: subprocess.Popen[str]) -> list[int]:
    return [process for process in session_members(build.pid) if process != build.pid]


def is_writing(out: Path) -> bool:
    return any(path.stat().st_size > 10_000 for path in out.glob("data/.*"))


def is_stopped(told: Path) -> bool:
    """Tell whether a process is, by its folder in /proc; OSError where it is no more."""
    return ") T " in (told / "stat").read_text(encoding="utf-8")


def kills_one_that_writes(build: subprocess.Popen[str], out: Path) -> bool:
    """Kill a worker in the midst of a file, if there is one, and tell whether there was."""
    for worker in workers_of(build):
        with suppress(OSError):  # it ended meanwhile
            os.kill(worker, signal.SIGSTOP)  # that it does not end its file before it is killed
            told = Path(f"/proc/{worker}")
            wait_until(partial(is_stopped, told), "for it to stop")
            opened = map(os.readlink, (told / "fd").iterdir())
            writes = any(path.startswith(f"{out.resolve()}/data/.") for path in opened)
            os.kill(worker, signal.SIGKILL if writes else signal.SIGCONT)
            if writes:
                return True
    return False


def has_workers_that_start(build: subprocess.Popen[str], modules: int) -> bool:
    """Tell whether a worker has come as far as loading so many of its extension modules."""
    for process in workers_of(build):
        try:
            maps = Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
        except OSError:
            continue  # it ended meanwhile
        if len(set(re.findall(r"lib-dynload/\S+", maps))) >= modules:
            return True
    return False


def assert_interrupted(build: subprocess.Popen[str], out: Path) -> None:
    _, stderr = build.communicate()
    [line] = errors_told(stderr)
    assert line.startswith("error: interrupted")
    assert build.returncode == 130
    wait_until(lambda: not session_members(build.pid), "for the workers to end")
    assert list(out.rglob("*.lvbuild-tmp")) == []


def assert_goes_on(order: Order, out: Path, undisturbed: Built) -> None:
    run_well(order.arguments(out), environment(order.corpora))
    assert hashes(out) == undisturbed.hashes


@LONG
@pytest.mark.parametrize(
    ("workers", "interrupt"), [(2, os.killpg), pytest.param(1, os.kill, marks=pytest.mark.slow)]
)
def test_an_interrupt_while_writing_is_told_in_one_line(
    out: Path, order: Order, undisturbed: Built, workers: int, interrupt: Callable[[int, int], None]
) -> None:
    build = started(order, out, workers)
    wait_until(lambda: is_writing(out), "for the first bytes")
    interrupt(build.pid, signal.SIGINT)
    assert_interrupted(build, out)
    assert_goes_on(order, out, undisturbed)


@SHORT
def test_an_interrupt_that_reaches_a_starting_worker_is_left_to_the_caller(
    out: Path, order: Order
) -> None:
    build = started(order, out, workers=2)
    wait_until(lambda: has_workers_that_start(build, modules=1), "for a worker")
    for worker in workers_of(build):
        os.kill(worker, signal.SIGINT)
    _, stderr = build.communicate()
    assert (build.returncode, errors_told(stderr)) == (0, [])


@SHORT
@pytest.mark.parametrize("modules", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_an_interrupt_of_a_terminal_while_workers_start_is_told_in_one_line(
    out: Path, order: Order, modules: int
) -> None:
    build = started(order, out, workers=2)
    wait_until(lambda: has_workers_that_start(build, modules), "for a worker")
    os.killpg(build.pid, signal.SIGINT)
    assert_interrupted(build, out)


@LONG
def test_a_lost_worker_is_told_in_one_line(out: Path, order: Order, undisturbed: Built) -> None:
    build = started(order, out, workers=2)
    wait_until(lambda: is_writing(out), "for the first bytes")
    wait_until(lambda: kills_one_that_writes(build, out), "for a worker that writes")
    _, stderr = build.communicate()
    [line] = errors_told(stderr)
    assert line.startswith("error: a worker process ended")
    assert build.returncode == 1
    wait_until(lambda: not session_members(build.pid), "for the other worker to end")
    assert_goes_on(order, out, undisturbed)
