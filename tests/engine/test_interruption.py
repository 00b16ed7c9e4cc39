"""Builds that are killed go on where they were."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from tests.builds import environment, finished, hashes, session_members, start, wait_until
from tests.engine.conftest import Built
from tests.engine.orders import Order

SLICE = 0.005  # seconds
Identity = dict[str, tuple[int, int]]


def written(release: Path) -> int:
    """Count the bytes of records written so far, under temporary names too."""
    try:
        return sum(path.stat().st_size for path in (release / "data").iterdir())
    except FileNotFoundError:
        return 0  # not begun, or a file was renamed under our eyes: look again


def data_files(release: Path) -> int:
    return sum(1 for _ in release.glob("data/*.jsonl"))


def killed_when(moment: Callable[[], bool], order: Order, out: Path) -> Identity:
    """Kill a build when its moment has come; return what stood then.

    The build goes forward by slices, so that no moment is too short to be seen.
    """
    build = start(order.arguments(out, "--workers", "2"), environment(order.corpora))
    while not moment():
        assert build.poll() is None, "the build ended before the moment came"
        os.killpg(build.pid, signal.SIGCONT)
        sleep(SLICE)
        os.killpg(build.pid, signal.SIGSTOP)
    build.kill()
    os.killpg(build.pid, signal.SIGCONT)
    build.communicate()
    wait_until(lambda: not session_members(build.pid), "for the workers to end")
    assert build.returncode == -signal.SIGKILL
    assert data_files(out) < order.files
    return finished(out)


def assert_goes_on(order: Order, out: Path, stood: Identity, undisturbed: Built) -> None:
    """Build again: the same bytes, nothing left over, nothing that stood made twice."""
    order.build(out, workers=2)
    assert hashes(out) == undisturbed.hashes
    now = finished(out)
    assert {path: now[path] for path in stood} == stood


@pytest.mark.parametrize("order", ["long fact recall"], indirect=True)
@pytest.mark.parametrize("fraction", [0.02, pytest.param(0.7, marks=pytest.mark.slow)])
def test_a_build_killed_while_it_writes_goes_on(
    out: Path, order: Order, undisturbed: Built, fraction: float
) -> None:
    wanted = fraction * undisturbed.record_bytes
    stood = killed_when(lambda: written(out) >= wanted, order, out)
    assert_goes_on(order, out, stood, undisturbed)


@pytest.mark.parametrize("order", ["long fact recall"], indirect=True)
def test_a_build_killed_between_two_files_goes_on(
    out: Path, order: Order, undisturbed: Built
) -> None:
    stood = killed_when(lambda: data_files(out) >= 1, order, out)
    assert 0 < sum(path.startswith("data/") for path in stood) < order.files
    assert_goes_on(order, out, stood, undisturbed)
