"""Planning needle tasks: questions of their own on a background that as many share as can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from operator import itemgetter
from types import MappingProxyType

from lvbuild.core.model import Fact, LanguageCode, Level, Question
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    Insertion,
    LevelPlan,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.running import Place, RunningText, nearest, spacing
from lvbuild.mixing.stretch import Part, Stretches
from lvbuild.text.counting import Counting

_TRIES = 50
"""Other ways to lay the texts out that are tried."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Questions whose records differ by facts alone: the first has all, at `depths`.

    The others lack some of them; what they have stands where the first has it.
    """

    questions: tuple[Question, ...]
    depths: tuple[float, ...]


def even_depths(first: float, count: int) -> tuple[float, ...]:
    """Return the depths of so many facts: the first's, the others' at even steps around from it."""
    return (first, *((first + place / count) % 1 for place in range(1, count)))


def first_records(plan: LevelPlan, limit: int | None) -> LevelPlan:
    """Return the first records of a level, the places counted that needles in a row share."""
    records = plan.records[:limit]
    needles = [(record.passages, _first_needle(record)) for record in records]
    shared = sum(one == other for one, other in pairwise(needles))
    return LevelPlan(plan.level, records, shared)


class NeedlePlanner:
    """Plans the levels of a needle task, its questions counted once."""

    def __init__(
        self,
        texts: Sequence[Outline],
        hidden: Sequence[Hidden],
        language: LanguageCode,
        counting: Counting,
    ) -> None:
        self._texts = texts
        self._hidden = hidden
        self._language: LanguageCode = language
        self._counting = counting
        questions = (question for each in hidden for question in each.questions)
        self._alone = {q.id: sum(map(counting.count, q.texts)) for q in questions}

    def plan(self, level: Level, surplus: Mapping[str, int] = MappingProxyType({})) -> LevelPlan:
        """Plan the records of a level, each within its tolerance.

        They share a background as long as that leaves them near enough to the level; for the others
        the next one is laid out. `surplus` is what records were found to have beyond their counts,
        by question.

        Raises QuestionTooLongError where a question leaves no room for texts, LevelTooLargeError
        where the texts do not suffice, UnevenTextError where nothing brings a record within the
        level's tolerance.
        """
        alone = {name: units + surplus.get(name, 0) for name, units in self._alone.items()}
        longest = max(alone.values())
        if longest >= level.size:
            raise QuestionTooLongError(longest)
        made = _Records(self, level, alone)
        made.lay_out(self._hidden)
        return LevelPlan(level, tuple(r for hidden in self._hidden for r in made.of(hidden)))

    def stretches(self, level: Level) -> Stretches:
        """Return the ways to take a level's units of the texts."""
        return Stretches(self._texts, level.tolerance, self._counting)

    def background(self, parts: Sequence[Part]) -> _Background:
        """Return texts that are run together."""
        return _Background(parts, self._language)

    def set_into(
        self, background: _Background, hidden: Hidden, alone: Mapping[str, int]
    ) -> list[RecordPlan]:
        """Return the records of questions on a background; `alone` is what each takes by itself."""
        places = background.places(hidden.questions[0].facts, hidden.depths)
        records = []
        for question in hidden.questions:
            insertions = _in_order(question, places)
            units = alone[question.id] + background.units
            length = units + spacing(insertions, self._counting)
            records.append(RecordPlan(question, 0, length, background.passages, insertions))
        return records


