"""Planning fact recall: one background a level, in which only the needle moves."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise

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
    room = level.size - fixed
    stretches = Stretches(texts, level.tolerance, counting)

    def set_into(parts: Sequence[Part]) -> tuple[list[RecordPlan], list[Place]]:
        background = _Background(parts, language)
        facts = background.set_confusing_facts(question, phase)
        length = fixed + sum(part.units for part in parts) + spacing(facts, counting)
        passages = tuple(part.passage for part in parts)
        places = [background.needle_place(i, positions) for i in range(positions)]
        shared = RecordPlan(question, 0, length, passages, facts)
        return [
            _record(shared._replace(position=i), p, counting) for i, p in enumerate(places)
        ], places

    usual = stretches.usual(max(room, 0))
    # There is none where the first text can be cut nowhere and leaving it out is nearer.
    records, places = set_into(usual) if usual else ([], [])
    nearest = _farthest(records, level) if usual else fixed
    if not usual or abs(nearest - level.size) > level.tolerance:
        space = nearest - fixed - sum(part.units for part in usual)
        for parts in islice(stretches.others(max(room - space, 0)), _TRIES):
            records, places = set_into(parts)
            farthest = _farthest(records, level)
            if abs(farthest - level.size) <= level.tolerance:
                break
        else:
            raise UnevenTextError(nearest)
    shared = sum(one == other for one, other in pairwise(places[:limit]))
    return LevelPlan(level, tuple(records[:limit]), shared)


def _farthest(records: Iterable[RecordPlan], level: Level) -> int:
    """Return the length that is farthest from the level."""
    return max((record.length for record in records), key=lambda length: abs(length - level.size))


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
