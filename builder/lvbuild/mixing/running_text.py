"""The running text of a haystack: texts cut to a level, and the places where facts can stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor
from operator import attrgetter, itemgetter
from typing import NamedTuple

from lvbuild.core.model import Fact, LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.mixing.outline import Outline, nearest
from lvbuild.mixing.plan import Insertion, LevelTooLargeError, Passage, RecordPlan
from lvbuild.mixing.plans.filling import choose
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


class Cutter:
    """The ways to take so many units of texts that are run together in their order.

    `tolerance` is how far off a level may be.
    """

    def __init__(self, texts: Sequence[Outline], tolerance: float, counting: Counting) -> None:
        self._texts = [_Text(text, counting) for text in texts]
        self._tolerance = tolerance
        self._before = list(accumulate((text.size for text in self._texts), initial=0))

    def usual(self, target: int) -> list[Segment]:
        """Return the beginning of all: whole texts, the last one cut nearest to the target.

        A firm boundary is preferred as long as it leaves half of the tolerance. Raises
        LevelTooLargeError where the texts do not suffice.
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
        cut = self._texts[last].cut(missing, self._tolerance / 2)
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
        self._firm = [place for place, mark in enumerate(outline.boundaries) if mark.firm]
        self._firm_counts = [outline.counts[place] for place in self._firm]

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

    def later_starts(self) -> list[int]:
        """Return the sentences the text can begin with, those first that follow a firm boundary."""
        marks = self.outline.boundaries
        starts = range(1, min(len(marks), len(self.outline.starts)))
        return sorted(starts, key=lambda start: not marks[start - 1].firm)

    def cut(self, target: float, near: float) -> int | None:
        """Return the boundary nearest the target, by its place; None where leaving it out is.

        A firm one is preferred where it is near.
        """
        counts, target = self.outline.counts, target - self._line_feed
        best = nearest(counts, target)
        if self._firm:
            firm = self._firm[nearest(self._firm_counts, target)]
            if abs(counts[firm] - target) <= near:
                best = firm
        return best if abs(counts[best] - target) < target else None


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
        marks = first.text.boundaries
        end = marks[bisect_right(marks, first.start, key=attrgetter("offset"))]
        # A heading, verse or a list is no prose.
        places = [begins] if end.firm or not end.paragraph else []
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

        def moved(places: Sequence[Place]) -> list[Place]:
            first = bisect_left(places, at.start, key=START)
            later = (place._replace(start=place.start + length) for place in places[first:])
            return [*places[:first], *later]

        return RunningText(moved(self.all), moved(self.firm), self.length + length)


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
