"""Planning fact recall: one background a level, in which only the needle moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from lvbuild.mix.failures import QuestionTooLongError, UnevenTextError
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Insertion, LevelPlan, RecordPlan
from lvbuild.mix.running import Place, RunningText, closest, spacing
from lvbuild.mix.stretch import Part, Stretches
from lvbuild.model import Language, Level, Question
from lvbuild.text.counting import Counting

_TRIES = 50
"""Other ways to lay the texts out that are tried to the last needle."""


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

    The texts are taken in their order, the last one cut at a boundary; where none is near enough,
    sentences or texts are left out (see Stretches). `phase` (within a quarter) shifts the places of
    the confusing facts. `limit` gives the first records only. `surplus` is what a record of this
    level was found to have beyond its counts, which room is left for.

    Raises QuestionTooLongError where the question leaves no room for texts, LevelTooLargeError
    where the texts do not suffice, UnevenTextError where nothing brings the records within the
    level's tolerance.
    """
    alone = sum(map(counting.count, question.texts))
    if alone >= level.size:
        raise QuestionTooLongError(alone)
    fixed = alone + surplus
    laying = _Laying(question, language, counting, positions, phase, fixed)
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
    language: Language
    counting: Counting
    positions: int
    phase: float
    fixed: int

    def out(self, parts: Sequence[Part]) -> _Laid:
        """Set the facts into parts of texts."""
        background = _Background(parts, self.language)
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

    def __init__(self, parts: Sequence[Part], language: Language) -> None:
        text = RunningText(parts, language)
        self._all, self._firm, self.length = list(text.all), list(text.firm), text.length

    def set_confusing_facts(self, question: Question, phase: float) -> tuple[Insertion, ...]:
        """Set k facts at the firm boundaries nearest (j + 1 + phase) / (k + 1) of the context."""
        facts = question.facts_of("confusing")
        total = self.length + sum(len(text) for _, text in facts)
        insertions = []
        after = 0
        for j, (index, text) in enumerate(facts):
            places = self._firm[1:] or self._all[1:]
            # A long fact before it would take the next one back to before itself.
            wanted = max((j + 1 + phase) / (len(facts) + 1) * total, after)
            place = closest(places, wanted)
            insertions.append(place.insertion(index))
            length = len(place.lead) + len(text) + len(place.tail)
            self._grow(place, length)
            after = place.start + length + len(place.lead)
        return tuple(insertions)

    def needle_place(self, position: int, positions: int) -> Place:
        """Find the boundary nearest to depth position / (positions - 1).

        One outside quoted speech is taken where there is one within half a step. The depth is
        where the needle starts, over all the places where it could.
        """
        step = self.length / (positions - 1)
        place = closest(self._firm, position * step)
        if abs(place.start + len(place.lead) - position * step) > step / 2:
            place = closest(self._all, position * step)
        return place

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
