"""Planning contexts of labelled examples: every class among them, each by its share."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import islice
from math import ceil, floor
from typing import Self

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Draws, child_seed
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.plan import (
    HeadingUnits,
    LevelTooLargeError,
    Passage,
    RecordPlan,
    UnevenTextError,
    UnplannedError,
    whole,
)
from lvbuild.mixing.plans.filling import choose, drawn_order

_CHOSEN_TOLERANCE = 0.004
_LOOKED_AHEAD = 50
_GIVEN_BACK = 8
"""Examples that a level has added and that may go again where no others end it."""


class ClassesTooLargeError(UnplannedError):
    """A level has no room for an example of every class: with these it comes to so many units."""

    def __init__(self, classes: int, units: int) -> None:
        super().__init__(f"with an example of each of {classes} classes it comes to {units:,}")


def by_shares(classes: Sequence[str], draws: Draws) -> list[int]:
    """Draw an order of things, told by their classes, in whose beginnings each has its share.

    However far it is followed, a class is there as often as its part of all says, give or take one.
    One of each class stands before all others.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(classes):
        places[name].append(place)
    keyed: list[tuple[float, int]] = []
    for _, of in sorted(places.items()):
        offset = draws.uniform(0, 1)
        drawn = draws.shuffled(of)
        keyed.append((offset - 1, drawn[0]))
        keyed += (((n + offset) / len(of), place) for n, place in enumerate(drawn[1:], start=1))
    return [place for _, place in sorted(keyed)]


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of a recipe: their units, their passages, and a number for each by its id."""

    sizes: Sequence[int]
    passages: Sequence[Passage]
    keys: array[int]

    @classmethod
    def of(cls, documents: Iterable[SplitDocument]) -> Self:
        """Return the examples of documents, each whole."""
        outlines = [document.outline for document in documents]
        return cls(
            [outline.size for outline in outlines],
            [whole(outline.document_id, outline.length, "haystack") for outline in outlines],
            array("Q", (child_seed(outline.document_id) for outline in outlines)),
        )


@dataclass
class ExampleMixer:
    """Plans a question's records level by level, each with the examples of the shorter ones.

    Examples are named by their places; they come in `order`, of which the first
    `classes` are one of each class, and stand in another one, which the seed `ranked` draws. All
    are whole.
    """

    question: Question
    examples: Examples
    _: KW_ONLY
    order: Sequence[int]
    classes: int
    ranked: int
    headings: HeadingUnits

    def __post_init__(self) -> None:
        self._taken: list[int] = []
        self._kept = 0
        self._level: Level | None = None
        self._ranked = drawn_order(self.examples.keys, self.ranked, "rank")

    @property
    def least(self) -> int:
        """The units of a record with an example of each class."""
        return self._length(self.order[: self.classes])

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, which is no smaller than the one planned before.

        `surplus` is what the record was found to have beyond its counts when it was planned before:
        room is left for it. Raises ClassesTooLargeError where not every class has room,
        LevelTooLargeError where the examples do not suffice, UnevenTextError where none come within
        the tolerance.
        """
        if level != self._level:
            self._level, self._kept = level, len(self._taken)
        least = max(self._kept, self.classes)
        taken = self._taken[: self._kept]
        there = set(taken)
        waiting = [place for place in self.order if place not in there]
        while len(taken) < least:
            taken.append(waiting.pop(0))
        if (length := self._length(taken) + surplus) > level.size + level.tolerance:
            raise ClassesTooLargeError(self.classes, length)
        if (every := self._length(self.order) + surplus) < level.size - level.tolerance:
            raise LevelTooLargeError(every, level.size)
        room = level.size - surplus
        units = self._length(taken)
        added = self._fitting(waiting, len(taken), room - units)
        for back in range(min(_GIVEN_BACK, added) + 1):
            kept = [*taken, *waiting[: added - back]]
            others = waiting[added - back :]
            if (ended := self._end(kept, others, room, level)) is not None:
                self._taken = ended
                return self._record(self._length(ended) + surplus)
        raise UnevenTextError(self._length([*taken, *waiting[:added]]) + surplus)

    def _fitting(self, waiting: Sequence[int], before: int, room: int) -> int:
        """Return how many of those that wait, in their order, fit into so many units."""
        units, bare = 0, self.headings.of(before)
        for number, place in enumerate(waiting):
            units += self.examples.sizes[place]
            if units + self.headings.of(before + number + 1) - bare > room:
                return number
        return len(waiting)

    def _end(
        self, taken: Sequence[int], waiting: Iterable[int], room: int, level: Level
    ) -> list[int] | None:
        """Return the examples with those that come nearest to the room, None where none do."""
        missing, tolerance = room - self._length(taken), level.size * _CHOSEN_TOLERANCE
        offer = [*islice(waiting, _LOOKED_AHEAD)]
        heading = self.headings.of(len(taken) + 1) - self.headings.of(len(taken))
        costs = [[self.examples.sizes[place] + heading] for place in offer]
        chosen = choose(costs, ceil(missing - tolerance), floor(missing + tolerance))
        if chosen is None:
            return None
        more = (place for place, one in zip(offer, chosen, strict=True) if one is not None)
        ended = [*taken, *more]
        return ended if abs(self._length(ended) - room) <= level.tolerance else None

    def _length(self, places: Sequence[int]) -> int:
        asked = (self.question.input, *self.question.answers)
        units = sum(map(self.headings.counting.count, asked))
        units += sum(map(self.examples.sizes.__getitem__, places))
        return units + self.headings.of(len(places))

    def _record(self, length: int) -> RecordPlan:
        ranked = self._ranked(self._taken).tolist()
        laid = tuple(map(self.examples.passages.__getitem__, ranked))
        return RecordPlan(self.question, 0, length, laid, ())
