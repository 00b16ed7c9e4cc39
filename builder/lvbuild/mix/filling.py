"""Filling the gaps of a context with documents of a pool, the last one chosen to fit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lvbuild.mix.outline import Outline

_LOOKED_AHEAD = 50


class Measure(NamedTuple):
    """What a gap is filled by: units or characters, and what a heading adds to each document."""

    units: bool
    heading: float

    def cost(self, outline: Outline) -> float:
        """Return what a whole document takes."""
        return (outline.size if self.units else outline.length) + self.heading

    def cut(self, outline: Outline, room: float) -> tuple[int, float]:
        """Return the boundary at which the document takes nearest to the room, and what it takes.

        The boundary is a place in the outline's list.
        """
        values = outline.counts if self.units else [mark.offset for mark in outline.boundaries]
        right = bisect_left(values, room - self.heading)
        near = range(max(right - 1, 0), min(right + 1, len(values)))
        place = min(near, key=lambda index: abs(values[index] + self.heading - room))
        return place, values[place] + self.heading


@dataclass
class Gap:
    """The documents between two supporting passages, by their places in the pool.

    At most the last one is cut, at a level: `cut` is the offset it ends at.
    """

    share: float
    documents: list[int] = field(default_factory=list)
    cut: int | None = None


class Pool:
    """Documents in one seeded order, and by what they measure, so that a fitting one is found."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.outlines = outlines
        self._sorted = {
            True: _ascending([outline.size for outline in outlines]),
            False: _ascending([outline.length for outline in outlines]),
        }

    def fitting(
        self, room: float, tolerance: float, measure: Measure, barred: Collection[int]
    ) -> int | None:
        """Return the document, not barred, that takes nearest to the room, within tolerance."""
        values, indices = self._sorted[measure.units]
        target = room - measure.heading
        right = bisect_left(values, target)
        left = right - 1
        while True:
            above = values[right] - target if right < len(values) else tolerance + 1
            below = target - values[left] if left >= 0 else tolerance + 1
            if min(above, below) > tolerance:
                return None
            if above <= below:
                index, right = indices[right], right + 1
            else:
                index, left = indices[left], left - 1
            if index not in barred:
                return index


def _ascending(values: Sequence[int]) -> tuple[list[int], list[int]]:
    indices = sorted(range(len(values)), key=lambda index: (values[index], index))
    return [values[index] for index in indices], indices


class Filler:
    """Fills the gaps of one question: each document once, in the pool's order from an offset on.

    `refused` are documents the question may not have; `changed` outlines stand in for those whose
    words it replaces.
    """

    def __init__(
        self, pool: Pool, offset: int, refused: Collection[int], changed: Mapping[int, Outline]
    ) -> None:
        self._pool = pool
        self._changed = changed
        self._taken = {*refused}
        self._barred = self._taken | changed.keys()
        self._order = self._walk(offset)
        self._waiting: list[int] = []

    def outline(self, index: int) -> Outline:
        """Return what is known of a document as the question words it."""
        return self._changed.get(index) or self._pool.outlines[index]

    def fill(self, gap: Gap, room: float, tolerance: float, measure: Measure) -> float:
        """Fill a gap to within the tolerance of the room; return what is left of it.

        Documents that the gap holds stay, so that a longer level holds those of a shorter one.
        Where no whole document fits, one is cut. What is left is beyond the tolerance only where
        neither is possible.
        """
        gap.cut = None
        missing = room - sum(measure.cost(self.outline(index)) for index in gap.documents)
        if missing < -tolerance and gap.documents:
            return self._cut_last(
                gap, missing + measure.cost(self.outline(gap.documents[-1])), measure
            )
        added = False
        while (index := self._next_within(missing, measure)) is not None:
            missing -= self._add(gap, index, measure)
            added = True
        if missing <= tolerance:
            return missing
        fitting = self._pool.fitting(missing, tolerance, measure, self._barred)
        if fitting is None and added:
            last = gap.documents[-1]
            room_without = missing + measure.cost(self.outline(last))
            fitting = self._pool.fitting(room_without, tolerance, measure, self._barred)
            if fitting is not None:
                self._return(gap.documents.pop())
                missing = room_without
        if fitting is not None:
            return missing - self._add(gap, fitting, measure)
        return self._add_cut(gap, missing, tolerance, measure)

    def _add(self, gap: Gap, index: int, measure: Measure) -> float:
        self._taken.add(index)
        self._barred.add(index)
        gap.documents.append(index)
        return measure.cost(self.outline(index))

    def _return(self, index: int) -> None:
        self._taken.discard(index)
        self._barred.discard(index)
        self._waiting.insert(0, index)

    def _next_within(self, room: float, measure: Measure) -> int | None:
        """Take the next document in order that the room holds, looking some way ahead."""
        self._waiting = [index for index in self._waiting if index not in self._taken]
        for place, index in enumerate(self._waiting):
            if measure.cost(self.outline(index)) <= room:
                return self._waiting.pop(place)
        while len(self._waiting) < _LOOKED_AHEAD:
            following = next(self._order, None)
            if following is None:
                return None
            if measure.cost(self.outline(following)) <= room:
                return following
            self._waiting.append(following)
        return None

    def _add_cut(self, gap: Gap, missing: float, tolerance: float, measure: Measure) -> float:
        """Cut the first waiting document that fits the tolerance when cut, else the nearest."""
        best: tuple[int, int, float] | None = None
        for index in self._waiting:
            place, cost = measure.cut(self.outline(index), missing)
            if best is None or abs(cost - missing) < abs(best[2] - missing):
                best = index, place, cost
            if abs(cost - missing) <= tolerance:
                break
        if best is None or abs(best[2] - missing) >= missing:
            return missing
        index, place, cost = best
        self._add(gap, index, measure)
        gap.cut = self.outline(index).boundaries[place].offset
        return missing - cost

    def _cut_last(self, gap: Gap, room: float, measure: Measure) -> float:
        outline = self.outline(gap.documents[-1])
        place, cost = measure.cut(outline, room)
        gap.cut = outline.boundaries[place].offset
        return room - cost

    def _walk(self, offset: int) -> Iterator[int]:
        count = len(self._pool.outlines)
        for step in range(count):
            index = (offset + step) % count
            if index not in self._taken:
                yield index
