"""The documents that can fill the gaps of a recipe's contexts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence

from lvbuild.mix.gap import Measure
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import Passage


class Pool:
    """Documents in one seeded order, and by what they measure, so that a fitting one is found."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        self.outlines = outlines
        self.sizes = [outline.size for outline in outlines]
        self.lengths = [outline.length for outline in outlines]
        self.passages = [whole(outline) for outline in outlines]
        self.places = {outline.document_id: place for place, outline in enumerate(outlines)}
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


def _ascending(values: Sequence[int]) -> tuple[list[int], list[int]]:
    indices = sorted(range(len(values)), key=lambda index: (values[index], index))
    return [values[index] for index in indices], indices


def whole(outline: Outline) -> Passage:
    """Return a document as a passage that is not cut."""
    return Passage(outline.document_id, "distracting", 0, outline.length, whole=True)
