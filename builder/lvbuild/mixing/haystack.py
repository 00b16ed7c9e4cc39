"""Planning fact recall: one background a level, in which only the needle moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from operator import attrgetter
from typing import NamedTuple

from lvbuild.core.model import LanguageCode, Level, Question
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    Insertion,
    LevelPlan,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.running import NEAR, Leaning, Place, RunningText, closest, nearest, spacing
from lvbuild.mixing.stretch import Part, Stretches
from lvbuild.text.boundaries import Lean
from lvbuild.text.counting import Counting

_TRIES = 50
"""Other ways to lay the texts out that are tried to the last needle."""


def plan_haystack(
    level: Level,
    texts: Sequence[Outline],
    question: Question,
    *,
    language: LanguageCode,
    counting: Counting,
    positions: int,
    phase: float,
    leaning: Leaning | None = None,
    limit: int | None = None,
    surplus: int = 0,
) -> LevelPlan:
    """Plan the records of a level: the needle at `positions` evenly spaced depths.

    The texts are taken in their order, the last one cut at a boundary; where none is near enough,
    sentences or texts are left out (see Stretches). `phase` (within a quarter) shifts the places of
    the confusing facts; `leaning` tells before which sentences none should stand. `limit` gives the
    first records only. `surplus` is what a record of this level was found to have beyond its
    counts, which room is left for.

    Raises QuestionTooLongError where the question leaves no room for texts, LevelTooLargeError
    where the texts do not suffice, UnevenTextError where nothing brings the records within the
    level's tolerance.
    """
    alone = sum(map(counting.count, question.texts))
    if alone >= level.size:
        raise QuestionTooLongError(alone)
    fixed = alone + surplus
    laying = _Laying(question, language, counting, positions, phase, leaning, fixed)
    stretches = Stretches(texts, level.tolerance, counting)
    room = level.size - fixed
    usual = stretches.usual(max(room, 0))
    # There is none where the first text can be cut nowhere and leaving it out is nearer.
    laid = laying.out(usual) if usual else None
    nearest = laid.farthest(level) if laid else fixed
    if laid is None or not _met(nearest, level):
        space = nearest - fixed - sum(part.units for part in usual)
        others = islice(stretches.others(max(room - space, 0)), _TRIES)
        tried = map(laying.out, others)
        laid = next((one for one in tried if _met(one.farthest(level), level)), None)
    if laid is None:
        raise UnevenTextError(nearest)
    shared = sum(one == other for one, other in pairwise(laid.places[:limit]))
    return LevelPlan(level, tuple(laid.records[:limit]), shared)


def _met(length: int, level: Level) -> bool:
    return abs(length - level.size) <= level.tolerance


class _Laid(NamedTuple):
    """The records of a level, and where each has its needle."""

    records: list[RecordPlan]
    places: list[Place]

    def farthest(self, level: Level) -> int:
        """Return the length that is farthest from the level."""
        lengths = (record.length for record in self.records)
        return max(lengths, key=lambda length: abs(length - level.size))


@dataclass(frozen=True, slots=True)
class _Laying:
    """What the records of a level have in common, whichever parts of the texts they take.

    `fixed` is what they count beside the texts.
    """

    question: Question
    language: LanguageCode
    counting: Counting
    positions: int
    phase: float
    leaning: Leaning | None
    fixed: int

    def out(self, parts: Sequence[Part]) -> _Laid:
        """Set the facts into parts of texts."""
        background = _Background(parts, self.language, self.leaning)
        facts = background.set_confusing_facts(self.question, self.phase)
        units = sum(part.units for part in parts) + spacing(facts, self.counting)
        passages = tuple(part.passage for part in parts)
        places = [background.needle_place(i, self.positions) for i in range(self.positions)]
        shared = RecordPlan(self.question, 0, self.fixed + units, passages, facts)
        each = enumerate(places)
        records = [_record(shared._replace(position=i), p, self.counting) for i, p in each]
        return _Laid(records, places)


class _Background:
    """The running text that all records of a level share, as places where a fact can stand."""

    def __init__(
        self, parts: Sequence[Part], language: LanguageCode, leaning: Leaning | None
    ) -> None:
        text = RunningText(parts, language)
        self._outlines = [part.text for part in parts]
        self._leaning = leaning
        self._all, self._firm, self.length = list(text.all), list(text.firm), text.length

    def set_confusing_facts(self, question: Question, phase: float) -> tuple[Insertion, ...]:
        """Set k facts at the firm boundaries nearest (j + 1 + phase) / (k + 1) of the context.

        Those before a sentence that points back are passed over where another is about as near.
        """
        facts = question.facts_of("confusing")
        total = self.length + sum(len(text) for _, text in facts)
        insertions = []
        after = 0
        for j, (index, text) in enumerate(facts):
            within = [place for place in self._firm or self._all if place.start]
            places = within or self._all
            # A long fact before it would take the next one back to before itself.
            wanted = max((j + 1 + phase) / (len(facts) + 1) * total, after)
            place = self._unleaning(places, wanted, after) or closest(places, wanted)
            insertions.append(place.insertion(index))
            length = len(place.lead) + len(text) + len(place.tail)
            self._grow(place, length)
            after = place.start + length + len(place.lead)
        return tuple(insertions)

    def _unleaning(self, places: Sequence[Place], wanted: float, after: float) -> Place | None:
        """Return the nearest place near enough before a sentence that does not point back."""
        reach = NEAR * self.length
        first = bisect_left(places, max(wanted - reach, after), key=attrgetter("start"))
        last = bisect_left(places, wanted + reach, key=attrgetter("start"))
        around = sorted(
            places[first:last], key=lambda place: abs(place.start + len(place.lead) - wanted)
        )
        return next((place for place in around if not self._points_back(place)), None)

    def _points_back(self, place: Place) -> bool:
        if self._leaning is None:
            return False
        outline = self._outlines[place.passage]
        boundary = bisect_left(outline.boundaries, place.offset, key=attrgetter("offset"))
        return self._leaning(outline.document_id, boundary) is Lean.POINTS_BACK

    def needle_place(self, position: int, positions: int) -> Place:
        """Find the boundary nearest to depth position / (positions - 1).

        One outside quoted speech is taken where it is near. The depth is where the needle starts,
        over all the places where it could.
        """
        wanted = position / (positions - 1) * self.length
        return nearest(self._firm, self._all, wanted, self.length)

    def _grow(self, at: Place, length: int) -> None:
        """Shift what stands at or after a place: the needle comes after a confusing fact."""
        for places in (self._all, self._firm):
            first = bisect_left(places, at.start, key=lambda place: place.start)
            places[first:] = [p._replace(start=p.start + length) for p in places[first:]]
        self.length += length


def _record(background: RecordPlan, place: Place, counting: Counting) -> RecordPlan:
    """Set the needle into the background; after the confusing facts where it meets one."""
    [(index, _)] = background.question.facts_of("needle")
    needle = place.insertion(index)
    insertions = sorted(
        (*background.insertions, needle),
        key=lambda one: (one.passage, one.offset, one.fact == index),
    )
    return background._replace(
        length=background.length + spacing([needle], counting), insertions=tuple(insertions)
    )
