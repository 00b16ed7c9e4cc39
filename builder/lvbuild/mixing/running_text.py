"""The running text of a haystack: texts cut to a level, and the places where facts can stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil, floor
from typing import NamedTuple

from lvbuild.core.model import Fact, LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.mixing.outline import Outline, nearest
from lvbuild.mixing.plan import FARTHEST, Insertion, LevelTooLargeError, Passage, RecordPlan
from lvbuild.mixing.plans.filling import choose
from lvbuild.mixing.plans.spreading import spread
from lvbuild.text.counting import Counting

_BEFORE, _AFTER, _CUTS = 20, 60, 100
"""Texts around the usual last one, and places in each, among which is chosen."""


class Segment(NamedTuple):
    """The part [start, stop) of a text, in characters, and its units with those of a line feed."""

    text: Outline
    start: int
    stop: int
    units: int

    @property
    def passage(self) -> Passage:
        """The passage that it is."""
        whole = self.start == 0 and self.stop == self.text.length
        return Passage(self.text.document_id, "haystack", self.start, self.stop, whole)


PlacesOf = Callable[[str], Sequence[int]]
"""Returns the offsets in a document, by its id, where facts may stand, ascending."""


class HaystackTexts(NamedTuple):
    """Texts that are run together in their order, and how they are counted."""

    outlines: Sequence[Outline]
    places_of: PlacesOf
    language: LanguageCode
    counting: Counting


class Cutter:
    """The ways to take so many units of texts that are run together in their order.

    `tolerance` is how far off a level may be.
    """

    def __init__(self, texts: HaystackTexts, tolerance: float) -> None:
        self._texts = [_Text(outline, texts.counting) for outline in texts.outlines]
        self._tolerance = tolerance
        self._before = list(accumulate((text.size for text in self._texts), initial=0))

    def usual(self, target: int) -> list[Segment]:
        """Return the beginning of all: whole texts, the last one cut nearest to the target.

        Raises LevelTooLargeError where the texts do not suffice.
        """
        last, cut, missing = self._end(target)
        if last == len(self._texts) and missing > self._tolerance:
            raise LevelTooLargeError(sum(text.outline.size for text in self._texts), target)
        return [*(text.segment() for text in self._texts[:last]), *self._cut(last, cut)]

    def others(self, target: int) -> Iterator[list[Segment]]:
        """Yield other ways that come within the tolerance, first within half of it.

        A text begins later, by as little as can be, or is left out: the last one that can. After
        those, texts are left out or cut around the place where they usually end.
        """
        usual = min(self._end(target)[0], len(self._texts) - 1)
        for near in (self._tolerance / 2, self._tolerance):
            yield from self._begun_later(usual, target, near)
            yield from self._chosen(usual, target, near)

    def _begun_later(self, usual: int, target: int, near: float) -> Iterator[list[Segment]]:
        for index in range(usual, -1, -1):
            begun = self._texts[index]
            for start in (*begun.later_starts(), None):
                dropped = begun.size if start is None else begun.units_before(start)
                last, cut, missing = self._end(target + dropped)
                if abs(missing) <= near and (last > index or cut is not None):
                    segments = [text.segment() for text in self._texts[:last]] + self._cut(
                        last, cut
                    )
                    usual_one = segments.pop(index)
                    if start is not None:
                        units, place = usual_one.units - dropped, begun.outline.starts[start]
                        segments.insert(index, usual_one._replace(start=place, units=units))
                    if segments and all(segment.stop > segment.start for segment in segments):
                        yield segments

    def _end(self, target: int) -> tuple[int, int | None, int]:
        """Return the text that is cut for the first so many units, where, and what then is missing.

        The text is the last but none where all are whole, the cut None where it is left out.
        """
        last = bisect_right(self._before, target) - 1
        missing = target - self._before[last]
        if last == len(self._texts):
            return last, None, missing
        cut = self._texts[last].cut(missing)
        return last, cut, missing - (0 if cut is None else self._texts[last].units(cut))

    def _cut(self, last: int, cut: int | None) -> list[Segment]:
        return [] if cut is None else [self._texts[last].segment(cut)]

    def _chosen(self, usual: int, target: int, near: float) -> Iterator[list[Segment]]:
        """Yield a choice among the texts around the usual end, those before them whole."""
        first = max(usual - _BEFORE, 0)
        around = self._texts[first : usual + _AFTER]
        sizes = [len(text.outline.counts) for text in around]
        cuts = [range(size - 1, -1, -max(size // _CUTS, 1)) for size in sizes]
        costs = [[text.units(cut) for cut in each] for text, each in zip(around, cuts, strict=True)]
        room = target - self._before[first]
        chosen = choose(costs, ceil(room - near), floor(room + near))
        if chosen is not None:
            segments = [text.segment() for text in self._texts[:first]]
            for text, each, place in zip(around, cuts, chosen, strict=True):
                segments += [] if place is None else [text.segment(each[place])]
            if segments:
                yield segments


class _Text:
    """A text, with the line feed after it, and where it can begin and end."""

    def __init__(self, outline: Outline, counting: Counting) -> None:
        self.outline = outline
        self._line_feed = counting.line_feed
        self._characters = counting.unit == "characters"
        self.size = outline.size + self._line_feed

    def units(self, cut: int) -> int:
        """Return the units up to a boundary, by its place in the outline."""
        return self.outline.counts[cut] + self._line_feed

    def segment(self, cut: int = -1) -> Segment:
        """Return the text, up to a boundary or whole."""
        return Segment(self.outline, 0, self.outline.boundaries[cut].offset, self.units(cut))

    def units_before(self, start: int) -> int:
        """Return the units before a sentence, the space before it included."""
        if self._characters:
            return self.outline.starts[start]
        return self.outline.counts[start - 1]

    def later_starts(self) -> range:
        """Return the sentences, but for the first, that the text can begin with."""
        return range(1, min(len(self.outline.boundaries), len(self.outline.starts)))

    def cut(self, target: float) -> int | None:
        """Return the boundary nearest the target, by its place; None where leaving it out is."""
        counts, target = self.outline.counts, target - self._line_feed
        best = nearest(counts, target)
        return best if abs(counts[best] - target) < target else None


class Place(NamedTuple):
    """A place in running text, `start` in characters from its beginning: an offset of a passage."""

    start: int
    passage: int
    offset: int


@dataclass(frozen=True, slots=True)
class RunningText:
    """Segments of texts that are run together, and the places in them where facts may stand.

    `length` is in characters, `space` what parts a fact from the sentence before it. What is
    inserted at a place comes before whatever else follows there.
    """

    places: Sequence[Place]
    length: int
    space: str

    @classmethod
    def of(cls, segments: Sequence[Segment], texts: HaystackTexts) -> RunningText:
        """Find the places in segments of texts; where they have none, all boundaries are."""
        found = [texts.places_of(segment.text.document_id) for segment in segments]
        if not any(map(_within, segments, found)):
            found = [[mark.offset for mark in segment.text.boundaries] for segment in segments]
        places: list[Place] = []
        length = 0
        for number, (segment, offsets) in enumerate(zip(segments, found, strict=True)):
            for offset in _within(segment, offsets):
                places.append(Place(length + offset - segment.start, number, offset))
            length += segment.stop - segment.start + 1
        return cls(places, length, find_language(texts.language).space)

    def insertion(self, fact: int, place: Place) -> Insertion:
        """Return what sets a fact, by its number, in at a place."""
        return Insertion(fact, place.passage, place.offset, self.space, "")

    def placed(self, facts: Sequence[tuple[float, Fact]]) -> Placed:
        """Place facts by ascending depth, each as near to its own as can be, none beside another.

        A fact's depth is where it starts in the context with all of them, over all the places where
        it could.
        """
        before = [0, *accumulate(len(self.space) + len(fact.text) for _, fact in facts)]
        total = self.length + before[-1]
        rooms = [total - len(fact.text) for _, fact in facts]
        starts = [
            depth * room - added - len(self.space)
            for (depth, _), room, added in zip(facts, rooms, before, strict=False)
        ]
        ascending = list(accumulate(starts, max))
        reach = FARTHEST * self.length
        chosen = spread([place.start for place in self.places], ascending, reach, len(facts))
        places = [self.places[number] for number in chosen]
        off = max(
            abs(place.start - start) / room
            for place, start, room in zip(places, starts, rooms, strict=True)
        )
        named = {fact: place for (_, fact), place in zip(facts, places, strict=True)}
        return Placed(named, off)

    def with_inserted(self, facts: Mapping[Fact, Place]) -> RunningText:
        """Return the text with facts set in, their places taken."""
        taken = sorted((place, len(self.space) + len(fact.text)) for fact, place in facts.items())
        starts = [place.start for place, _ in taken]
        added = [0, *accumulate(length for _, length in taken)]
        places = [
            place._replace(start=place.start + added[bisect_left(starts, place.start)])
            for place in self.places
            if place not in facts.values()
        ]
        return replace(self, places=places or self.places, length=self.length + added[-1])


def _within(segment: Segment, offsets: Sequence[int]) -> Sequence[int]:
    """Return the offsets of a text that lie in a segment of it."""
    return offsets[bisect_right(offsets, segment.start) : bisect_right(offsets, segment.stop)]


class Placed(NamedTuple):
    """Where facts stand, and how far the farthest of them is from its depth."""

    places: Mapping[Fact, Place]
    off: float


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """Texts that are run together, and the facts set into them in all records alike."""

    segments: tuple[Segment, ...]
    text: RunningText
    shared: tuple[Insertion, ...] = ()
    passages: tuple[Passage, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "passages", tuple(one.passage for one in self.segments))

    @property
    def units(self) -> int:
        """The units of the texts."""
        return sum(segment.units for segment in self.segments)

    def longer(self, units: int) -> Background:
        """Return the same texts, the last one cut so many units later, or as near as can be."""
        *others, last = self.segments
        counts = last.text.counts
        offsets = [mark.offset for mark in last.text.boundaries]
        now = counts[bisect_left(offsets, last.stop)]
        cut = nearest(counts, now + units)
        changed = last._replace(stop=offsets[cut], units=last.units + counts[cut] - now)
        return Background((*others, changed), self.text, self.shared)

    def record(
        self, question: Question, placed: Placed, alone: int, counting: Counting
    ) -> RecordPlan:
        """Return a question's record, its own facts at their places after those that all share.

        `alone` are the units that it takes beside the texts.
        """
        index = {fact: number for number, fact in enumerate(question.facts)}
        own = (
            self.text.insertion(index[fact], place)
            for fact, place in placed.places.items()
            if fact in index
        )
        insertions = sorted((*self.shared, *own), key=lambda one: (one.passage, one.offset))
        white = len(insertions) * counting.count(self.text.space)
        length = alone + self.units + white
        return RecordPlan(question, 0, length, self.passages, tuple(insertions), off=placed.off)
