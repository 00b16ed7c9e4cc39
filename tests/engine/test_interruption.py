"""Builds that are killed go on where they were."""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import lvbuild
from tests.builds import environment, finished, hashes, session_members, start, wait_until

REAL = ("factrecall_en", "factrecall_zh")
LEVELS = ("16k", "32k", "64k")
FILES = 6
draws = random.Random(20)
FRACTIONS = [round(draws.uniform(0.01, 0.9), 3) for _ in range(12)]
BETWEEN = list(enumerate(draws.randrange(1, FILES) for _ in range(8)))
Identity = dict[str, tuple[int, int]]


def mostly_slow(moments: Sequence[object], quick: int) -> list[ParameterSet]:
    """Leave the first moments to every run of the tests, the others to the slow ones."""
    marks = [[] if number < quick else [pytest.mark.slow] for number in range(len(moments))]
    return [
        pytest.param(*(moment if isinstance(moment, tuple) else (moment,)), marks=mark)
        for moment, mark in zip(moments, marks, strict=True)
    ]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> dict[str, str]:
    """Build the real release undisturbed; return the hash of every file."""
    return built_at_once(tmp_path_factory.mktemp("undisturbed"), shared_corpora)[0]


@pytest.fixture(scope="module")
def all_bytes(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> int:
    """Tell how many bytes of records the real release has."""
    return built_at_once(tmp_path_factory.mktemp("measured"), shared_corpora)[1]


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """Name a folder for a release; it is removed after the test."""
    yield tmp_path / "release"
    shutil.rmtree(tmp_path / "release", ignore_errors=True)


def built_at_once(folder: Path, corpora: Path) -> tuple[dict[str, str], int]:
    lvbuild.build(REAL, folder, levels=LEVELS, corpora=corpora)
    found = hashes(folder), written(folder)
    shutil.rmtree(folder)
    return found


def written(release: Path) -> int:
    """Count the bytes of records written so far, under temporary names too."""
    try:
        return sum(path.stat().st_size for path in (release / "data").iterdir())
    except FileNotFoundError:
        return 0  # not begun, or a file was renamed under our eyes: look again


def data_files(release: Path) -> int:
    return sum(1 for _ in release.glob("data/*.jsonl"))


def killed_when(moment: Callable[[], bool], out: Path, corpora: Path) -> Identity:
    """Kill a real build when its moment has come; return what stood then."""
    arguments: list[str | Path] = [
        "recipe",
        *REAL,
        "--levels",
        ",".join(LEVELS),
        "--workers",
        "2",
        "--out",
        out,
    ]
    build = start(arguments, environment(corpora))
    wait_until(lambda: moment() or build.poll() is not None, "for the moment to kill")
    build.kill()
    build.communicate()
    assert build.returncode == -signal.SIGKILL, "the build ended before its moment came"
    wait_until(lambda: not session_members(build.pid), "for the workers to end")
    return finished(out)


def assert_goes_on(out: Path, corpora: Path, stood: Identity, undisturbed: dict[str, str]) -> None:
    """Build again: the same bytes, nothing left over, nothing that stood made twice."""
    lvbuild.build(REAL, out, levels=LEVELS, corpora=corpora, workers=2)
    assert hashes(out) == undisturbed
    now = finished(out)
    assert {path: now[path] for path in stood} == stood


@pytest.mark.parametrize("fraction", mostly_slow(FRACTIONS, 2))
def test_a_build_killed_while_it_writes_goes_on(
    out: Path, shared_corpora: Path, undisturbed: dict[str, str], all_bytes: int, fraction: float
) -> None:
    stood = killed_when(lambda: written(out) >= fraction * all_bytes, out, shared_corpora)
    assert_goes_on(out, shared_corpora, stood, undisturbed)


@pytest.mark.parametrize(("moment", "files"), mostly_slow(BETWEEN, 2))
def test_a_build_killed_between_two_files_goes_on(
    out: Path, shared_corpora: Path, undisturbed: dict[str, str], moment: int, files: int
) -> None:
    stood = killed_when(lambda: data_files(out) >= files, out, shared_corpora)
    assert 0 < sum(path.startswith("data/") for path in stood) < FILES
    assert_goes_on(out, shared_corpora, stood, undisturbed)
