"""Cutting a long text into excerpts, each as long as a passage."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, pairwise

from lvbuild.mix.outline import Outline


def excerpts(outline: Outline, lengths: Iterator[float]) -> list[tuple[int, int]]:
    """Return the characters [start, stop) of each excerpt of a text, in their order.

    Together they are the whole text but the white space between them; each begins and ends where a
    passage may. They are of the lengths that come, in units, all of them a little longer or shorter
    so that the last one ends with the text.
    """
    drawn: list[float] = []
    while sum(drawn) < outline.size:
        drawn.append(next(lengths))
    before = sum(drawn[:-1])
    # Without the last one all of them are drawn out, with it all are shortened: by what is less.
    if before and outline.size / before < sum(drawn) / outline.size:
        drawn.pop()
    scale = outline.size / sum(drawn)
    blocks = outline.blocks
    ends = [block.units for block in blocks]
    last = {_nearest(ends, scale * length) for length in accumulate(drawn)}
    edges = [0, *sorted(place + 1 for place in last | {len(blocks) - 1})]
    return [(blocks[first].start, blocks[stop - 1].stop) for first, stop in pairwise(edges)]


def _nearest(ends: list[int], length: float) -> int:
    """Return the place of the end that is nearest to a length."""
    right = min(bisect_left(ends, length), len(ends) - 1)
    return min((max(right - 1, 0), right), key=lambda place: abs(ends[place] - length))
