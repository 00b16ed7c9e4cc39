"""Planning contexts in which documents stand once or more, so that they can be counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import ceil, floor

from lvbuild.mix.choosing import choose
from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.layout import HeadingUnits
from lvbuild.mix.plan import RecordPlan
from lvbuild.mix.pool import Pool
from lvbuild.model import Level, Question
from lvbuild.seeds import Draws

_CHOSEN_TOLERANCE = 0.004
_LOOKED_AHEAD = 50
_GIVEN_BACK = 8
"""Passages that a level has added and that may go again where no documents end it."""


class RepeatMixer:
    """Plans a question's records level by level, each with the passages of the shorter ones.

    Of its passages the part `share` are distinct documents, taken from the place `offset` of the
    pool on; each of the others repeats one of them. All stand whole, in an order that is drawn.
    """

    def __init__(
        self,
        question: Question,
        pool: Pool,
        *,
        share: float,
        offset: int,
        draws: Draws,
        headings: HeadingUnits,
    ) -> None:
        self._question = question
        self._pool = pool
        self._share = share
        self._draws = draws
        self._headings = headings
        self._count = headings.counting.count
        self._standing = _Standing(pool, offset)
        self._kept = 0
        self._level: Level | None = None

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it. Raises LevelTooLargeError where the pool does not suffice,
        UnevenTextError where nothing comes within the tolerance.
        """
        standing = self._standing
        if level != self._level:
            self._level, self._kept = level, len(standing.places)
        while len(standing.places) > self._kept:
            standing.remove_last()
        room = level.size - surplus
        everything = sum(self._pool.sizes) + self._headings.of(len(self._pool.sizes))
        if everything < room:
            raise LevelTooLargeError(everything, level.size)
        self._fill(room, level)
        for _ in range(_GIVEN_BACK):
            if self._end(room, level):
                return self._record(surplus)
            if len(standing.places) > self._kept:
                standing.remove_last()
        raise UnevenTextError(self._length + surplus)

    @property
    def _answer(self) -> str:
        return str(len(self._standing.distinct))

    @property
    def _length(self) -> int:
        asked = self._count(self._question.input) + self._count(self._answer)
        return asked + self._standing.units + self._headings.of(len(self._standing.places))

    def _fill(self, room: int, level: Level) -> None:
        """Add passages while there is room."""
        standing = self._standing
        while True:
            if len(standing.distinct) >= self._share * (len(standing.places) + 1):
                following: int | None = self._draws.choice(standing.distinct)
            else:
                following = next(standing.others(), None)
            if following is None:
                raise LevelTooLargeError(self._length, level.size)
            standing.add(following, self._draws.uniform(0, 1))
            if self._length > room:
                standing.remove_last()
                return

    def _end(self, room: int, level: Level) -> bool:
        """Add the documents not there yet that come nearest to the room; tell whether any do."""
        passages = len(self._standing.places) + 1
        heading = self._headings.of(passages) - self._headings.of(passages - 1)
        waiting = list(islice(self._standing.others(), _LOOKED_AHEAD))
        costs = [[self._pool.sizes[place] + heading] for place in waiting]
        missing, tolerance = room - self._length, level.size * _CHOSEN_TOLERANCE
        chosen = choose(costs, ceil(missing - tolerance), floor(missing + tolerance))
        for place, taken in zip(waiting, chosen or (), strict=False):
            if taken is not None:
                self._standing.add(place, self._draws.uniform(0, 1))
        return chosen is not None and abs(self._length - room) <= level.tolerance

    def _record(self, surplus: int) -> RecordPlan:
        question = replace(self._question, answers=(self._answer,))
        passages = [self._pool.passages[p]._replace(role="haystack") for p in self._standing.order]
        return RecordPlan(question, 0, self._length + surplus, tuple(passages), ())


class _Standing:
    """The documents of a context, by their places in the pool, in the order of their coming."""

    def __init__(self, pool: Pool, offset: int) -> None:
        self.places: list[int] = []
        self.distinct: list[int] = []
        self.units = 0
        self._pool = pool
        self._ranks: list[float] = []
        self._held: set[int] = set()
        self._turns = [*range(offset, len(pool.sizes)), *range(offset)]
        self._passed = 0

    @property
    def order(self) -> list[int]:
        """The places in the order of the context, the same among any more."""
        ranked = sorted(range(len(self.places)), key=lambda number: (self._ranks[number], number))
        return [self.places[number] for number in ranked]

    def others(self) -> Iterator[int]:
        """Yield the documents that do not stand there, in their turns."""
        while self._passed < len(self._turns) and self._turns[self._passed] in self._held:
            self._passed += 1
        following = islice(self._turns, self._passed, None)
        return (place for place in following if place not in self._held)

    def add(self, place: int, rank: float) -> None:
        """Add a document, once more where it stands there."""
        self.places.append(place)
        self._ranks.append(rank)
        self.units += self._pool.sizes[place]
        if place not in self._held:
            self._held.add(place)
            self.distinct.append(place)

    def remove_last(self) -> None:
        """Remove what was added last."""
        place = self.places.pop()
        self._ranks.pop()
        self.units -= self._pool.sizes[place]
        # What was added later was removed, so that it is the last of the distinct ones, too.
        if self.distinct[-1] == place and place not in self.places:
            self.distinct.pop()
            self._held.discard(place)
            self._passed = 0
