"""Bringing the passage most like a confusing fact to where that is to stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple

from lvbuild.mixing.plan import ContextLayout, Passage

NEARLY = 0.75
"""Of the likeness of the passage most alike: one so alike will do as well."""
WINDOW = 0.05
"""Of the context: so far from its depth a fact may stand, to be where it is most at home."""
FARTHER = 2
"""Times as far it may stand where long evidence leaves nothing nearer."""

Likeness = Callable[[Passage], float | None]
"""How much a fact is like a passage; None where it would be a foreign body there."""


class _Stretch(NamedTuple):
    """Distracting passages with no supporting one between, [start, stop).

    Those of [first, last) have no supporting one beside them.
    """

    start: int
    stop: int
    first: int
    last: int


class Guest(NamedTuple):
    """A fact: its depth, how much it is like a passage, and the one known to be most like it."""

    depth: float
    likeness: Likeness
    home: str | None = None


def brought_home(
    laid: Sequence[Passage], facts: Sequence[Guest], layout: ContextLayout
) -> list[Passage]:
    """Return the passages, those most like facts moved to these facts' depths, which ascend.

    None leaves the stretch between two supporting passages, so that these stay where they are, and
    none is moved for a fact that has a passage nearly as alike within the window around its depth.
    """
    moved = list(laid)
    homes: set[Passage] = set()
    for depth, likeness, home in facts:
        starts = _starts(moved, layout)
        target = depth * starts[-1]
        stretch = _stretch_for(moved, starts, target, home)
        if stretch is None:
            continue
        free = [n for n in range(stretch.start, stretch.stop) if moved[n] not in homes]
        known = [n for n in free if moved[n].document_id == home]
        looked_at = {*known, *_near(starts, stretch, target)}.intersection(free) if known else free
        alike = {n: likeness(moved[n]) or 0.0 for n in looked_at}
        place = _most_alike(alike, starts, stretch, target)
        if place is not None:
            homes.add(moved[place])
            _move(moved, place, stretch, target, layout)
    return moved


def _starts(laid: Sequence[Passage], layout: ContextLayout) -> list[int]:
    """Return where each passage begins, and where the last one ends."""
    sizes = accumulate((one.stop - one.start for one in laid), initial=0)
    return [a + b for a, b in zip(sizes, layout.characters(len(laid)), strict=True)]


def _stretch_for(
    laid: Sequence[Passage], starts: Sequence[int], target: float, home: str | None
) -> _Stretch | None:
    """Return the stretch nearest to a target, or one as near as may be that has the home."""
    stretches = [one for one in _stretches(laid) if one.first < one.last]
    if not stretches:
        return None
    off = {one: _off(starts, one, target) for one in stretches}
    nearest = min(stretches, key=off.__getitem__)
    window = WINDOW * starts[-1]
    reach = window if off[nearest] <= window else FARTHER * window
    within = sorted((one for one in stretches if off[one] <= reach), key=off.__getitem__)
    own = (one for one in within if any(p.document_id == home for p in laid[one.start : one.stop]))
    return next(own, nearest)


def _stretches(laid: Sequence[Passage]) -> list[_Stretch]:
    supporting = [n for n, one in enumerate(laid) if one.role != "distracting"]
    edges = zip([-1, *supporting], [*supporting, len(laid)], strict=True)
    return [
        _Stretch(low + 1, high, low + 1 + (low >= 0), high - (high < len(laid)))
        for low, high in edges
    ]


def _off(starts: Sequence[int], stretch: _Stretch, target: float) -> float:
    """Return how far a target is outside of what a fact may stand in."""
    return max(starts[stretch.first] - target, target - starts[stretch.last], 0)


def _most_alike(
    alike: Mapping[int, float], starts: Sequence[int], stretch: _Stretch, target: float
) -> int | None:
    """Return the passage to be moved; None where no passage is alike or one near is enough.

    The one that a fact's row names is brought to the fact however near it is.
    """
    most = max(alike.values(), default=0.0)
    near = _near(starts, stretch, target) if most < inf else ()
    if not most or any(alike.get(n, 0.0) >= NEARLY * most for n in near):
        return None
    return min((n for n in alike if alike[n] == most), key=lambda n: abs(starts[n] - target))


def _near(starts: Sequence[int], stretch: _Stretch, target: float) -> range:
    """Return the passages that end in the window around a target, where a fact can always stand."""
    window = WINDOW * starts[-1]
    first = max(bisect_left(starts, target - window) - 1, stretch.first)
    return range(first, min(bisect_right(starts, target + window) - 1, stretch.last))


def _move(
    laid: list[Passage], place: int, stretch: _Stretch, target: float, layout: ContextLayout
) -> None:
    """Move a passage to where its end is nearest to a target."""
    home = laid.pop(place)
    starts = _starts(laid, layout)
    size = home.stop - home.start
    places = range(stretch.first, stretch.last)
    laid.insert(min(places, key=lambda n: abs(starts[n] + size - target)), home)
