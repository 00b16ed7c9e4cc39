"""Planning haystacks: facts in running text, on a background that as many share as can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from operator import itemgetter
from types import MappingProxyType

from lvbuild.core.model import Level, Question
from lvbuild.mixing.plan import (
    FARTHEST,
    LevelPlan,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.plans.spreading import spread
from lvbuild.mixing.running_text import (
    Background,
    Cutter,
    HaystackTexts,
    Placed,
    RunningText,
    Segment,
)
from lvbuild.text.counting import Counting

_TRIES = 50
"""Other ways to lay the texts out that are tried."""

Surplus = Mapping[str, int]
"""What records were found to have beyond their counts, by question: room is left for it."""
NO_SURPLUS: Surplus = MappingProxyType({})


def plan_positions(
    level: Level,
    texts: HaystackTexts,
    question: Question,
    *,
    positions: int,
    phase: float,
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    """Plan the records of fact recall: the needle at `positions` evenly spaced depths of one text.

    The texts are taken in their order, the last one cut at a boundary; where none is near enough,
    sentences or texts are left out (see Cutter). `phase` (within a quarter) shifts the places of
    the confusing facts, which all records share. The needle stands at another place in each record,
    within 0.01 of its depth where there is one: where it starts, over all the places where it
    could.

    Raises QuestionTooLongError where the question leaves no room for texts, LevelTooLargeError
    where the texts do not suffice, UnevenTextError where nothing brings the records within the
    level's tolerance.
    """
    [alone] = _alone([question], level, texts.counting, surplus).values()
    [needle] = (fact for fact in question.facts if fact.role == "needle")

    def laid_out(segments: Sequence[Segment]) -> list[RecordPlan]:
        background, off = _with_confusing_facts(segments, texts, question, phase)
        text = background.text
        lead = len(text.space)
        room = text.length + lead
        starts = [position / (positions - 1) * room - lead for position in range(positions)]
        chosen = spread([place.start for place in text.places], starts, FARTHEST * room, 1)
        records = []
        for position, number in enumerate(chosen):
            place = text.places[number]
            placed = Placed({needle: place}, max(off, abs(place.start - starts[position]) / room))
            record = background.record(question, placed, alone, texts.counting)
            records.append(record._replace(position=position))
        return records

    cutter = Cutter(texts, level.tolerance)
    room = level.size - alone
    usual = cutter.usual(max(room, 0))
    # There is none where the first text can be cut nowhere and leaving it out is nearer.
    records = laid_out(usual) if usual else []
    farthest = _farthest(records, level) if records else alone
    if abs(farthest - level.size) > level.tolerance:
        white = farthest - alone - sum(segment.units for segment in usual)
        others = islice(cutter.others(max(room - white, 0)), _TRIES)
        found = (records for records in map(laid_out, others) if _is_met(records, level))
        records = next(found, [])
    if not records:
        raise UnevenTextError(farthest)
    return LevelPlan(level, tuple(records))


def _with_confusing_facts(
    segments: Sequence[Segment], texts: HaystackTexts, question: Question, phase: float
) -> tuple[Background, float]:
    """Set k facts near (j + 1 + phase) / (k + 1) of the context; tell how far they are from it."""
    text = RunningText.of(segments, texts)
    facts = [(n, fact) for n, fact in enumerate(question.facts) if fact.role == "confusing"]
    if not facts:
        return Background(tuple(segments), text), 0.0
    placed = text.placed(
        [((j + 1 + phase) / (len(facts) + 1), fact) for j, (_, fact) in enumerate(facts)]
    )
    shared = tuple(text.insertion(index, placed.places[fact]) for index, fact in facts)
    return Background(tuple(segments), text.with_inserted(placed.places), shared), placed.off


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Questions whose records differ by facts alone: the first has all, at `depths`.

    The others lack some of them; what they have stands where the first has it.
    """

    questions: tuple[Question, ...]
    depths: tuple[float, ...]

    def placed(self, text: RunningText) -> Placed:
        """Place the facts."""
        facts = zip(self.depths, self.questions[0].facts, strict=True)
        return text.placed(sorted(facts, key=itemgetter(0)))


def even_depths(first: float, count: int) -> tuple[float, ...]:
    """Return the depths of so many facts: the first's, the others' at even steps around from it."""
    return (first, *((first + place / count) % 1 for place in range(1, count)))