class _Records:
    """The records of a level and the backgrounds that they have come to stand on.

    `alone` are the units that each question takes by itself.
    """

    def __init__(self, planner: NeedlePlanner, level: Level, alone: Mapping[str, int]) -> None:
        self._planner = planner
        self._level = level
        self._alone = alone
        self._stretches = planner.stretches(level)
        self._backgrounds: list[_Background] = []

    def lay_out(self, hidden: Sequence[Hidden]) -> None:
        """Lay out the background that is nearest to what most questions leave room for."""
        self._backgrounds += list(self._usual(hidden))[-1:]

    def of(self, hidden: Hidden) -> list[RecordPlan]:
        """Return the records of questions, on the first background that suits them together.

        Where none does, each stands on one of its own.
        """
        reached: list[int] = []
        for background in self._suitable(hidden):
            records = self._planner.set_into(background, hidden, self._alone)
            if self._off(records) <= self._level.tolerance:
                if background not in self._backgrounds:
                    self._backgrounds.append(background)
                return records
            reached.append(max(records, key=lambda record: self._off([record])).length)
        if len(hidden.questions) == 1:
            size = self._level.size
            raise UnevenTextError(min(reached, key=lambda length: abs(length - size), default=0))
        return [
            record for question in hidden.questions for record in self.of(_alone(question, hidden))
        ]

    def _suitable(self, hidden: Hidden) -> Iterator[_Background]:
        """Yield the backgrounds that there are, then others laid out for these questions."""
        yield from list(self._backgrounds)
        room = self._by_themselves([hidden])
        for background in self._usual([hidden]):
            yield background
            room = self._room([hidden], background)
        for parts in islice(self._stretches.others(max(room, 0)), _TRIES):
            yield self._planner.background(parts)

    def _usual(self, hidden: Sequence[Hidden]) -> Iterator[_Background]:
        """Yield the usual background for questions, then with room for what parts their facts.

        There is none where the first text can be cut nowhere and leaving it out is nearer.
        """
        room = self._by_themselves(hidden)
        for _ in range(2):
            parts = self._stretches.usual(max(room, 0))
            if not parts:
                return
            background = self._planner.background(parts)
            yield background
            room = self._room(hidden, background)

    def _by_themselves(self, hidden: Sequence[Hidden]) -> int:
        """Return the units that are left beside questions by themselves."""
        names = (question.id for each in hidden for question in each.questions)
        return self._level.size - _middle(map(self._alone.__getitem__, names))

    def _room(self, hidden: Sequence[Hidden], background: _Background) -> int:
        """Return the units that are left beside questions and the white space around facts."""
        records = (self._planner.set_into(background, each, self._alone) for each in hidden)
        beside = _middle(one.length - background.units for of in records for one in of)
        return self._level.size - beside

    def _off(self, records: Sequence[RecordPlan]) -> int:
        return max(abs(record.length - self._level.size) for record in records)


class _Background:
    """Texts that are run together, and the places of facts in them."""

    def __init__(self, parts: Sequence[Part], language: LanguageCode) -> None:
        self._text = RunningText(parts, language)
        self.passages = tuple(part.passage for part in parts)
        self.units = sum(part.units for part in parts)

    def places(self, facts: Sequence[Fact], depths: Sequence[float]) -> dict[Fact, Place]:
        """Return the places of facts in their order, each at the boundary nearest to its depth.

        One outside quoted speech is taken where it is near. The depth is where a fact starts, over
        all the places where it could.
        """
        placed = sorted(zip(depths, facts, strict=True), key=itemgetter(0))
        # Once to learn of the white space around them, which their depths depend on.
        white = self._placed(placed, len(facts))[1]
        return self._placed(placed, white)[0]

    def _placed(
        self, placed: Sequence[tuple[float, Fact]], white: int
    ) -> tuple[dict[Fact, Place], int]:
        """Return the places of facts with so much white space in all, and what it comes to."""
        text = self._text
        sizes = sum(len(fact.text) for _, fact in placed)
        total = text.length + sizes + white
        found: dict[Fact, Place] = {}
        last, added = text.all[0], 0
        for depth, fact in placed:
            room = total - len(fact.text)
            wanted = depth * room - added
            place = nearest(text.firm, text.all, wanted, room)
            # Facts that crowd would else pass each other.
            last = found[fact] = max(place, last)
            added += len(last.lead) + len(fact.text) + len(last.tail)
        return found, added - sizes


def _in_order(question: Question, places: dict[Fact, Place]) -> tuple[Insertion, ...]:
    """Return the insertions of a question's facts in the order of the text."""
    index = {fact: index for index, fact in enumerate(question.facts)}
    return tuple(place.insertion(index[fact]) for fact, place in places.items() if fact in index)


def _alone(question: Question, hidden: Hidden) -> Hidden:
    """Return a question by itself, its facts at the depths that they have."""
    depths = dict(zip(hidden.questions[0].facts, hidden.depths, strict=True))
    return Hidden((question,), tuple(depths[fact] for fact in question.facts))


def _first_needle(record: RecordPlan) -> tuple[int, int] | None:
    """Return where the needle at a record's depth stands, None where it has none."""
    if not record.question.facts or record.question.facts[0].role != "needle":
        return None
    return next((one.passage, one.offset) for one in record.insertions if one.fact == 0)


def _middle(numbers: Iterable[int]) -> int:
    """Return the number between the least and the greatest."""
    found = list(numbers)
    return (min(found) + max(found)) // 2
