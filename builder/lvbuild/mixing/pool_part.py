"""The documents of a pool that one corpus holds, or all others."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from lvbuild.mixing.gap import Measure


class Part:
    """Some documents of a pool by their places, so that a fitting one is found.

    `sizes` and `lengths` are the units and characters of all of the pool's, `documents` the ids of
    what they are excerpts of.
    """

    def __init__(
        self,
        places: Iterable[int],
        sizes: Sequence[int],
        lengths: Sequence[int],
        documents: Sequence[str],
    ) -> None:
        self.places = frozenset(places)
        self.units = sum(map(sizes.__getitem__, self.places))
        self.characters = sum(map(lengths.__getitem__, self.places))
        self._sizes, self._lengths = sizes, lengths
        self._documents = documents

    def beginning_at(self, offset: int) -> list[int]:
        """Return the places in their order, from an offset on, those before it last."""
        first = bisect_left(self._ordered, offset)
        return self._ordered[first:] + self._ordered[:first]

    def fitting(
        self, room: float, tolerance: float, measure: Measure, barred: Collection[int]
    ) -> int | None:
        """Return the document, not barred, that takes nearest to the room, within tolerance."""
        values, indices = self._by_size if measure.units else self._by_length
        target = room - measure.heading
        right = bisect_left(values, target)
        left = right - 1
        while True:
            above = values[right] - target if right < len(values) else tolerance + 1
            below = target - values[left] if left >= 0 else tolerance + 1
            if min(above, below) > tolerance:
                return None
            if above <= below:
                index, right = indices[right], right + 1
            else:
                index, left = indices[left], left - 1
            if index not in barred:
                return index

    def had(self, taken: AbstractSet[int], refused: AbstractSet[int]) -> AbstractSet[int]:
        """Return the excerpts of documents that have had their turn, given what was taken.

        The turn is that of the document of which least was taken, the refused excerpts aside.
        """
        if not self.has_excerpts:
            return frozenset()
        turns = {
            name: len(places & taken) - len(places & refused)
            for name, places in self._excerpts.items()
        }
        left = [turns[name] for name, places in self._excerpts.items() if not places <= taken]
        turn = min(left, default=0) if self._whole <= taken else 0
        return frozenset().union(*(self._excerpts[name] for name in turns if turns[name] > turn))

    @property
    def has_excerpts(self) -> bool:
        """Whether any document has several excerpts in it."""
        return bool(self._excerpts)

    @cached_property
    def _ordered(self) -> list[int]:
        return sorted(self.places)

    @cached_property
    def _excerpts(self) -> Mapping[str, frozenset[int]]:
        """The places of the excerpts of each document that has several."""
        places: dict[str, list[int]] = defaultdict(list)
        for place in self.places:
            places[self._documents[place]].append(place)
        return {name: frozenset(each) for name, each in places.items() if len(each) > 1}

    @cached_property
    def _whole(self) -> frozenset[int]:
        return self.places.difference(*self._excerpts.values())

    @cached_property
    def _by_size(self) -> tuple[list[int], list[int]]:
        return _ascending(self._sizes, self.places)

    @cached_property
    def _by_length(self) -> tuple[list[int], list[int]]:
        return _ascending(self._lengths, self.places)


def _ascending(values: Sequence[int], places: Iterable[int]) -> tuple[list[int], list[int]]:
    indices = sorted(places, key=lambda index: (values[index], index))
    return [values[index] for index in indices], indices
