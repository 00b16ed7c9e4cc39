"""Planning haystacks: each record is laid out around places where facts part least."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Draws
from lvbuild.mixing.columns import Minima
from lvbuild.mixing.plan import (
    Insertion,
    LevelPlan,
    LevelTooLargeError,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.running_text import (
    CELL,
    NO_PLACE,
    Facts,
    RunningText,
    Seam,
    Window,
    penalty,
)

if TYPE_CHECKING:
    from lvbuild.mixing.columns import Numbers

_TRIES, _MOST_TRIES = 64, 200
"""Windows that are tried for a record, and how many where facts are too far from their depths."""
FARTHEST = 0.01
"""How far from its depth the first fact of a record may stand without being counted."""
_AIMED = 2_000
"""Characters that it is looked for around the place a window was laid for: else many take one."""
_PART = 0.75
"""How far another fact may, of the step between them: over half, as parts of texts differ."""
_SHIFTS = sorted((place / 8 for place in range(-8, 9)), key=abs)
"""How far off its depth the first fact may be wanted, where nothing else will do: of its reach."""
_FEW = 3
"""Facts that may have no place near, as far as that is known beforehand, for a window to be tried.
"""
_AGAIN = 2
"""What it counts for that a window's middle lies in another record's: texts are used evenly."""
_TAKEN = 15
"""What it counts for that another record's first fact stands at a place already."""
_LOOKED_AT = 3_000
"""Places that a record's first fact may take, those that cost least."""
_SURE = 0.8
"""Of the farthest that a fact may stand from its depth: so near one will, once all are set in."""

_ROOM = 4
"""Times what a record must hold: the shortest that it may be planned for in a range."""

Surplus = Mapping[str, int]
"""What records were found to have beyond their counts, by question: room is left for it."""
NO_SURPLUS: Surplus = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """Questions whose records differ by facts alone: the first has all, at `depths`.

    The others lack some of them; what they have stands where the first has it. `position` is the
    needle's index, 0 outside fact recall. The first fact stands within 0.01 of its depth, each
    other where it parts least around its own, less than a step between depths from it.
    """

    questions: tuple[Question, ...]
    depths: tuple[float, ...]
    position: int = 0

    @property
    def reach(self) -> float:
        """How far from its depth a fact other than the first may stand."""
        return max(FARTHEST, _PART / len(self.depths))


def even_depths(first: float, count: int) -> tuple[float, ...]:
    """Return the depths of so many facts: the first's, the others' at even steps around from it."""
    return (first, *((first + place / count) % 1 for place in range(1, count)))


def plan_groups(
    level: Level,
    text: RunningText,
    groups: Sequence[RecordGroup],
    *,
    draws: Draws,
    lengths: Draws,
    surplus: Surplus = NO_SURPLUS,
) -> LevelPlan:
    """Plan records with facts in running text, each within the level's tolerance.

    The context of a group is the window of the texts, taken round and round, in which its first
    fact comes to one of the places where a fact parts least and the other facts come to such places
    around their depths too. A place that has been a first fact's counts for more, and no two groups
    have all their places in common as long as there are others: so contexts differ in more than the
    needle, which no comparison of two records can show.
    Places that cost the same are taken in a drawn order. In a range each group has a length of its
    own, drawn by `lengths` evenly over what the range leaves to its questions.

    Raises QuestionTooLongError where a question leaves no room for texts, LevelTooLargeError where
    the texts do not suffice, UnevenTextError where no window brings a record within the level's
    tolerance.
    """
    alone = _alone([one for group in groups for one in group.questions], level, text, surplus)
    need = level.size - min(alone.values())
    if not text.units or text.units < need - level.tolerance:
        raise LevelTooLargeError(text.size, need)
    planner = _Planner(level, text, alone, draws)
    records: list[RecordPlan] = []
    targets: list[Level] = []
    for group in groups:
        if level.span:
            least = round(_ROOM * max(alone[question.id] for question in group.questions))
            targets += [level.target(lengths.uniform(0, 1), least)] * len(group.questions)
            planner.turn_to(targets[-1])
        records += planner.records(group)
    return LevelPlan(level, tuple(records), tuple(targets))


class _Tried(NamedTuple):
    """A window that may be taken, by the numbers of the sentence that begins it and of its end.

    `foreseen` is what it was foreseen to cost, `least` what it costs at least if its facts are
    within their reach, `used` what it costs that other records have its texts.
    """

    first: int
    last: int
    foreseen: int
    least: int
    used: int


