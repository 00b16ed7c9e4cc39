"""Supporting passages: how much of each stands in a context."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple, Self

from lvbuild.core.model import Level
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Block, Leans, Outline, least_leaning, stands_alone
from lvbuild.mixing.plan import TrimmingError

_OFFSET = itemgetter(Boundary._fields.index("offset"))
_START = itemgetter(Block._fields.index("start"))

Span = tuple[int, int]

LONG = 0.1
"""Of the smallest level: a longer passage is too long to be one of ten."""
TRIMMED = (0.03, 0.08)
"""Of the smallest level: between which lengths those are drawn of what is longer."""
NEAR = 0.25
"""Of a passage's length: how much of it may go so that it begins with what leans on nothing."""
_SPARE = 1.2
"""Times the least: sentences and rows are not cut, so that a passage comes short of its share."""
_TOGETHER = 0.25
"""Of a level: what its supporting passages take at most, but for evidence that takes more."""


@dataclass(frozen=True, slots=True)
class Supporting:
    """A supporting passage: a document, and the characters [start, stop) of its evidence there.

    None for the evidence where it is not known, so that the document cannot be trimmed. A long
    document is trimmed to so many units as `length`, `within` other characters where it has several
    passages; it begins with a sentence that `leans` little on what is left out. At a recipe's own
    levels it is the characters of `window`, where these are given.
    """

    outline: Outline
    evidence: Span | None
    length: float = 0
    leans: Leans = stands_alone
    within: Span | None = None
    window: Span | None = None


class Share(NamedTuple):
    """What each supporting passage may take of a level: `usual` units, `most` with its evidence.

    No passage that distracts is of more units than `most`.
    """

    usual: float
    most: float

    @classmethod
    def of(cls, level: Level, smallest: Level, passages: int, least: int = 0) -> Self:
        """Return the share of each of so many: of the smallest level, at every level.

        Raises TrimmingError where that is under the `least` units that each is to have.
        """
        size = min(level, smallest).size
        longest = LONG * smallest.size
        usual, most = _TOGETHER * size / passages, size // 2 // passages
        if most < least:
            raise TrimmingError(f"its passages would have under {least} units each")
        return cls(min(longest, max(usual, min(most, _SPARE * least))), min(longest, most))


def trimmed(supporting: Supporting, share: Share) -> tuple[int, int]:
    """Return the characters of a supporting document that stand in a context.

    Where it is longer than usual, they are its evidence, whole, and sentences on both sides of it.
    Raises TrimmingError where that cannot be.
    """
    outline, evidence = supporting.outline, supporting.evidence
    if not supporting.within and outline.size <= (share.usual if evidence else share.most):
        return 0, outline.length
    if evidence is None:
        raise TrimmingError("its evidence is not found in the document, which must be trimmed")
    blocks = outline.blocks
    first, last = _around(blocks, evidence)
    if blocks[last].units - blocks[first].before > share.most:
        raise TrimmingError("its evidence spans more than its share of a level")
    length = min(supporting.length or share.usual, share.usual)
    low, high = _around(blocks, supporting.within) if supporting.within else (0, len(blocks) - 1)
    begin, end = _grown(blocks, (first, last), (low, high), length)
    # Up to the evidence it begins with the sentence near by that leans least.
    near = [
        place
        for place in range(begin, first + 1)
        if blocks[place].before - blocks[begin].before <= NEAR * length
    ]
    begin = least_leaning(blocks, near, begin, supporting.leans)
    while end < high and blocks[end + 1].units - blocks[begin].before <= length:
        end += 1
    return blocks[begin].start, blocks[end].stop


def _around(blocks: Sequence[Block], span: Span) -> tuple[int, int]:
    """Return the first and the last of the blocks that hold some characters."""
    first = max(bisect_right(blocks, span[0], key=_START) - 1, 0)
    return first, max(bisect_left(blocks, span[1], key=_START) - 1, first)


def _grown(blocks: Sequence[Block], held: Span, bounds: Span, length: float) -> Span:
    """Return the first and the last of the blocks around some, evenly, of at most a length."""
    first, last = held
    grows = True
    while grows:
        grows = False
        for back, on in ((1, 0), (0, 1)):
            begin, end = first - back, last + on
            if begin < bounds[0] or end > bounds[1]:
                continue
            if blocks[end].units - blocks[begin].before <= length:
                first, last, grows = begin, end, True
    return first, last


def parted(outline: Outline, spans: Sequence[Span], most: float) -> list[tuple[Span, Span | None]]:
    """Return the evidence of each passage of a document, and within what each may stand.

    `spans` ascend. What stands near is of one passage, as far as that is of no more units than
    `most`; what lies between two of them parts in the middle. A document that is no longer is one
    passage, without bounds.
    """
    blocks = outline.blocks
    joined: list[Span] = []
    held: list[Span] = []
    for span in spans:
        first, last = _around(blocks, span)
        if joined:
            last = max(last, held[-1][1])
            units = blocks[last].units - blocks[held[-1][0]].before
            if first <= held[-1][1] or min(outline.size, units) <= most:
                joined[-1] = joined[-1][0], max(joined[-1][1], span[1])
                held[-1] = held[-1][0], last
                continue
        joined.append(span)
        held.append((first, last))
    if len(joined) == 1:
        return [(joined[0], None)]
    edges = [(one[1] + other[0] + 1) // 2 for one, other in pairwise(held)]
    bounds = pairwise([0, *edges, len(blocks)])
    return [
        (span, (blocks[low].start, blocks[high - 1].stop))
        for span, (low, high) in zip(joined, bounds, strict=True)
    ]


def units_between(outline: Outline, start: int, stop: int) -> int:
    """Count the units of the characters [start, stop), each at a boundary or after its space."""
    marks = outline.boundaries
    before = bisect_right(marks, start, key=_OFFSET) - 1
    units = outline.counts[bisect_left(marks, stop, key=_OFFSET)]
    return units - (outline.counts[before] if before >= 0 else 0)
