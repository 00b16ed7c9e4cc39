"""The documents that can fill the gaps of a recipe's contexts."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from lvbuild.mix.gap import Measure
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Passage
from lvbuild.seeds import child_seed


class Means(NamedTuple):
    """What documents come to in the mean: units of one, and characters of a unit."""

    size: float
    density: float


class Part:
    """Some documents of a pool, and by what they measure, so that a fitting one is found."""

    def __init__(self, pool: Pool, places: Iterable[int]) -> None:
        self.places = frozenset(places)
        self.units = sum(map(pool.sizes.__getitem__, self.places))
        self.characters = sum(map(pool.lengths.__getitem__, self.places))
        self._pool = pool

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
        if not self._excerpts:
            return frozenset()
        turns = {
            name: len(places & taken) - len(places & refused)
            for name, places in self._excerpts.items()
        }
        left = [turns[name] for name, places in self._excerpts.items() if not places <= taken]
        turn = min(left, default=0) if self._whole <= taken else 0
        return frozenset().union(*(self._excerpts[name] for name in turns if turns[name] > turn))

    @cached_property
    def _excerpts(self) -> Mapping[str, frozenset[int]]:
        """The places of the excerpts of each document that has several."""
        places: dict[str, list[int]] = defaultdict(list)
        for place in self.places:
            places[self._pool.documents[place]].append(place)
        return {name: frozenset(each) for name, each in places.items() if len(each) > 1}

    @cached_property
    def _whole(self) -> frozenset[int]:
        return self.places.difference(*self._excerpts.values())

    @cached_property
    def _by_size(self) -> tuple[list[int], list[int]]:
        return _ascending(self._pool.sizes, self.places)

    @cached_property
    def _by_length(self) -> tuple[list[int], list[int]]:
        return _ascending(self._pool.lengths, self.places)


class Pool:
    """Documents in one seeded order.

    `corpora` are, for each, the names of the corpora that hold it, `documents` the ids of what they
    are excerpts of, else their own. `keys` are a number for each that follows from its id.
    """

    def __init__(
        self,
        outlines: Sequence[Outline],
        corpora: Sequence[Collection[str]] = (),
        documents: Sequence[str] = (),
    ) -> None:
        self.outlines = outlines
        self.sizes = [outline.size for outline in outlines]
        self.lengths = [outline.length for outline in outlines]
        self.passages = [whole(outline) for outline in outlines]
        self.places = {outline.document_id: place for place, outline in enumerate(outlines)}
        self.keys = [child_seed(outline.document_id) for outline in outlines]
        self.documents = documents or [outline.document_id for outline in outlines]
        self._corpora = corpora
        self._parts: dict[str, tuple[Part, Part]] = {}

    def parts(self, corpus: str) -> tuple[Part, Part]:
        """Return the documents that a corpus holds, and all others."""
        if corpus not in self._parts:
            every = range(len(self.outlines))
            held = {place for place, names in enumerate(self._corpora) if corpus in names}
            self._parts[corpus] = Part(self, held), Part(self, held.symmetric_difference(every))
        return self._parts[corpus]


class QuestionPool:
    """The pool as one question has it.

    `refused` are the places of documents that it may not have; `changed` outlines stand in for
    those whose words it replaces. The documents of `corpus`, which asks it, come before all others.
    """

    def __init__(
        self,
        pool: Pool,
        refused: Iterable[int] = (),
        changed: Mapping[int, Outline] | None = None,
        corpus: str = "",
    ) -> None:
        self._pool = pool
        self._changed = changed or {}
        self._parts = pool.parts(corpus)
        self.keys = pool.keys
        self.refused = frozenset(refused)
        self.sizes, self.lengths = list(pool.sizes), list(pool.lengths)
        self.passages = list(pool.passages)
        for index, outline in self._changed.items():
            self.sizes[index], self.lengths[index] = outline.size, outline.length
            self.passages[index] = whole(outline)

    @property
    def changed(self) -> AbstractSet[int]:
        """The places of the documents whose words the question replaces."""
        return self._changed.keys()

    @property
    def own(self) -> AbstractSet[int]:
        """The places of the documents of the corpus that asks the question."""
        return self._parts[0].places

    @property
    def units(self) -> int:
        """The units of all documents that the question may have."""
        return sum(size for i, size in enumerate(self.sizes) if i not in self.refused)

    def means(self, room: float) -> Means:
        """Return what the documents come to that fill so many units, its own corpus's first."""
        own, others = self._parts
        refused = sum(self.sizes[place] for place in self.refused if place in own.places)
        share = min((own.units - refused) / max(room, 1), 1.0) if others.units else 1.0
        parts = [(share, own), (1 - share, others)]
        density = sum(weight * part.characters / max(part.units, 1) for weight, part in parts)
        passages = sum(weight * len(part.places) / max(part.units, 1) for weight, part in parts)
        return Means(1 / passages if passages else 1.0, density)

    def outline(self, index: int) -> Outline:
        """Return what is known of a document as the question has it."""
        return self._changed.get(index) or self._pool.outlines[index]

    def outline_of(self, document_id: str) -> Outline:
        """Return the same by the document's id."""
        return self.outline(self._pool.places[document_id])

    def walk(self, offset: int) -> Iterator[int]:
        """Yield all places from an offset on, in turns."""
        return self.in_turns([*range(offset, len(self.sizes)), *range(offset)])

    def in_turns(self, places: Iterable[int]) -> Iterator[int]:
        """Yield places in their order, but those of its own corpus before all others.

        Of either, one excerpt of each document comes before the second of any.
        """
        turns: dict[tuple[bool, int], list[int]] = defaultdict(list)
        seen: Counter[str] = Counter()
        for place in places:
            document = self._pool.documents[place]
            turns[place not in self.own, seen[document]].append(place)
            seen[document] += 1
        return chain.from_iterable(turns[turn] for turn in sorted(turns))

    def fitting(
        self, room: float, tolerance: float, measure: Measure, taken: AbstractSet[int]
    ) -> int | None:
        """Return the unchanged document, not taken, that takes nearest to the room.

        It is one of the question's own corpus as long as any is left, and no second excerpt of a
        document while there are others.
        """
        own, others = self._parts
        part = others if own.places <= taken else own
        barred = taken | part.had(taken, self.refused) | self.changed
        return part.fitting(room, tolerance, measure, barred)


def _ascending(values: Sequence[int], places: Iterable[int]) -> tuple[list[int], list[int]]:
    indices = sorted(places, key=lambda index: (values[index], index))
    return [values[index] for index in indices], indices


def whole(outline: Outline) -> Passage:
    """Return a document as a passage that is not cut."""
    return Passage(outline.document_id, "distracting", 0, outline.length, whole=True)