class _Planner:
    """Lays out the records of a level; `alone` are the units that each question takes by itself."""

    def __init__(
        self, level: Level, text: RunningText, alone: Mapping[str, int], draws: Draws
    ) -> None:
        import numpy as np

        self._text = text
        self._alone = alone
        drawn = array("I", range(len(text.places) // 2))
        draws.shuffle(drawn)
        order = np.asarray(drawn)
        order = order[np.argsort(text.costs[order], kind="stable")][:_LOOKED_AT]
        self._costs = Minima(text.costs)
        self._places, self._penalties = text.places[order], penalty(text.costs[order].astype(int))
        self.turn_to(level)
        self._taken: Counter[int] = Counter()
        self._turns = np.zeros(len(self._places), dtype=int)
        self._laid: set[tuple[int, ...]] = set()
        self._uses = np.zeros(len(self._lengths), dtype=int)

    def turn_to(self, level: Level) -> None:
        """Go on with records of another length."""
        text = self._text
        self._level = level
        self._lengths = text.lengths(level.size - _middle(self._alone.values()))
        sure = _SURE * float(self._lengths.mean())
        self._reach = sure * FARTHEST
        self._least = cache(lambda reach: text.least_penalties(sure * reach))

    def records(self, group: RecordGroup) -> list[RecordPlan]:
        """Return the records of a group, in the window that parts least of those that are tried."""
        import numpy as np

        order = sorted(range(len(group.depths)), key=group.depths.__getitem__)
        aimed = min(FARTHEST, _AIMED / float(self._lengths.mean()))
        facts = self._facts(group, order, aimed)
        alone = _middle(self._alone[one.id] for one in group.questions)
        units = self._level.size - alone
        first = order.index(0)
        best: tuple[tuple[int, bool, int], tuple[int, ...], Window, list[RecordPlan]] | None = None
        reached: list[int] = []
        every = self._facts(group, order)
        for tries, tried in enumerate(self._tried(every, facts, first, units)):
            hopeful = self._reach > CELL and tried.foreseen < _FEW * NO_PLACE
            done = tries >= _TRIES or (best and best[0][1:] <= (False, tried.foreseen))
            if best and done and not (best[0][0] and hopeful):
                break
            if best and not best[0][0] and best[0][1:] <= (False, tried.least):
                continue
            window = self._text.window(tried.first, tried.last)
            placed = window.placed(facts)
            if not placed:
                continue
            seams = dict(zip(order, placed, strict=True))
            places = tuple(seam.start % self._text.length for seam in placed)
            again = places in self._laid
            cost = sum(seam.penalty for seam in placed) + tried.used
            cost += self._taken[places[first]] * _spent(facts)
            if best and not best[0][0] and best[0][1:] <= (again, cost):
                continue
            records = self._records(group, window, seams)
            reached.append(max((one.length for one in records), key=self._missed))
            missed = self._missed(reached[-1])
            # Half of the tolerance is for what tokens come to beyond their counts.
            rough = missed > self._level.tolerance / 2
            rank = (2 * any(one.astray for one in records) + rough, again, cost)
            if missed <= self._level.tolerance and (not best or rank < best[0]):
                best = rank, places, window, records
        if best is None:
            raise UnevenTextError(min(reached, key=self._missed, default=0))
        _, places, window, records = best
        self._taken[places[first]] += 1
        self._turns[self._places == places[first]] += 1
        self._laid.add(places)
        edges = (np.array([edge.start]) for edge in (window.first, window.last))
        (low, high), (begin, end) = ((int(a[0]), int(b[0])) for a, b in self._text.covered(*edges))
        self._uses[low:high] += 1
        self._uses[begin : min(end, low)] += 1  # a whole round ends where it began
        return records

    def _missed(self, length: int) -> int:
        return abs(length - self._level.size)

    def _tried(self, every: Facts, facts: Facts, first: int, units: int) -> Iterator[_Tried]:
        """Yield windows that bring a place to the depth of the group's first fact.

        Behind those come some that bring it near, at last all that are as long as they should be.
        Those that are tried as a rule are measured together, none of the others before it is asked
        for. `every` has the reach that `facts` may have at most.
        """
        import numpy as np

        text, tolerance = self._text, self._level.tolerance
        used = np.concatenate([[0], np.cumsum(self._uses)])
        for shift in _SHIFTS:
            starts, foreseen = self._shifted(facts, first, units, shift * self._reach)
            for begin in range(0, len(starts), _TRIES):
                some = slice(begin, begin + _TRIES)
                numbers = text.windows(starts[some], units, tolerance / 2)
                yield from self._measured(every, numbers, foreseen[some], used)
        fitting = text.fitting(units, tolerance)
        yield from self._measured(every, fitting, _FEW * NO_PLACE, used)

    def _measured(
        self, every: Facts, numbers: tuple[Numbers, Numbers], foreseen: Numbers | int, used: Numbers
    ) -> Iterator[_Tried]:
        """Return what windows cost; `used` are how often the cells before each were."""
        import numpy as np

        text = self._text
        begins, ends = text.spans(*numbers)
        runs = text.covered(begins, ends)
        uses = np.sum([used[np.minimum(b, len(self._uses))] - used[a] for a, b in runs], axis=0)
        uses = _AGAIN * (uses // np.sum([b - a for a, b in runs], axis=0))
        least = uses.copy()
        for low, high in every.spans(ends - begins + 1):
            reached = np.maximum(low, 1) + begins, np.minimum(begins + high, ends)
            least += penalty(text.least_costs(*reached, self._costs))
        rows = (*numbers, np.broadcast_to(foreseen, begins.shape), least, uses)
        return map(_Tried, *(each.tolist() for each in rows))

    def _shifted(
        self, facts: Facts, first: int, units: int, shift: float
    ) -> tuple[Numbers, Numbers]:
        """Return where windows begin that bring a place so far beyond its depth.

        First those come that cost least, as far as that is known beforehand, which comes with each.
        """
        import numpy as np

        text = self._text
        lengths = np.full(len(self._places), units * text.length / text.units)
        for _ in range(2):
            starts = self._places - facts.places(lengths)[first] - shift
            lengths = self._lengths[text.cells(starts)]
        middles = text.cells(starts + lengths / 2)
        penalties = self._penalties + _AGAIN * self._uses[middles]
        for number, places in enumerate(facts.places(lengths)):
            if number != first:
                least = self._least(facts.reaches[number])
                penalties = penalties + least[text.cells(starts + places)]
        penalties = penalties + self._turns * _spent(facts)
        order = np.argsort(penalties, kind="stable")[:_MOST_TRIES]
        return np.minimum(starts[order].astype(int), self._places[order] - 1), penalties[order]

    def _records(
        self, group: RecordGroup, window: Window, seams: Mapping[int, Seam]
    ) -> list[RecordPlan]:
        """Return the records in a window; where one of several is too short, its text goes on."""
        facts = group.questions[0].facts
        found: list[RecordPlan] = []
        for question in group.questions:
            numbers = {fact: number for number, fact in enumerate(question.facts)}
            own = {index: seam for index, seam in seams.items() if facts[index] in numbers}
            insertions = tuple(
                Insertion(
                    numbers[facts[index]],
                    seam.text - window.first.text,
                    seam.offset,
                    self._text.space,
                    "",
                )
                for index, seam in own.items()
            )
            alone = self._alone[question.id]
            short = self._level.size - alone - window.units
            if found and short > self._level.tolerance:
                window = self._text.longer(window, short)
            astray = window.astray(self._facts(group, own), list(own.values()))
            length, passages = alone + window.units, window.passages
            found.append(
                RecordPlan(question, group.position, length, passages, insertions, astray=astray)
            )
        return found

    def _facts(self, group: RecordGroup, indices: Iterable[int], first: float = FARTHEST) -> Facts:
        told, depths = group.questions[0].facts, group.depths
        order = list(indices)
        return Facts(
            [depths[index] for index in order],
            [group.reach if index else first for index in order],
            [len(told[index].text) for index in order],
            len(self._text.space),
        )


def _spent(facts: Facts) -> int:
    """Return what a first fact's place counts for, each time: alone it tells contexts."""
    return _TAKEN if len(facts.depths) > 1 else NO_PLACE


def _middle(numbers: Iterable[int]) -> int:
    """Return the number between the least and the greatest."""
    found = list(numbers)
    return (min(found) + max(found)) // 2


def units_alone(question: Question, text: RunningText) -> int:
    """Return the units of a question with its facts and the white space before each."""
    return sum(map(text.counting.count, question.texts)) + len(question.facts) * text.white


def _alone(
    questions: Iterable[Question], level: Level, text: RunningText, surplus: Surplus
) -> dict[str, int]:
    """Return the units that each question takes by itself, with its surplus."""
    alone = {one.id: units_alone(one, text) + surplus.get(one.id, 0) for one in questions}
    longest = max(alone.values())
    if longest >= level.size:
        raise QuestionTooLongError(longest)
    return alone
