"""The running text of a haystack: the places where a fact can stand, and texts with facts in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import NamedTuple

from lvbuild.core.model import Fact, LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.mixing.cutting import Segment
from lvbuild.mixing.plan import Insertion, Passage, RecordPlan
from lvbuild.text.counting import Counting

NEAR = 0.01
"""How far from its depth a fact may stand for a boundary outside quoted speech and verse."""


class Place(NamedTuple):
    """A boundary in the running text of the passages, `start` in characters from its beginning."""

    start: int
    passage: int
    offset: int
    lead: str
    tail: str

    def insertion(self, fact: int) -> Insertion:
        """Return what sets a fact there."""
        return Insertion(fact, self.passage, self.offset, self.lead, self.tail)


START = itemgetter(Place._fields.index("start"))


@dataclass(frozen=True, slots=True)
class RunningText:
    """Segments of texts that are run together: `all` the places between sentences, ascending.

    `firm` are those outside quoted speech and verse; `length` is in characters. The beginning is a
    place where prose begins there; a fact never comes before a heading.
    """

    all: Sequence[Place]
    firm: Sequence[Place]
    length: int

    @classmethod
    def of(cls, segments: Sequence[Segment], language: LanguageCode) -> RunningText:
        """Find the places between the sentences of segments."""
        space = find_language(language).space
        first = segments[0]
        begins = Place(0, 0, first.start, "", first.text.paragraph_break)
        places = [begins] if _begins_with_prose(first) else []
        firm_ones = list(places)
        length = 0
        for number, (text, start, stop, _) in enumerate(segments):
            for offset, firm, paragraph in text.boundaries:
                if offset > stop:
                    break
                if offset <= start:
                    continue
                lead = text.paragraph_break if paragraph else space
                place = Place(length + offset - start, number, offset, lead, "")
                places.append(place)
                if firm:
                    firm_ones.append(place)
            length += stop - start + 1
        return cls(places, firm_ones, length)

    def nearest(self, start: float, length: float) -> Place:
        """Return the place at which a fact would start nearest to `start`.

        A firm one is taken where there is one within NEAR of the context's `length`.
        """
        if self.firm:
            place = closest(self.firm, start)
            if abs(place.start + len(place.lead) - start) <= NEAR * length:
                return place
        return closest(self.all, start)

    def with_inserted(self, at: Place, length: int) -> RunningText:
        """Return the places as they are with so many characters set in at one of them."""
        every, firm = (_moved(places, at, length) for places in (self.all, self.firm))
        return RunningText(every, firm, self.length + length)


def _moved(places: Sequence[Place], at: Place, length: int) -> list[Place]:
    first = bisect_left(places, at.start, key=START)
    later = (place._replace(start=place.start + length) for place in places[first:])
    return [*places[:first], *later]


def _begins_with_prose(segment: Segment) -> bool:
    """Tell whether the first place ends a sentence, and not a heading, verse or a list."""
    marks = segment.text.boundaries
    first = marks[bisect_right(marks, segment.start, key=attrgetter("offset"))]
    return first.firm or not first.paragraph


def closest(places: Sequence[Place], start: float) -> Place:
    """Return the place at which a fact would start nearest to `start`."""
    right = bisect_left(places, start, key=START)
    near = places[max(right - 1, 0) : right + 1]
    return min(near, key=lambda place: abs(place.start + len(place.lead) - start))


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """Texts that are run together, and the facts set into them in all records alike."""

    passages: tuple[Passage, ...]
    units: int
    text: RunningText
    shared: tuple[Insertion, ...] = ()

    @classmethod
    def of(cls, segments: Sequence[Segment], language: LanguageCode) -> Background:
        """Run segments together."""
        passages = tuple(segment.passage for segment in segments)
        units = sum(segment.units for segment in segments)
        return cls(passages, units, RunningText.of(segments, language))

    def record(
        self, question: Question, places: Mapping[Fact, Place], alone: int, counting: Counting
    ) -> RecordPlan:
        """Return a question's record, its own facts at their places after those that all share.

        `alone` are the units that it takes beside the texts.
        """
        index = {fact: number for number, fact in enumerate(question.facts)}
        own = (place.insertion(index[fact]) for fact, place in places.items() if fact in index)
        insertions = sorted((*self.shared, *own), key=lambda one: (one.passage, one.offset))
        white = sum(counting.count(one.lead) + counting.count(one.tail) for one in insertions)
        return RecordPlan(question, 0, alone + self.units + white, self.passages, tuple(insertions))
