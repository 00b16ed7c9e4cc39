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
    """

    question: Question
    pool: Pool
    _: KW_ONLY
    share: float
    order: int
    draws: Draws
    headings: HeadingUnits

    def __post_init__(self) -> None:
        self._standing = _Standing(self.pool, self.order)
        self._kept = 0
        self._cut: dict[int, int] = {}
        self._level: Level | None = None

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it. Raises LevelTooLargeError where the pool does not suffice,
        UnevenTextError where nothing comes within the tolerance.
        """
        standing = self._standing
        if level != self._level:
            self._level, self._kept, self._cut = level, len(standing.places), dict(standing.ends)
        room = level.size - surplus
        everything = sum(self.pool.sizes) + self.headings.of(len(self.pool.sizes))
        if everything < room:
            raise LevelTooLargeError(everything, level.size)
        nearest = 0
        for ends in ({}, self._cut) if self._cut else ({},):
            standing.keep(self._kept, ends)
            if self._length > room:
                continue
            self._fill(room, level)
            nearest = self._length + surplus
            for left in reversed(range(_GIVEN_BACK)):
                if self._end(room, level, cutting=not left):
                    question = replace(self.question, answers=(self._answer,))
                    passages = tuple(standing.passages)
                    return RecordPlan(question, 0, self._length + surplus, passages, ())
                if len(standing.places) > self._kept:
                    standing.remove_last()
        raise UnevenTextError(nearest)

    @property
    def _answer(self) -> str:
        return str(len(self._standing.distinct))

    @property
    def _length(self) -> int:
        asked = sum(map(self.headings.counting.count, (self.question.input, self._answer)))
        return asked + self._standing.units + self.headings.of(len(self._standing.places))

    def _fill(self, room: int, level: Level) -> None:
        standing = self._standing
        while True:
            if len(standing.distinct) >= self.share * (len(standing.places) + 1):
                following: int | None = self.draws.choice(standing.distinct)
            else:
                following = next(standing.others(), None)
            if following is None:
                raise LevelTooLargeError(self._length, level.size)
            standing.add(following, self.draws.uniform(0, 1))
            if self._length > room:
                standing.remove_last()
                return

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
                        self._standing.end(place, ends[taken], self.draws)
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
        waiting = list(islice(self._standing.others(), _LOOKED_AHEAD))
        whole = [(place, [len(outlines[place].counts) - 1]) for place in waiting]
        yield whole
        if cutting:
            later = [
                (place, [cut for cut in outlines[place].cuts if cut > end])
                for place, end in self._standing.ends.items()
            ]
            for turn, place in enumerate(waiting):
                ends = [cut for cut in outlines[place].cuts if outlines[place].counts[cut] >= least]
                yield [*later, (place, ends), *whole[:turn], *whole[turn + 1 :]]

    def _cost(self, place: int, end: int) -> int:
        """Return what a document takes that ends there, beyond what it takes now."""
        counts, copies = self.pool.outlines[place].counts, self._standing.copies(place)
        if copies:
            return copies * (counts[end] - counts[self._standing.ends[place]])
        passages = len(self._standing.places)
        return counts[end] + self.headings.of(passages + 1) - self.headings.of(passages)


class _Standing:
    """The documents of a context, by their places in the pool, in the order of their coming."""

    def __init__(self, pool: Pool, order: int) -> None:
        self.places: list[int] = []
        self.distinct: list[int] = []
        self.units = 0
        self.ends: dict[int, int] = {}
        """The boundaries at which those end that are cut."""
        self._pool = pool
        self._ranks: list[float] = []
        self._held: set[int] = set()
        self._turns = [*permuted(len(pool.sizes), order)]
        self._passed = 0

    @property
    def passages(self) -> list[Passage]:
        """The documents in the order of the context, the same among any more."""
        ranked = sorted(range(len(self.places)), key=lambda number: (self._ranks[number], number))
        view = PoolView(self._pool)
        laid = (
            view.passage(place, self.ends.get(place))
            for place in map(self.places.__getitem__, ranked)
        )
        return [passage._replace(role="haystack") for passage in laid]

    def others(self) -> Iterator[int]:
        """Yield the documents that do not stand there, in their turns."""
        while self._passed < len(self._turns) and self._turns[self._passed] in self._held:
            self._passed += 1
        following = islice(self._turns, self._passed, None)
        return (place for place in following if place not in self._held)

    def copies(self, place: int) -> int:
        """Return how many times a document stands there."""
        return self.places.count(place) if place in self._held else 0

    def add(self, place: int, rank: float) -> None:
        """Add a document, once more where it stands there."""
        self.places.append(place)
        self._ranks.append(rank)
        self.units += self._taken(place)
        if place not in self._held:
            self._held.add(place)
            self.distinct.append(place)

    def end(self, place: int, end: int, draws: Draws) -> None:
        """Let a document end at a boundary, and add it where it does not stand there."""
        if place not in self._held:
            self.add(place, draws.uniform(0, 1))
        if place in self.ends or end < len(self._pool.outlines[place].counts) - 1:
            self._end_at({**self.ends, place: end})

    def keep(self, passages: int, ends: Mapping[int, int]) -> None:
        """Keep so many passages, the documents that are cut ending so."""
        while len(self.places) > passages:
            self.remove_last()
        self._end_at(ends)

    def _end_at(self, ends: Mapping[int, int]) -> None:
        self.ends = dict(ends)
        self.units = sum(map(self._taken, self.places))

    def _taken(self, place: int) -> int:
        return self._pool.outlines[place].counts[self.ends.get(place, -1)]

    def remove_last(self) -> None:
        """Remove what was added last."""
        place = self.places.pop()
        self._ranks.pop()
        self.units -= self._taken(place)
        # What was added later was removed, so that it is the last of the distinct ones, too.
        if self.distinct[-1] == place and place not in self.places:
            self.distinct.pop()
            self.ends.pop(place, None)
            self._held.discard(place)
            self._passed = 0
