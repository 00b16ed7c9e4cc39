"""Supporting passages: how much of each stands in a context."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, Self

from lvbuild.core.model import Level
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Block, Leans, Outline, stands_alone
from lvbuild.mixing.plan import TrimmingError

_OFFSET = itemgetter(Boundary._fields.index("offset"))
_START, _STOP = (itemgetter(Block._fields.index(name)) for name in ("start", "stop"))


LONG = 0.1
"""Of the smallest level: a longer passage is too long to be one of ten."""
TRIMMED = (0.03, 0.08)
"""Of the smallest level: between which lengths those are drawn of what is longer."""
NEAR = 0.25
"""Of a passage's length: how much of it may go so that it begins with what leans on nothing."""
_TOGETHER = 0.25
"""Of a level: what its supporting passages take at most, but for evidence that takes more."""


@dataclass(frozen=True, slots=True)
class Supporting:
    """A supporting document, and the characters [start, stop) of it that hold the evidence.

    None for the evidence where it is not known, so that the document cannot be trimmed. `besides`
    are characters around the evidence that may tell the answer, too. A long document is trimmed to
    so many units as `length`; it begins with a sentence that `leans` little on what is left out.
    """

    outline: Outline
    evidence: tuple[int, int] | None
    besides: tuple[int, int] | None = None
    length: float = 0
    leans: Leans = stands_alone


class Share(NamedTuple):
    """What each supporting passage may take of a level: `usual` units, `most` with its evidence."""

    usual: float
    most: int

    @classmethod
    def of(cls, level: Level, smallest: Level, passages: int) -> Self:
        """Return the share of each of so many: of the smallest level, at every level."""
        size = min(level, smallest).size
        return cls(min(LONG * smallest.size, _TOGETHER * size / passages), size // 2 // passages)


def trimmed(supporting: Supporting, share: Share) -> tuple[int, int]:
    """Return the characters of a supporting document that stand in a context.

    Where it is longer than usual, they are its evidence, whole, and sentences on both sides of it.
    Raises TrimmingError where that cannot be.
    """
    outline, evidence = supporting.outline, supporting.evidence
    if outline.size <= (share.usual if evidence else share.most):
        return 0, outline.length
    if evidence is None:
        raise TrimmingError("its evidence is not found in the document, which must be trimmed")
    blocks = outline.blocks
    if supporting.besides and outline.size <= share.most:
        evidence = supporting.besides
    first = bisect_right(blocks, evidence[0], key=_START) - 1
    last = bisect_left(blocks, evidence[1], key=_STOP)
    if blocks[last].units - blocks[first].before > share.most:
        raise TrimmingError("its evidence spans more than its share of a level")
    length = min(supporting.length or share.usual, share.usual)
    begin, end = _grown(blocks, first, last, length)
    # Up to the evidence it begins with the sentence near by that leans least.
    near = [
        place
        for place in range(begin, first + 1)
        if blocks[place].before - blocks[begin].before <= NEAR * length
    ]
    begin = outline.least_leaning(near, begin, supporting.leans)
    while end + 1 < len(blocks) and blocks[end + 1].units - blocks[begin].before <= length:
        end += 1
    return blocks[begin].start, blocks[end].stop


def _grown(blocks: Sequence[Block], first: int, last: int, length: float) -> tuple[int, int]:
    """Return the first and the last of the blocks around some, evenly, of at most a length."""
    grows = True
    while grows:
        grows = False
        for back, on in ((1, 0), (0, 1)):
            begin, end = first - back, last + on
            if begin < 0 or end >= len(blocks):
                continue
            if blocks[end].units - blocks[begin].before <= length:
                first, last, grows = begin, end, True
    return first, last


def units_between(outline: Outline, start: int, stop: int) -> int:
    """Count the units of the characters [start, stop), each at a boundary or after its space."""
    marks = outline.boundaries
    before = bisect_right(marks, start, key=_OFFSET) - 1
    units = outline.counts[bisect_left(marks, stop, key=_OFFSET)]
    return units - (outline.counts[before] if before >= 0 else 0)
