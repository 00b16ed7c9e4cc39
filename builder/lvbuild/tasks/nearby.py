"""Which levels can be met near one that cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lvbuild.core.model import Level
from lvbuild.mixing.failures import UNPLANNED

_STEPS = 10
"""Hundredths of a level that are tried on either side."""


def other_levels(level: Level, plan: Callable[[Level], object]) -> str:
    """Return a request for the nearest level below and above that `plan` can plan by itself.

    A level is tried at each hundredth of the size, up to a tenth.
    """
    found = [_first(level, plan, way) for way in (-1, 1)]
    labels = [near.label for near in found if near is not None]
    return f"ask for {' or '.join(labels)}" if labels else "ask for another level"


def _first(level: Level, plan: Callable[[Level], object], way: int) -> Level | None:
    sizes: Iterable[int] = (
        level.size + way * max(level.size * step // 100, step) for step in range(1, _STEPS + 1)
    )
    for near in map(Level, sizes):
        try:
            plan(near)
        except UNPLANNED:
            continue
        return near
    return None
