"""Builds that are interrupted, or that lose a worker, say so in one line and can go on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import lvbuild
from tests.builds import (
    environment,
    errors_told,
    hashes,
    run_well,
    session_members,
    start,
    wait_until,
)

RECIPE = "factrecall_zh"
LEVELS = ("16k", "32k", "64k")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> dict[str, str]:
    """Build the release undisturbed; return the hash of every file."""
    folder = tmp_path_factory.mktemp("undisturbed")
    lvbuild.build(RECIPE, folder, levels=LEVELS, corpora=shared_corpora)
    found = hashes(folder)
    shutil.rmtree(folder)
    return found


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """Name a folder for a release; it is removed after the test."""
    yield tmp_path / "release"
    shutil.rmtree(tmp_path / "release", ignore_errors=True)


def started(out: Path, corpora: Path, workers: int) -> subprocess.Popen[str]:
    levels = ",".join(LEVELS)
    options = ["--levels", levels, "--workers", str(workers), "--out", str(out)]
    return start(["recipe", RECIPE, *options], environment(corpora))


def workers_of(build: subprocess.Popen[str]) -> list[int]:
    return [process for process in session_members(build.pid) if process != build.pid]


def is_writing(out: Path) -> bool:
    return any(path.stat().st_size > 10_000 for path in out.glob("data/.*"))


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


def assert_goes_on(out: Path, corpora: Path, undisturbed: dict[str, str]) -> None:
    run_well(["recipe", RECIPE, "--levels", ",".join(LEVELS), "--out", out], environment(corpora))
    assert hashes(out) == undisturbed


@pytest.mark.parametrize("interrupt", [os.kill, os.killpg], ids=["the caller", "the whole group"])
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_while_writing_is_told_in_one_line(
    out: Path,
    shared_corpora: Path,
    undisturbed: dict[str, str],
    workers: int,
    interrupt: Callable[[int, int], None],
) -> None:
    build = started(out, shared_corpora, workers)
    wait_until(lambda: is_writing(out), "for the first bytes")
    interrupt(build.pid, signal.SIGINT)
    assert_interrupted(build, out)
    assert_goes_on(out, shared_corpora, undisturbed)


def test_an_interrupt_that_reaches_a_starting_worker_is_left_to_the_caller(
    out: Path, shared_corpora: Path
) -> None:
    build = started(out, shared_corpora, workers=2)
    wait_until(lambda: has_workers_that_start(build, modules=1), "for a worker")
    for worker in workers_of(build):
        os.kill(worker, signal.SIGINT)
    _, stderr = build.communicate()
    assert (build.returncode, stderr) == (0, "")


@pytest.mark.parametrize("modules", [1, 3, 5])
def test_an_interrupt_of_a_terminal_while_workers_start_is_told_in_one_line(
    out: Path, shared_corpora: Path, modules: int
) -> None:
    build = started(out, shared_corpora, workers=2)
    wait_until(lambda: has_workers_that_start(build, modules), "for a worker")
    os.killpg(build.pid, signal.SIGINT)
    assert_interrupted(build, out)


def test_a_lost_worker_is_told_in_one_line(
    out: Path, shared_corpora: Path, undisturbed: dict[str, str]
) -> None:
    build = started(out, shared_corpora, workers=2)
    wait_until(lambda: is_writing(out), "for the first bytes")
    os.kill(workers_of(build)[0], signal.SIGKILL)
    _, stderr = build.communicate()
    [line] = errors_told(stderr)
    assert line.startswith("error: a worker process ended")
    assert build.returncode == 1
    wait_until(lambda: not session_members(build.pid), "for the other worker to end")
    assert_goes_on(out, shared_corpora, undisturbed)
