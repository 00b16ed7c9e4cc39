"""Planning haystacks: facts in running text, on a background that as many share as can."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import filterfalse, islice, pairwise
from operator import attrgetter, itemgetter
from types import MappingProxyType

from lvbuild.core.model import Fact, LanguageCode, Level, Question
from lvbuild.languages.boundary import Lean
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import LevelPlan, QuestionTooLongError, RecordPlan, UnevenTextError
from lvbuild.mixing.running_text import (
    NEAR,
    START,
    Background,
    Cutter,
    Place,
    RunningText,
    Segment,
    closest,
)
from lvbuild.text.counting import Counting

_TRIES = 50
"""Other ways to lay the texts out that are tried."""

Surplus = Mapping[str, int]
"""What records were found to have beyond their counts, by question: room is left for it."""
NO_SURPLUS: Surplus = MappingProxyType({})

Leaning = Callable[[str, int], Lean]
"""How much the sentence leans that follows a boundary of a document, by its place in the outline.
"""


def plan_positions(
    level: Level,
    texts: Sequence[Outline],
    question: Question,
    *,
    language: LanguageCode,
    counting: Counting,
    positions: int,
    phase: float,
    leaning: Leaning,
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    """Plan the records of fact recall: the needle at `positions` evenly spaced depths of one text.

    The texts are taken in their order, the last one cut at a boundary; where none is near enough,
    sentences or texts are left out (see Cutter). `phase` (within a quarter) shifts the places of
    the confusing facts, which all records share; `leaning` tells before which sentences none should
    stand. The depth is where the needle starts, over all the places where it could.

    Raises QuestionTooLongError where the question leaves no room for texts, LevelTooLargeError
    where the texts do not suffice, UnevenTextError where nothing brings the records within the
    level's tolerance.
    """
    [alone] = _alone([question], level, counting, surplus).values()
    [needle] = (fact for fact in question.facts if fact.role == "needle")

    def laid_out(segments: Sequence[Segment]) -> list[RecordPlan]:
        background = _with_confusing_facts(segments, question, phase, language, leaning)
        records = []
        for position in range(positions):
            depth = position / (positions - 1)
            places, _ = _places(background.text, [(depth, needle)], 0)
            record = background.record(question, places, alone, counting)
            records.append(record._replace(position=position))
        return records

    cutter = Cutter(texts, level.tolerance, counting)
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
    segments: Sequence[Segment],
    question: Question,
    phase: float,
    language: LanguageCode,
    leaning: Leaning,
) -> Background:
    """Set k facts at the firm boundaries nearest (j + 1 + phase) / (k + 1) of the context.

    Those before a sentence that points back are passed over where another is about as near.
    """

    def points_back(place: Place) -> bool:
        outline = segments[place.passage].text
        boundary = bisect_left(outline.boundaries, place.offset, key=attrgetter("offset"))
        return leaning(outline.document_id, boundary) is Lean.POINTS_BACK

    background = Background.of(segments, language)
    text = background.text
    facts = question.facts_of("confusing")
    total = text.length + sum(len(fact) for _, fact in facts)
    shared = []
    after = 0
    for j, (index, fact) in enumerate(facts):
        within = [place for place in text.firm or text.all if place.start]
        places = within or text.all
        # A long fact before it would take the next one back to before itself.
        wanted = max((j + 1 + phase) / (len(facts) + 1) * total, after)
        firm = _around(places, wanted, after, NEAR * text.length)
        place = next(filterfalse(points_back, firm), None) or closest(places, wanted)
        shared.append(place.insertion(index))
        length = len(place.lead) + len(fact) + len(place.tail)
        text = text.with_inserted(place, length)
        after = place.start + length + len(place.lead)
    return replace(background, text=text, shared=tuple(shared))


def _around(places: Sequence[Place], wanted: float, after: float, reach: float) -> list[Place]:
    """Return the places within reach of one, and after another, by their distance."""
    first = bisect_left(places, max(wanted - reach, after), key=START)
    last = bisect_left(places, wanted + reach, key=START)
    return sorted(places[first:last], key=lambda one: abs(one.start + len(one.lead) - wanted))


def _places(
    text: RunningText, placed: Sequence[tuple[float, Fact]], white: int
) -> tuple[dict[Fact, Place], int]:
    """Return the places of facts by ascending depth, each at the boundary nearest to its own.

    `white` is the white space in all around them that depths reckon with; what it comes to is
    returned as well.
    """
    sizes = sum(len(fact.text) for _, fact in placed)
    total = text.length + sizes + white
    found: dict[Fact, Place] = {}
    last, added = text.all[0], 0
    for depth, fact in placed:
        room = total - len(fact.text)
        place = text.nearest(depth * room - added, room)
        # Facts that crowd would else pass each other.
        last = found[fact] = max(place, last)
        added += len(last.lead) + len(fact.text) + len(last.tail)
    return found, added - sizes


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Questions whose records differ by facts alone: the first has all, at `depths`.

    The others lack some of them; what they have stands where the first has it.
    """

    questions: tuple[Question, ...]
    depths: tuple[float, ...]

    def places(self, text: RunningText) -> dict[Fact, Place]:
        """Return the places of the facts in their order."""
        facts = zip(self.depths, self.questions[0].facts, strict=True)
        placed = sorted(facts, key=itemgetter(0))
        # Once to learn of the white space around them, which their depths depend on.
        _, white = _places(text, placed, len(placed))
        return _places(text, placed, white)[0]

    def apart(self) -> list[RecordGroup]:
        """Return each question by itself, its facts at the depths that they have."""
        depths = dict(zip(self.questions[0].facts, self.depths, strict=True))
        return [
            RecordGroup((question,), tuple(depths[fact] for fact in question.facts))
            for question in self.questions
        ]