def plan_groups(
    level: Level,
    texts: HaystackTexts,
    groups: Sequence[RecordGroup],
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    """Plan the records of a needle task, each within the level's tolerance.

    The records share a background as long as that leaves them near enough to the level; for the
    others the next one is laid out.

    Raises QuestionTooLongError where a question leaves no room for texts, LevelTooLargeError where
    the texts do not suffice, UnevenTextError where nothing brings a record within the level's
    tolerance.
    """
    questions = [question for group in groups for question in group.questions]
    alone = _alone(questions, level, texts.counting, surplus)
    planner = _GroupPlanner(level, texts, Cutter(texts, level.tolerance), alone)
    # The background that is nearest to what most questions leave room for.
    planner.backgrounds += list(planner.usual(groups))[-1:]
    return LevelPlan(level, tuple(one for group in groups for one in planner.records(group)))


@dataclass
class _GroupPlanner:
    """The backgrounds that the records of a level have come to stand on.

    `alone` are the units that each question takes by itself.
    """

    level: Level
    texts: HaystackTexts
    cutter: Cutter
    alone: Mapping[str, int]
    backgrounds: list[Background] = field(default_factory=list)

    def records(self, group: RecordGroup) -> list[RecordPlan]:
        """Return the records of questions, laid out together on the first background that suits."""
        reached: list[int] = []
        for background in self._suitable(group):
            records = self._set_into(background, group)
            if _is_met(records, self.level):
                if background not in self.backgrounds:
                    self.backgrounds.append(background)
                return records
            reached.append(_farthest(records, self.level))
        size = self.level.size
        raise UnevenTextError(min(reached, key=lambda length: abs(length - size), default=0))

    def usual(self, groups: Sequence[RecordGroup]) -> Iterator[Background]:
        """Yield the usual background for questions, then with room for what parts their facts.

        There is none where the first text can be cut nowhere and leaving it out is nearer.
        """
        room = self._by_themselves(groups)
        for _ in range(2):
            segments = self.cutter.usual(max(room, 0))
            if not segments:
                return
            background = self._run_together(segments)
            yield background
            room = self._room(groups, background)

    def _suitable(self, group: RecordGroup) -> Iterator[Background]:
        """Yield the backgrounds that there are, then others laid out for these questions."""
        yield from list(self.backgrounds)
        room = self._by_themselves([group])
        for background in self.usual([group]):
            yield background
            room = self._room([group], background)
        for segments in islice(self.cutter.others(max(room, 0)), _TRIES):
            yield self._run_together(segments)

    def _by_themselves(self, groups: Sequence[RecordGroup]) -> int:
        """Return the units that are left beside questions by themselves."""
        names = (question.id for group in groups for question in group.questions)
        return self.level.size - _middle(map(self.alone.__getitem__, names))

    def _room(self, groups: Sequence[RecordGroup], background: Background) -> int:
        """Return the units that are left beside questions and the white space around facts."""
        records = (self._set_into(background, group) for group in groups)
        beside = _middle(one.length - background.units for of in records for one in of)
        return self.level.size - beside

    def _run_together(self, segments: Sequence[Segment]) -> Background:
        return Background(tuple(segments), RunningText.of(segments, self.texts))

    def _set_into(self, background: Background, group: RecordGroup) -> list[RecordPlan]:
        """Return the records of questions; where one of several is too short, its text goes on."""
        placed, counting = group.placed(background.text), self.texts.counting
        records: list[RecordPlan] = []
        for question in group.questions:
            alone = self.alone[question.id]
            record = background.record(question, placed, alone, counting)
            short = self.level.size - record.length
            if records and short > self.level.tolerance:
                record = background.longer(short).record(question, placed, alone, counting)
            records.append(record)
        return records


def first_records(plan: LevelPlan, limit: int | None) -> LevelPlan:
    """Return the first records of a level, the places counted that needles in a row share."""
    records = plan.records[:limit]
    needles = [(record.passages, _first_needle(record)) for record in records]
    shared = sum(one == other for one, other in pairwise(needles))
    return LevelPlan(plan.level, records, shared)


def _first_needle(record: RecordPlan) -> tuple[int, int] | None:
    """Return where the needle at a record's depth stands, None where it has none."""
    if not record.question.facts or record.question.facts[0].role != "needle":
        return None
    return next((one.passage, one.offset) for one in record.insertions if one.fact == 0)


def _alone(
    questions: Iterable[Question], level: Level, counting: Counting, surplus: Surplus
) -> dict[str, int]:
    """Return the units that each question takes by itself, with its surplus."""
    alone = {
        question.id: sum(map(counting.count, question.texts)) + surplus.get(question.id, 0)
        for question in questions
    }
    longest = max(alone.values())
    if longest >= level.size:
        raise QuestionTooLongError(longest)
    return alone


def _farthest(records: Iterable[RecordPlan], level: Level) -> int:
    lengths = (record.length for record in records)
    return max(lengths, key=lambda length: abs(length - level.size))


def _is_met(records: Iterable[RecordPlan], level: Level) -> bool:
    return abs(_farthest(records, level) - level.size) <= level.tolerance


def _middle(numbers: Iterable[int]) -> int:
    """Return the number between the least and the greatest."""
    found = list(numbers)
    return (min(found) + max(found)) // 2
