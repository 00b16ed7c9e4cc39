"""The texts of a haystack as running text: windows of it, and the places where facts may stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from lvbuild.languages import Language
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import Passage
from lvbuild.mixing.pool import whole
from lvbuild.text.counting import Counting
from lvbuild.text.prose import Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

T = TypeVar("T", float, "Numbers")

_BACK = 12
"""Sentences that a window may begin before the one that it should, to have its length."""
CELL = 64
"""Characters: as finely is known beforehand how long windows are, and what facts cost in them."""
NO_PLACE = 10**6
"""What it costs that there is no place near: more than any places."""


class PlacedText(Protocol):
    """A text as planning sees it, with the places where facts may stand, ascending."""

    @property
    def outline(self) -> Outline:
        """What planning knows of it."""

    @property
    def places(self) -> Sequence[Place]:
        """The places where facts may stand, ascending."""


class Edge(NamedTuple):
    """Where a window can begin or end: characters and units from the running text's start.

    `text` is the number of the text that it is in, `offset` where in that.
    """

    start: int
    units: int
    text: int
    offset: int


class Seam(NamedTuple):
    """A place for facts, in characters from the running text's start; `Place` tells of the cost."""

    start: int
    cost: int
    text: int
    offset: int

    @property
    def penalty(self) -> int:
        """What counts where several places are chosen: one that costs much is worse than two."""
        return (self.cost + 1) ** 2


