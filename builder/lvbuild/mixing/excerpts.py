"""Cutting a long text into excerpts, each as long as a passage."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise

from lvbuild.mixing.outline import Leans, Outline, stands_alone

NEAR = 0.25
"""Of a passage's length: how much of it may go so that it begins with what leans on nothing."""


def excerpts(
    outline: Outline, lengths: Iterator[float], leans: Leans = stands_alone
) -> list[tuple[int, int]]:
    """Return the characters [start, stop) of each excerpt of a text, in their order.

    Together they are the whole text but the white space between them; each begins and ends where a
    passage may. They are of the lengths that come, in units, all of them a little longer or shorter
    so that the last one ends with the text. Of the places near where one is to begin it begins at
    the one whose sentence leans least on what stands before.
    """
    drawn: list[float] = []
    while sum(drawn) < outline.size:
        drawn.append(next(lengths))
    before = sum(drawn[:-1])
    # Without the last one all of them are drawn out, with it all are shortened: by what is less.
    if before and outline.size / before < sum(drawn) / outline.size:
        drawn.pop()
    scale = outline.size / sum(drawn)
    blocks, cuts = outline.blocks, outline.cuts
    ends = [block.units for block in blocks]
    last = {len(blocks) - 1}
    for length, total in zip(drawn[:-1], accumulate(drawn), strict=False):
        wanted = _nearest(ends, scale * total)
        reach = NEAR / 2 * scale * length
        near = range(
            bisect_left(ends, ends[wanted] - reach), bisect_right(ends, ends[wanted] + reach)
        )
        fit = (place for place in near if place + 1 < len(blocks))
        least = min(
            fit,
            key=lambda place: (leans(cuts[place]), abs(place - wanted), place),
            default=wanted,
        )
        last.add(least)
    edges = [0, *sorted(place + 1 for place in last)]
    return [(blocks[first].start, blocks[stop - 1].stop) for first, stop in pairwise(edges)]


def _nearest(ends: list[int], length: float) -> int:
    """Return the place of the end that is nearest to a length."""
    right = min(bisect_left(ends, length), len(ends) - 1)
    return min((max(right - 1, 0), right), key=lambda place: abs(ends[place] - length))
