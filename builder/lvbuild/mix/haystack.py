"""Planning fact recall: one background a level, in which only the needle moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Insertion, LevelPlan, Passage, RecordPlan
from lvbuild.model import Language, Level, Question
from lvbuild.text.counting import Counting


class _Place(NamedTuple):
    """A boundary in the running text of the passages, `start` in characters from its beginning."""

    start: int
    passage: int
    offset: int
    lead: str
    tail: str


def plan_haystack(
    level: Level,
    texts: Sequence[Outline],
    question: Question,
    *,
    language: Language,
    counting: Counting,
    positions: int,
    phase: float,
    limit: int | None = None,
    surplus: int = 0,
) -> LevelPlan:
    """Plan the records of a level: the needle at `positions` evenly spaced depths.

    The texts are taken in their order, the last one cut at a boundary. `phase` (within a quarter)
    shifts the places of the confusing facts. `limit` plans the first records only. `surplus` is
    what a record of this level was found to have beyond its counts, which room is left for.

    Raises LevelTooLargeError where the texts do not suffice, UnevenTextError where no boundary
    brings the records within the level's tolerance.
    """
    told = [question.input, *question.answers, question.needle, *question.confusing_facts]
    fixed = sum(map(counting.count, told)) + surplus
    passages = _fill(level, texts, level.size - fixed, counting.line_feed)
    if not passages:
        raise UnevenTextError(fixed)
    background = _Background(texts, passages, language)
    facts = background.set_confusing_facts(question.confusing_facts, phase)
    planned = positions if limit is None else min(limit, positions)
    places = [background.needle_place(i, positions, question.needle) for i in range(planned)]
    base = fixed + _units(texts, passages, counting.line_feed)
    base += _spacing(facts, counting)
    records = tuple(
        _record(RecordPlan(question.id, position, base, passages, facts), place, counting)
        for position, place in enumerate(places)
    )
    for record in records:
        if abs(record.length - level.size) > level.tolerance:
            raise UnevenTextError(record.length)
    shared = sum(one == other for one, other in pairwise(places))
    return LevelPlan(level, records, shared)


def _fill(level: Level, texts: Sequence[Outline], target: int, newline: int) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    remaining = target
    for text in texts:
        if text.size + newline <= remaining:
            remaining -= text.size + newline
            passages.append(Passage(text.document_id, "haystack", 0, text.length, True))
            continue
        cut = _cut(text, remaining - newline, level.tolerance)
        if cut is not None:
            whole = cut == text.length
            passages.append(Passage(text.document_id, "haystack", 0, cut, whole))
        return tuple(passages)
    if remaining > level.tolerance:
        raise LevelTooLargeError(sum(text.size for text in texts), target)
    return tuple(passages)


def _cut(text: Outline, target: int, tolerance: float) -> int | None:
    """Return the offset of the boundary nearest the target; None where leaving the text out is.

    A firm boundary is preferred as long as it leaves half of the tolerance.
    """
    firm = [i for i, boundary in enumerate(text.boundaries) if boundary.firm]
    best = _nearest(text.counts, target)
    if firm:
        best_firm = firm[_nearest([text.counts[i] for i in firm], target)]
        if abs(text.counts[best_firm] - target) <= tolerance / 2:
            best = best_firm
    return text.boundaries[best].offset if abs(text.counts[best] - target) < target else None


def _units(texts: Sequence[Outline], passages: Sequence[Passage], newline: int) -> int:
    total = 0
    for text, passage in zip(texts, passages, strict=False):
        offsets = [boundary.offset for boundary in text.boundaries]
        total += text.counts[bisect_left(offsets, passage.stop)] + newline
    return total


def _spacing(insertions: Iterable[Insertion], counting: Counting) -> int:
    return sum(counting.count(i.lead) + counting.count(i.tail) for i in insertions)


class _Background:
    """The running text that all records of a level share, as places where a fact can stand."""

    def __init__(
        self, texts: Sequence[Outline], passages: Sequence[Passage], language: Language
    ) -> None:
        space = " " if language == "en" else ""
        self._all: list[_Place] = [_Place(0, 0, 0, "", texts[0].paragraph_break)]
        self._firm: list[_Place] = list(self._all)
        self.length = 0
        for number, (text, passage) in enumerate(zip(texts, passages, strict=False)):
            for offset, firm, paragraph in text.boundaries:
                if offset > passage.stop:
                    break
                lead = text.paragraph_break if paragraph else space
                place = _Place(self.length + offset, number, offset, lead, "")
                self._all.append(place)
                if firm:
                    self._firm.append(place)
            self.length += passage.stop - passage.start + 1

    def set_confusing_facts(self, facts: Sequence[str], phase: float) -> tuple[Insertion, ...]:
        """Set k facts at the firm boundaries nearest (j + 1 + phase) / (k + 1) of the context."""
        total = self.length + sum(map(len, facts))
        insertions = []
        after = 0
        for j, fact in enumerate(facts):
            places = self._firm[1:] or self._all[1:]
            # A long fact before it would take the next one back to before itself.
            wanted = max((j + 1 + phase) / (len(facts) + 1) * total, after)
            place = _closest(places, wanted)
            insertions.append(
                Insertion("confusing", j, place.passage, place.offset, place.lead, place.tail)
            )
            length = len(place.lead) + len(fact) + len(place.tail)
            self._grow(place, length)
            after = place.start + length + len(place.lead)
        return tuple(insertions)

    def needle_place(self, position: int, positions: int, needle: str) -> _Place:
        """Find the boundary nearest to depth position / (positions - 1).

        One outside quoted speech is taken where there is one within half a step. The depth is
        where the needle starts, over all the places where it could.
        """
        step = self.length / (positions - 1)
        place = _closest(self._firm, position * step)
        if abs(place.start + len(place.lead) - position * step) > step / 2:
            place = _closest(self._all, position * step)
        return place

    def _grow(self, at: _Place, length: int) -> None:
        """Shift what stands at or after a place: the needle comes after a confusing fact."""
        for places in (self._all, self._firm):
            first = bisect_left(places, at.start, key=lambda place: place.start)
            places[first:] = [p._replace(start=p.start + length) for p in places[first:]]
        self.length += length


def _closest(places: Sequence[_Place], start: float) -> _Place:
    right = bisect_left(places, start, key=lambda place: place.start)
    near = places[max(right - 1, 0) : right + 1]
    return min(near, key=lambda place: abs(place.start + len(place.lead) - start))


def _nearest(ascending: Sequence[int], target: float) -> int:
    right = bisect_left(ascending, target)
    near = range(max(right - 1, 0), min(right + 1, len(ascending)))
    return min(near, key=lambda index: abs(ascending[index] - target))


def _record(background: RecordPlan, place: _Place, counting: Counting) -> RecordPlan:
    """Set the needle into the background; after the confusing facts where it meets one."""
    needle = Insertion("needle", 0, place.passage, place.offset, place.lead, place.tail)
    insertions = sorted(
        (*background.insertions, needle),
        key=lambda fact: (fact.passage, fact.offset, fact.kind == "needle"),
    )
    return background._replace(
        length=background.length + _spacing([needle], counting), insertions=tuple(insertions)
    )