class RunningText:
    """Texts one after another, each with a line feed behind it, and then once more from the first.

    So every window of it is a stretch, wherever it begins. `length`, `units`, the `passages` that
    its texts are and the places for facts `once` are of one round; without places all boundaries
    are. `space` parts a fact from the
    sentence before it and takes `white` units.
    """

    def __init__(self, texts: Sequence[PlacedText], counting: Counting, language: Language) -> None:
        import numpy as np

        self.texts = [text.outline for text in texts]
        self.passages = [whole(each.document_id, each.length, "haystack") for each in self.texts]
        self.space = language.space
        self.white = counting.count(self.space)
        self.counting = counting
        self.length = sum(text.length + 1 for text in self.texts)
        self.units = sum(text.size + counting.line_feed for text in self.texts)
        found = [text.places for text in texts]
        if not any(found):
            found = [[Place(mark.offset, 0) for mark in text.boundaries] for text in self.texts]
        self.once: list[Seam] = []
        starts: list[Edge] = []
        ends: list[Edge] = []
        start = units = 0
        for number, (text, places) in enumerate(zip(self.texts, found, strict=True)):
            for index, offset in _beginnings(text, language):
                before = text.counts[index - 1] if index else 0
                if counting.unit == "characters":
                    before = offset
                starts.append(Edge(start + offset, units + before, number, offset))
            behind = units + counting.line_feed
            for mark, count in zip(text.boundaries, text.counts, strict=True):
                ends.append(Edge(start + mark.offset, behind + count, number, mark.offset))
            self.once += (Seam(start + p.offset, p.cost, number, p.offset) for p in places)
            start += text.length + 1
            units += text.size + counting.line_feed
        self._starts = [*starts, *map(self._again, starts)]
        self._ends = [*ends, *map(self._again, ends)]
        self.seams = [
            *self.once,
            *(Seam(s.start + start, s.cost, s.text + len(texts), s.offset) for s in self.once),
        ]
        self._starts_at = [edge.start for edge in self._starts]
        self._ends_at = [edge.start for edge in self._ends]
        self._units_to = [edge.units for edge in self._ends]
        self._seams_at = [seam.start for seam in self.seams]
        self._places = np.array(self._seams_at)
        self._costs = np.array([seam.cost for seam in self.seams])

    def _again(self, edge: Edge) -> Edge:
        start, units = edge.start + self.length, edge.units + self.units
        return Edge(start, units, edge.text + len(self.texts), edge.offset)

    def window(self, start: int, units: int, tolerance: float) -> Window:
        """Return what begins with the sentence at a place and is as near so long as can be.

        Where that is off by more than the tolerance, one of those before it may be nearer.
        """
        last = bisect_right(self._starts_at, start % self.length)
        firsts = reversed(self._starts[max(last - _BACK, 0) : last])
        windows = [self._from(next(firsts), units)]
        for first in firsts:
            if abs(windows[-1].units - units) <= tolerance:
                return windows[-1]
            windows.append(self._from(first, units))
        return min(windows, key=lambda window: abs(window.units - units))

    def _from(self, first: Edge, units: int) -> Window:
        least = bisect_right(self._ends_at, first.start)
        most = bisect_left(self._ends_at, first.start + self.length)
        wanted = first.units + units
        index = bisect_left(self._units_to, wanted, least, most)
        near = range(max(index - 1, least), min(index + 1, most))
        last = min(near, key=lambda end: abs(self._units_to[end] - wanted))
        return Window(self, first, self._ends[last])

    def cells(self, places: Numbers) -> Numbers:
        """Return the numbers of the cells that places lie in."""
        found: Numbers = (places % self.length).astype(int) // CELL
        return found

    def covered(self, window: Window) -> Sequence[slice]:
        """Return the cells that a window lies in, of which it has a place at every `CELL`th.

        There are two runs of them where it goes on at the beginning of the texts.
        """
        low, high = window.first.start, window.last.start
        before = len(range(low, min(high, self.length), CELL))
        runs = [slice(low // CELL, low // CELL + before)]
        if high > self.length:
            behind = low + before * CELL - self.length
            after = len(range(behind, high - self.length, CELL))
            runs.append(slice(behind // CELL, behind // CELL + after))
        return runs

    def lengths(self, units: int) -> Numbers:
        """Return the characters of a window of so many units that begins in a cell, by cell."""
        import numpy as np

        starts = np.arange(0, self.length, CELL)
        ends = np.interp(starts, self._ends_at, self._units_to) + units
        found: Numbers = np.interp(ends, self._units_to, self._ends_at) - starts
        return found

    def least_penalties(self, reach: float) -> Numbers:
        """Return what a fact counts for at least within reach of where it is wanted, by cell."""
        import numpy as np

        least = np.full(-(-self.length // CELL), NO_PLACE)
        cells = np.array([seam.start for seam in self.once], dtype=int) // CELL
        np.minimum.at(least, cells, [seam.penalty for seam in self.once])
        within = int(reach) // CELL
        found: Numbers = np.pad(least, within, mode="wrap")
        wide, width = 1, 2 * within + 1
        while wide < width:  # the least of so many cells on end, of twice as many at each turn
            further = min(wide, width - wide)
            found = np.minimum(found[:-further], found[further:])
            wide += further
        return found

    def cheapest(self, low: float, high: float, wanted: float) -> Seam | None:
        """Return the place in [low, high] that costs least, of equal ones the nearest; if any."""
        import numpy as np

        first, stop = bisect_left(self._seams_at, low), bisect_right(self._seams_at, high)
        costs = self._costs[first:stop]
        if not costs.size:
            return None
        equal = first + np.flatnonzero(costs == costs.min())
        return self.seams[int(equal[np.abs(self._places[equal] - wanted).argmin()])]

    def nearest(self, after: int, last: int, wanted: float) -> Seam | None:
        """Return the place in (after, last] that is nearest, if any."""
        first, stop = bisect_right(self._seams_at, after), bisect_right(self._seams_at, last)
        middle = bisect_left(self._seams_at, wanted, first, stop)
        near = self.seams[max(middle - 1, first) : min(middle + 1, stop)]
        return min(near, key=lambda seam: abs(seam.start - wanted), default=None)


def _beginnings(text: Outline, language: Language) -> Iterator[tuple[int, int]]:
    """Yield the sentences, by number and offset, that begin a paragraph or leave most of one.

    White space parts paragraphs that parts no sentences.
    """
    gaps = zip(text.boundaries, text.starts[1:], strict=False)
    ends = [mark.offset for mark, start in gaps if start - mark.offset > len(language.space)]
    for index, offset in enumerate(text.starts):
        place = bisect_left(ends, offset)
        end = ends[place] if place < len(ends) else text.length
        begins = index == 0 or offset - text.boundaries[index - 1].offset > len(language.space)
        if begins or end - offset >= language.long_paragraph:
            yield index, offset


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of running text from one edge to another, at most a round of it."""

    text: RunningText
    first: Edge
    last: Edge

    @property
    def length(self) -> int:
        """The characters of it, the line feed behind it included."""
        return self.last.start - self.first.start + 1

    @property
    def units(self) -> int:
        """The units of it, those of line feeds included."""
        return self.last.units - self.first.units

    def longer(self, units: int) -> Window:
        """Return the window with so many units more behind it, or as near as can be."""
        return self.text._from(self.first, self.units + units)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The parts of texts that it is made of."""
        every = self.text.passages
        numbers = range(self.first.text, self.last.text + 1)
        found = [every[number % len(every)] for number in numbers]
        start, stop = self.first.offset, self.last.offset
        found[0] = found[0]._replace(start=start, whole=start == 0)
        last = found[-1]
        found[-1] = last._replace(stop=stop, whole=last.whole and stop == last.stop)
        return tuple(found)

    def placed(self, facts: Facts) -> list[Seam]:
        """Place facts: each takes of the places within its reach the one that costs least.

        Those of the shortest reach choose first; all stand in the order of their depths. Where no
        place is within reach a fact takes the nearest. Returns none where there is no place at all.
        """
        taken: dict[int, Seam] = {}
        places, spans = facts.places(self.length), facts.spans(self.length)
        for index in sorted(range(len(places)), key=facts.reaches.__getitem__):
            first, last = self.first.start, self.last.start
            after = max((seam.start for at, seam in taken.items() if at < index), default=first)
            behind = min((seam.start - 1 for at, seam in taken.items() if at > index), default=last)
            wanted = first + places[index]
            low, high = (first + edge for edge in spans[index])
            seam = self.text.cheapest(
                max(low, after + 1), min(high, behind), wanted
            ) or self.text.nearest(after, behind, wanted)
            if seam is None and not taken:
                return []
            taken[index] = seam or taken[min(taken, key=lambda at: abs(at - index))]
        return [taken[index] for index in range(len(places))]

    def astray(self, facts: Facts, seams: Sequence[Seam]) -> bool:
        """Tell whether a fact is out of its reach, each at its place."""
        return any(
            not low <= seam.start - self.first.start <= high
            for seam, (low, high) in zip(seams, facts.spans(self.length), strict=True)
        )


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts by ascending depth, with their lengths in characters, and the white space before each.

    A fact's depth is where it starts in the context with all of them, over all the places where it
    could; `reaches` are how far from it each may stand.
    """

    depths: Sequence[float]
    reaches: Sequence[float]
    lengths: Sequence[int]
    lead: int

    def rooms(self, length: T) -> Sequence[T]:
        """Return how many places each could start at, in so many characters of text."""
        added = sum(self.lengths) + self.lead * len(self.lengths)
        return [length + added - own for own in self.lengths]

    def places(self, length: T) -> Sequence[T]:
        """Return where each is wanted, in characters of text before any is set in."""
        before = accumulate((self.lead + own for own in self.lengths), initial=self.lead)
        return [
            depth * room - gone
            for depth, room, gone in zip(self.depths, self.rooms(length), before, strict=False)
        ]

    def spans(self, length: int) -> list[tuple[float, float]]:
        """Return the first and the last place of each that is within its reach, likewise."""
        rows = zip(self.places(length), self.rooms(length), self.reaches, strict=True)
        return [(place - reach * room, place + reach * room) for place, room, reach in rows]
