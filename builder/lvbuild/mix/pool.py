"""The documents that can fill the gaps of a recipe's contexts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence, Set

from lvbuild.mix.gap import Measure
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Passage


class Pool:
    """Documents in one seeded order, and by what they measure, so that a fitting one is found.

    `density` is how many characters a unit takes, `mean_size` how many units a document takes.
    """

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.outlines = outlines
        self.sizes = [outline.size for outline in outlines]
        self.lengths = [outline.length for outline in outlines]
        self.passages = [whole(outline) for outline in outlines]
        self.places = {outline.document_id: place for place, outline in enumerate(outlines)}
        units = sum(self.sizes)
        self.density = sum(self.lengths) / max(units, 1)
        self.mean_size = units / max(len(self.sizes), 1)
        self._sorted = {True: _ascending(self.sizes), False: _ascending(self.lengths)}

    def fitting(
        self, room: float, tolerance: float, measure: Measure, barred: Collection[int]
    ) -> int | None:
        """Return the document, not barred, that takes nearest to the room, within tolerance."""
        values, indices = self._sorted[measure.units]
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


class QuestionPool:
    """The pool as one question has it.

    `refused` are the places of documents that it may not have; `changed` outlines stand in for
    those whose words it replaces.
    """

    def __init__(
        self,
        pool: Pool,
        refused: Collection[int] = (),
        changed: Mapping[int, Outline] | None = None,
    ) -> None:
        self._pool = pool
        self._changed = changed or {}
        self.refused = refused
        self.sizes, self.lengths = list(pool.sizes), list(pool.lengths)
        self.passages = list(pool.passages)
        for index, outline in self._changed.items():
            self.sizes[index], self.lengths[index] = outline.size, outline.length
            self.passages[index] = whole(outline)
        self.density, self.mean_size = pool.density, pool.mean_size

    @property
    def changed(self) -> Set[int]:
        """The places of the documents whose words the question replaces."""
        return self._changed.keys()

    @property
    def units(self) -> int:
        """The units of all documents that the question may have."""
        return sum(size for i, size in enumerate(self.sizes) if i not in self.refused)

    def outline(self, index: int) -> Outline:
        """Return what is known of a document as the question has it."""
        return self._changed.get(index) or self._pool.outlines[index]

    def outline_of(self, document_id: str) -> Outline:
        """Return the same by the document's id."""
        return self.outline(self._pool.places[document_id])

    def fitting(
        self, room: float, tolerance: float, measure: Measure, barred: Collection[int]
    ) -> int | None:
        """Return the unchanged document, not barred, that takes nearest to the room."""
        return self._pool.fitting(room, tolerance, measure, barred)


def _ascending(values: Sequence[int]) -> tuple[list[int], list[int]]:
    indices = sorted(range(len(values)), key=lambda index: (values[index], index))
    return [values[index] for index in indices], indices


def whole(outline: Outline) -> Passage:
    """Return a document as a passage that is not cut."""
    return Passage(outline.document_id, "distracting", 0, outline.length, whole=True)