def even_depths(first: float, count: int) -> tuple[float, ...]:
    """Return the depths of so many facts: the first's, the others' at even steps around from it."""
    return (first, *((first + place / count) % 1 for place in range(1, count)))


def plan_groups(
    level: Level,
    texts: Sequence[Outline],
    groups: Sequence[RecordGroup],
    *,
    language: LanguageCode,
    counting: Counting,
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    """Plan the records of a needle task, each within the level's tolerance.

    They share a background as long as that leaves them near enough to the level; for the others the
    next one is laid out.

    Raises QuestionTooLongError where a question leaves no room for texts, LevelTooLargeError where
    the texts do not suffice, UnevenTextError where nothing brings a record within the level's
    tolerance.
    """
    questions = [question for group in groups for question in group.questions]
    alone = _alone(questions, level, counting, surplus)
    cutter = Cutter(texts, level.tolerance, counting)
    planner = _GroupPlanner(level, cutter, alone, language, counting)
    # The background that is nearest to what most questions leave room for.
    planner.backgrounds += list(planner.usual(groups))[-1:]
    return LevelPlan(level, tuple(one for group in groups for one in planner.records(group)))


@dataclass
class _GroupPlanner:
    """The backgrounds that the records of a level have come to stand on.

    `alone` are the units that each question takes by itself.
    """

    level: Level
    cutter: Cutter
    alone: Mapping[str, int]
    language: LanguageCode
    counting: Counting
    backgrounds: list[Background] = field(default_factory=list)

    def records(self, group: RecordGroup) -> list[RecordPlan]:
        """Return the records of questions, on the first background that suits them together.

        Where none does, each stands on one of its own.
        """
        reached: list[int] = []
        for background in self._suitable(group):
            records = self._set_into(background, group)
            if _is_met(records, self.level):
                if background not in self.backgrounds:
                    self.backgrounds.append(background)
                return records
            reached.append(_farthest(records, self.level))
        if len(group.questions) == 1:
            size = self.level.size
            raise UnevenTextError(min(reached, key=lambda length: abs(length - size), default=0))
        return [record for each in group.apart() for record in self.records(each)]

    def usual(self, groups: Sequence[RecordGroup]) -> Iterator[Background]:
        """Yield the usual background for questions, then with room for what parts their facts.

        There is none where the first text can be cut nowhere and leaving it out is nearer.
        """
        room = self._by_themselves(groups)
        for _ in range(2):
            segments = self.cutter.usual(max(room, 0))
            if not segments:
                return
            background = Background.of(segments, self.language)
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
            yield Background.of(segments, self.language)

    def _by_themselves(self, groups: Sequence[RecordGroup]) -> int:
        """Return the units that are left beside questions by themselves."""
        names = (question.id for group in groups for question in group.questions)
        return self.level.size - _middle(map(self.alone.__getitem__, names))

    def _room(self, groups: Sequence[RecordGroup], background: Background) -> int:
        """Return the units that are left beside questions and the white space around facts."""
        records = (self._set_into(background, group) for group in groups)
        beside = _middle(one.length - background.units for of in records for one in of)
        return self.level.size - beside

    def _set_into(self, background: Background, group: RecordGroup) -> list[RecordPlan]:
        places = group.places(background.text)
        return [
            background.record(question, places, self.alone[question.id], self.counting)
            for question in group.questions
        ]


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
