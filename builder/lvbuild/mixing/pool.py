"""The documents that can fill the gaps of a recipe's contexts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from lvbuild.mixing.gap import Measure
from lvbuild.mixing.order import drawing_keys
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import Passage
from lvbuild.mixing.pool_part import Part


class Means(NamedTuple):
    """What documents come to in the mean: units of one, and characters of a unit."""

    size: float
    density: float


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
        self.keys = drawing_keys([outline.document_id for outline in outlines])
        self.documents = documents or [outline.document_id for outline in outlines]
        self._corpora = corpora
        self._parts: dict[str, tuple[Part, Part]] = {}

    def parts(self, corpus: str) -> tuple[Part, Part]:
        """Return the documents that a corpus holds, and all others."""
        if corpus not in self._parts:
            every = range(len(self.outlines))
            held = {place for place, names in enumerate(self._corpora) if corpus in names}
            measured = self.sizes, self.lengths, self.documents
            others = held.symmetric_difference(every)
            self._parts[corpus] = Part(held, *measured), Part(others, *measured)
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
        # Its own words may make refused documents longer than all of the corpus's were.
        left = max(own.units - refused, 0)
        share = min(left / max(room, 1), 1.0) if others.units else 1.0
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
        for part in self._parts:
            places = part.beginning_at(offset)
            yield from self._taking_turns(places) if part.has_excerpts else places

    def in_turns(self, places: Iterable[int]) -> Iterator[int]:
        """Yield places in their order, but those of its own corpus before all others.

        Of either, one excerpt of each document comes before the second of any.
        """
        others: list[int] = []
        own = self.own

        def of_own_corpus() -> Iterator[int]:
            for place in places:
                if place in own:
                    yield place
                else:
                    others.append(place)

        yield from self._taking_turns(of_own_corpus())
        yield from self._taking_turns(others)

    def _taking_turns(self, places: Iterable[int]) -> Iterator[int]:
        """Yield one place of each document, then a second, and so on; few are often enough."""
        documents = self._pool.documents
        while True:
            seen: set[str] = set()
            later: list[int] = []
            for place in places:
                if documents[place] in seen:
                    later.append(place)
                else:
                    seen.add(documents[place])
                    yield place
            if not later:
                return
            places = later

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


def whole(outline: Outline) -> Passage:
    """Return a document as a passage that is not cut."""
    return Passage(outline.document_id, "distracting", 0, outline.length, whole=True)
