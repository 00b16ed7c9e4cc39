"""The gaps between supporting passages, and what fills them by which measure."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

from lvbuild.mixing.outline import Outline


class Measure(NamedTuple):
    """What a gap is filled by: units or characters, and what a heading adds to each document.

    `usual` is what a document takes in the mean, with its heading.
    """

    units: bool
    heading: float
    usual: float

    def cost(self, outline: Outline) -> float:
        """Return what a whole document takes."""
        return (outline.size if self.units else outline.length) + self.heading

    def before(self, outline: Outline, place: int) -> int:
        """Return what a document takes up to a boundary, without its heading."""
        return outline.counts[place] if self.units else outline.boundaries[place].offset

    def cut(self, outline: Outline, room: float) -> tuple[int, float]:
        """Return the boundary at which the document takes nearest to the room, and what it takes.

        The boundary is a place in the outline's list.
        """
        places = outline.cuts
        values = [self.before(outline, place) for place in places]
        right = bisect_left(values, room - self.heading)
        near = range(max(right - 1, 0), min(right + 1, len(values)))
        best = min(near, key=lambda index: abs(values[index] + self.heading - room))
        return places[best], values[best] + self.heading


@dataclass
class Gap:
    """The documents between two supporting passages, by their places in the pool.

    `units` and `characters` are those of the documents as they stand. `cuts` are the boundaries
    that documents end at, at a level, as places in their outlines' lists; `bent` are those that
    were cut at any level so far. The first `kept` documents are those of a smaller level.
    """

    share: float
    documents: list[int] = field(default_factory=list)
    units: int = 0
    characters: int = 0
    cuts: dict[int, int] = field(default_factory=dict)
    bent: set[int] = field(default_factory=set)
    kept: int = 0

    def taken(self, measure: Measure) -> float:
        """Return what the documents and their headings take."""
        own = self.units if measure.units else self.characters
        return own + measure.heading * len(self.documents)
