"""Planning contexts in which documents stand once or more, so that they can be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from itertools import islice
from math import ceil, floor

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Draws, permuted
from lvbuild.mixing.plan import (
    HeadingUnits,
    LevelTooLargeError,
    Passage,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.plans.filling import choose
from lvbuild.mixing.pool import Pool, PoolView

_CHOSEN_TOLERANCE = 0.004
_LOOKED_AHEAD = 50
_GIVEN_BACK = 8
"""Passages that a level has added and that may go again where no documents end it."""
_PARTS = 4
"""The shortest document, or the level, has so many of the least that a document may be cut to."""


@dataclass
class RepeatMixer:
    """Plans a question's records level by level, each with the passages of the shorter ones.

    Of its passages the part `share` are distinct documents of the pool, taken in the order that
    the seed `order` draws; each of the others repeats one of them. They stand in a drawn order, and
    whole, but for one at a level that no whole documents end. In longer levels that one stands
    whole, or to a later sentence where these are not met else.

    Documents are named by their places in the pool: those of a context are held in the order of
    their coming, with the boundaries at which those end that are cut.
    """

    question: Question
    pool: Pool
    _: KW_ONLY
    share: float
    order: int
    draws: Draws
    headings: HeadingUnits

    def __post_init__(self) -> None:
        self._places: list[int] = []
        self._ranks: list[float] = []
        self._distinct: list[int] = []
        self._held: set[int] = set()
        self._ends: dict[int, int] = {}
        self._units = 0
        self._turns = [*permuted(len(self.pool.sizes), self.order)]
        self._passed = 0
        self._kept = 0
        self._cut: dict[int, int] = {}
        self._level: Level | None = None

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it. Raises LevelTooLargeError where the pool does not suffice,
        UnevenTextError where nothing comes within the tolerance.
        """
        if level != self._level:
            self._level, self._kept, self._cut = level, len(self._places), dict(self._ends)
        room = level.size - surplus
        everything = sum(self.pool.sizes) + self.headings.of(len(self.pool.sizes))
        if everything < room:
            raise LevelTooLargeError(everything, level.size)
        nearest = 0
        for ends in ({}, self._cut) if self._cut else ({},):
            while len(self._places) > self._kept:
                self._remove_last()
            self._end_at(ends)
            if self._length > room:
                continue
            self._fill(room, level)
            nearest = self._length + surplus
            for left in reversed(range(_GIVEN_BACK)):
                if self._end(room, level, cutting=not left):
                    question = replace(self.question, answers=(self._answer,))
                    return RecordPlan(question, 0, self._length + surplus, self._passages, ())
                if len(self._places) > self._kept:
                    self._remove_last()
        raise UnevenTextError(nearest)

    def of_passages(self, number: int) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question of a context with so many passages, all of them whole, and these.

        Raises LevelTooLargeError, in passages, where the pool does not suffice.
        """
        while len(self._places) < number:
            following = self._following()
            if following is None:
                raise LevelTooLargeError(len(self._places), number)
            self._add(following)
        return replace(self.question, answers=(self._answer,)), self._passages

    @property
    def _answer(self) -> str:
        return str(len(self._distinct))

    @property
    def _length(self) -> int:
        asked = sum(map(self.headings.counting.count, (self.question.input, self._answer)))
        return asked + self._units + self.headings.of(len(self._places))

    @property
    def _passages(self) -> tuple[Passage, ...]:
        """The documents in the order of the context, the same among any more."""
        ranked = sorted(range(len(self._places)), key=lambda number: (self._ranks[number], number))
        view = PoolView(self.pool)
        laid = (
            view.passage(place, self._ends.get(place))
            for place in map(self._places.__getitem__, ranked)
        )
        return tuple(passage._replace(role="haystack") for passage in laid)

    def _fill(self, room: int, level: Level) -> None:
        while True:
            following = self._following()
            if following is None:
                raise LevelTooLargeError(self._length, level.size)
            self._add(following)
            if self._length > room:
                self._remove_last()
                return

    def _following(self) -> int | None:
        """Draw the document that comes next; None where the pool is spent."""
        if len(self._distinct) >= self.share * (len(self._places) + 1):
            return self.draws.choice(self._distinct)
        return next(self._others(), None)

    def _end(self, room: int, level: Level, *, cutting: bool) -> bool:
        """Add documents not there yet that come nearest to the room; tell whether any do.

        `cutting` lets one of them be cut where no whole ones do.
        """
        missing, tolerance = room - self._length, level.size * _CHOSEN_TOLERANCE
        for offer in self._offers(level, cutting):
            costs = [[self._cost(place, end) for end in ends] for place, ends in offer]
            chosen = choose(costs, ceil(missing - tolerance), floor(missing + tolerance))
            if chosen is not None:
                for (place, ends), taken in zip(offer, chosen, strict=True):
                    if taken is not None:
                        self._let_end(place, ends[taken])
                return abs(self._length - room) <= level.tolerance
        return False

    def _offers(self, level: Level, cutting: bool) -> Iterator[list[tuple[int, list[int]]]]:
        """Yield documents, each with the boundaries at which it may end.

        Those not there yet are whole at first. Then, where that is asked for, those that are cut
        may end later, and each of the others in its turn may be cut: to no less than a quarter of
        the shortest document or of the level.
        """
        least = min([*self.pool.sizes, level.size]) / _PARTS
        outlines = self.pool.outlines
        waiting = list(islice(self._others(), _LOOKED_AHEAD))
        whole = [(place, [len(outlines[place].counts) - 1]) for place in waiting]
        yield whole
        if cutting:
            later = [
                (place, [cut for cut in outlines[place].cuts if cut > end])
                for place, end in self._ends.items()
            ]
            for turn, place in enumerate(waiting):
                ends = [cut for cut in outlines[place].cuts if outlines[place].counts[cut] >= least]
                yield [*later, (place, ends), *whole[:turn], *whole[turn + 1 :]]

    def _cost(self, place: int, end: int) -> int:
        """Return what a document takes that ends there, beyond what it takes now."""
        counts = self.pool.outlines[place].counts
        if place in self._held:
            return self._places.count(place) * (counts[end] - counts[self._ends[place]])
        passages = len(self._places)
        return counts[end] + self.headings.of(passages + 1) - self.headings.of(passages)

    def _others(self) -> Iterator[int]:
        """Yield the documents that do not stand there, in their turns."""
        while self._passed < len(self._turns) and self._turns[self._passed] in self._held:
            self._passed += 1
        following = islice(self._turns, self._passed, None)
        return (place for place in following if place not in self._held)

    def _add(self, place: int) -> None:
        """Add a document, once more where it stands there."""
        self._places.append(place)
        self._ranks.append(self.draws.uniform(0, 1))
        self._units += self._taken(place)
        if place not in self._held:
            self._held.add(place)
            self._distinct.append(place)

    def _let_end(self, place: int, end: int) -> None:
        """Let a document end at a boundary, and add it where it does not stand there."""
        if place not in self._held:
            self._add(place)
        if place in self._ends or end < len(self.pool.outlines[place].counts) - 1:
            self._end_at({**self._ends, place: end})

    def _end_at(self, ends: Mapping[int, int]) -> None:
        self._ends = dict(ends)
        self._units = sum(map(self._taken, self._places))

    def _taken(self, place: int) -> int:
        return self.pool.outlines[place].counts[self._ends.get(place, -1)]

    def _remove_last(self) -> None:
        """Remove what was added last."""
        place = self._places.pop()
        self._ranks.pop()
        self._units -= self._taken(place)
        # What was added later was removed, so that it is the last of the distinct ones, too.
        if self._distinct[-1] == place and place not in self._places:
            self._distinct.pop()
            self._ends.pop(place, None)
            self._held.discard(place)
            self._passed = 0
