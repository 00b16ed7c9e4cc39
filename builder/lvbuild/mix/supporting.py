"""Supporting passages: how much of each stands in a context, and how deep."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from lvbuild.mix.outline import Outline
from lvbuild.seeds import Draws
from lvbuild.text.boundaries import Boundary

_OFFSET = itemgetter(Boundary._fields.index("offset"))


@dataclass(frozen=True, slots=True)
class Supporting:
    """A supporting document, and the characters [start, stop) of it that hold the evidence.

    None for the evidence where it is not known, so that the document cannot be trimmed.
    """

    outline: Outline
    evidence: tuple[int, int] | None


class TrimmingError(Exception):
    """A supporting document has no known evidence to be trimmed around, or too long a one."""


def stratified_depths(questions: Sequence[int], draws: Draws) -> list[tuple[float, ...]]:
    """Draw depths for questions of so many supporting documents each (a Latin hypercube).

    The first documents of all questions share [0, 1] evenly, so do the second ones, and so on.
    """
    depths: list[list[float]] = [[] for _ in questions]
    for slot in range(max(questions, default=0)):
        holders = [index for index, documents in enumerate(questions) if documents > slot]
        strata = draws.shuffled(range(len(holders)))
        for index, stratum in zip(holders, strata, strict=True):
            depths[index].append((stratum + draws.uniform(0, 1)) / len(holders))
    return [tuple(drawn) for drawn in depths]


def trimmed(supporting: Supporting, share: int) -> tuple[int, int]:
    """Return the characters of a supporting document that stand in a context of so many units.

    The evidence stays whole; what is kept grows around it by sentences, evenly on both sides.
    Raises TrimmingError where that cannot be.
    """
    outline = supporting.outline
    if outline.size <= share:
        return 0, outline.length
    if supporting.evidence is None:
        raise TrimmingError("its evidence is not found in the document, which must be trimmed")
    ends = [outline.boundaries[place].offset for place in outline.cuts]
    first, last = supporting.evidence
    start = bisect_right(outline.starts, first) - 1
    stop = bisect_left(ends, last)
    units = units_between(outline, outline.starts[start], ends[stop])
    if units > share:
        raise TrimmingError("its evidence spans more than its share of a level")
    grows = True
    while grows:
        grows = False
        for back, on in ((1, 0), (0, 1)):
            begin, end = start - back, stop + on
            if begin < 0 or end >= len(ends):
                continue
            if units_between(outline, outline.starts[begin], ends[end]) <= share:
                start, stop, grows = begin, end, True
    return outline.starts[start], ends[stop]


def units_between(outline: Outline, start: int, stop: int) -> int:
    """Count the units of the characters [start, stop), each at a boundary or after its space."""
    marks = outline.boundaries
    before = bisect_right(marks, start, key=_OFFSET) - 1
    units = outline.counts[bisect_left(marks, stop, key=_OFFSET)]
    return units - (outline.counts[before] if before >= 0 else 0)
