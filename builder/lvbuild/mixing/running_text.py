"""The texts of a haystack as running text: windows of it, and the places where facts may stand."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from lvbuild.languages import Language
from lvbuild.mixing.columns import Column, Minima, among, between
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import Passages, WholePassages
from lvbuild.text.counting import Counting
from lvbuild.text.prose import Place

if TYPE_CHECKING:
    from lvbuild.mixing.columns import Numbers

T = TypeVar("T", float, "Numbers")
U = TypeVar("U", int, "Numbers")

_BACK = 12
"""Sentences that a window may begin before the one that it should, to have its length."""
CELL = 64
"""Characters: as finely is known beforehand how long windows are, and what facts cost in them."""
_AT_ONCE = 2**16
"""Cells of which the windows are measured together."""
NO_PLACE = 10**6
"""What it costs that there is no place near: more than any places."""


class PlacedText(Protocol):
    """A text as planning sees it, with the places where facts may stand, ascending."""

    @property
    def document_id(self) -> str:
        """What it is called."""

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
        """What counts where several places are chosen."""
        return penalty(self.cost)


def penalty(cost: U) -> U:
    """Return what a cost counts for where several are added: a large one is worse than two."""
    return (cost + 1) ** 2


class RunningText:
    """Texts one after another, each with a line feed behind it, and then once more from the first.

    So every window of it is a stretch, wherever it begins. `length`, `units`, of these the `size`
    of the texts themselves, are of one round, the `passages` that they are, and the `places` for
    facts with their `costs`, of two; without places all boundaries are. `space` parts a fact from
    the sentence before it and takes `white` units. All of it is held as arrays of numbers: long
    texts have millions of sentences.
    """

    def __init__(self, texts: Sequence[PlacedText], counting: Counting, language: Language) -> None:
        import numpy as np

        names, lengths = list[str](), array("Q")
        self.space = language.space
        self.white = counting.count(self.space)
        self.counting = counting
        places, costs, starts, ends, units_before, units_to = (Column() for _ in range(6))
        begins = array("q")
        has_places = any(text.places for text in texts)
        start = units = 0
        for placed in texts:
            text = placed.outline
            names.append(placed.document_id)
            lengths.append(text.length)
            begins.append(start)
            begun = list(text.beginnings(language))
            starts.extend(start + offset for _, offset in begun)
            if counting.unit == "characters":
                units_before.extend(units + offset for _, offset in begun)
            else:
                counts = (0, *text.counts)
                units_before.extend(units + counts[index] for index, _ in begun)
            behind = units + counting.line_feed
            ends.extend(start + mark.offset for mark in text.boundaries)
            units_to.extend(behind + count for count in text.counts)
            marks = (Place(mark.offset, 0) for mark in text.boundaries)
            stand = placed.places if has_places else list(marks)
            places.extend(start + place.offset for place in stand)
            costs.extend(place.cost for place in stand)
            start += text.length + 1
            units += text.size + counting.line_feed
        self.length, self.units = start, units
        self.size = units - counting.line_feed * len(begins)
        self.passages = WholePassages(names, lengths, "haystack", rounds=2)
        self._begins = np.array(begins)
        self._starts_at, self._units_before = starts.twice(start), units_before.twice(units)
        self._ends_at, self._units_to = ends.twice(start), units_to.twice(units)
        self.places = places.twice(start)
        once = costs.numbers()
        self.costs = np.tile(once.astype(np.min_scalar_type(once.max(initial=0))), 2)

    def _text_at(self, start: int) -> tuple[int, int]:
        """Return the number of the text in which a place is, and where in that."""
        again, place = divmod(start, self.length)
        number = int(among(self._begins, place, "right")) - 1
        return again * len(self._begins) + number, place - int(self._begins[number])

    def seam(self, number: int) -> Seam:
        """Return a place for facts by its number; behind those of one round come the next's."""
        start = int(self.places[number])
        return Seam(start, int(self.costs[number]), *self._text_at(start))

    def windows(self, starts: Numbers, units: int, tolerance: float) -> tuple[Numbers, Numbers]:
        """Return what begins with the sentence at each place and is as near so long as can be.

        Where that is off by more than the tolerance, one of those before it may be nearer. They
        are told by the numbers of the sentences that they begin with, and of their ends.
        """
        import numpy as np

        last = among(self._starts_at, starts % self.length, "right") - 1
        firsts, ends = last, self._ends_from(last, units)
        off = self._off(firsts, ends, units)
        for back in range(1, _BACK):
            further = (off > tolerance) & (last >= back)
            if not further.any():
                break
            tried = np.maximum(last - back, 0)
            found = self._ends_from(tried, units)
            missed = self._off(tried, found, units)
            nearer = further & (missed < off)
            firsts, ends, off = (
                np.where(nearer, new, old)
                for new, old in ((tried, firsts), (found, ends), (missed, off))
            )
        return firsts, ends

    def fitting(self, units: int, tolerance: float) -> tuple[Numbers, Numbers]:
        """Return the windows, likewise, that are so long to within the tolerance."""
        import numpy as np

        firsts = np.arange(len(self._starts_at) // 2)
        ends = self._ends_from(firsts, units)
        fits = self._off(firsts, ends, units) <= tolerance
        return firsts[fits], ends[fits]

    def _off(self, firsts: Numbers, ends: Numbers, units: int) -> Numbers:
        found: Numbers = abs(self._units_to[ends] - self._units_before[firsts] - units)
        return found

    def _ends_from(self, firsts: Numbers, units: int) -> Numbers:
        """Return the ends that are nearest to so many units behind sentences, within a round."""
        import numpy as np

        starts, wanted = self._starts_at[firsts], self._units_before[firsts] + units
        least = among(self._ends_at, starts, "right")
        most = among(self._ends_at, starts + self.length) - 1
        right = among(self._units_to, wanted)
        left = np.clip(right - 1, least, most)
        right = np.clip(right, least, most)
        nearer = abs(self._units_to[right] - wanted) < abs(self._units_to[left] - wanted)
        return np.where(nearer, right, left)

    def window(self, first: int, last: int) -> Window:
        """Return a window by the numbers of the sentence that begins it and of its end."""
        start, end = int(self._starts_at[first]), int(self._ends_at[last])
        begin = Edge(start, int(self._units_before[first]), *self._text_at(start))
        return Window(self, begin, Edge(end, int(self._units_to[last]), *self._text_at(end)))

    def longer(self, window: Window, units: int) -> Window:
        """Return a window with so many units more behind it, or as near as can be."""
        first = among(self._starts_at, [window.first.start])
        [last] = self._ends_from(first, window.units + units)
        return self.window(first[0], last)

    def spans(self, firsts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
        """Return where windows begin and end, in characters."""
        return self._starts_at[firsts], self._ends_at[ends]

    def least_costs(self, low: Numbers, high: Numbers, costs: Minima) -> Numbers:
        """Return the least that a place within each of [low, high] costs, -1 where there is none.

        The `costs` are its own.
        """
        import numpy as np

        first = among(self.places, np.ceil(low).astype(int))
        return costs.of(first, among(self.places, np.floor(high).astype(int), "right"))

    def cells(self, places: Numbers) -> Numbers:
        """Return the numbers of the cells that places lie in."""
        import numpy as np

        found: Numbers = np.floor(places).astype(int) % self.length // CELL
        return found

    def covered(self, starts: Numbers, ends: Numbers) -> Sequence[tuple[Numbers, Numbers]]:
        """Return the cells that windows lie in, of which each has a place at every `CELL`th.

        There are two runs of them, each as its first and the one behind its last: the second is of
        those windows that go on at the beginning of the texts, and empty for all others.
        """
        import numpy as np

        before = -((starts - np.minimum(ends, self.length)) // CELL)
        low = starts // CELL
        behind = starts + before * CELL - self.length
        after = np.maximum(-((behind - ends + self.length) // CELL), 0)
        again = np.where(after > 0, behind // CELL, 0)
        return (low, low + before), (again, again + after)

    def lengths(self, units: int) -> Numbers:
        """Return the characters of a window of so many units that begins in a cell, by cell."""
        import numpy as np

        found = np.empty(-(-self.length // CELL))
        for first in range(0, len(found), _AT_ONCE):
            cells = np.arange(first, min(first + _AT_ONCE, len(found)))
            ends = between(cells * CELL, self._ends_at, self._units_to) + units
            found[cells] = between(ends, self._units_to, self._ends_at) - cells * CELL
        return found

    def least_penalties(self, reach: float) -> Numbers:
        """Return what a fact counts for at least within reach of where it is wanted, by cell."""
        import numpy as np

        least = np.full(-(-self.length // CELL), NO_PLACE)
        once = len(self.places) // 2
        np.minimum.at(least, self.places[:once] // CELL, penalty(self.costs[:once].astype(int)))
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

        first = int(among(self.places, ceil(low)))
        costs = self.costs[first : int(among(self.places, floor(high), "right"))]
        if not costs.size:
            return None
        equal = first + np.flatnonzero(costs == costs.min())
        return self.seam(int(equal[np.abs(self.places[equal] - wanted).argmin()]))

    def nearest(self, after: int, last: int, wanted: float) -> Seam | None:
        """Return the place in (after, last] that is nearest, if any."""
        first, stop = (int(among(self.places, each, "right")) for each in (after, last))
        middle = min(max(int(among(self.places, ceil(wanted))), first), stop)
        near = map(self.seam, range(max(middle - 1, first), min(middle + 1, stop)))
        return min(near, key=lambda seam: abs(seam.start - wanted), default=None)


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

    @property
    def passages(self) -> Passages:
        """The parts of texts that it is made of."""
        first, last, texts = self.first, self.last, self.text.passages
        numbers, own = range(first.text, last.text + 1), []
        for place in sorted({0, len(numbers) - 1}):
            passage = texts[numbers[place]]
            start = 0 if place else first.offset
            stop = last.offset if place == len(numbers) - 1 else passage.stop
            whole = start == 0 and stop == passage.stop
            own += [] if whole else [(place, passage._replace(start=start, stop=stop, whole=False))]
        return Passages(texts, numbers, own)

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

    def spans(self, length: T) -> list[tuple[T, T]]:
        """Return the first and the last place of each that is within its reach, likewise."""
        rows = zip(self.places(length), self.rooms(length), self.reaches, strict=True)
        return [(place - reach * room, place + reach * room) for place, room, reach in rows]
