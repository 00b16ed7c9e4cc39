"""Which places facts take that are wanted somewhere: the nearest, but no two the same."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from lvbuild.mixing.outline import nearest

_SHARED = 1_000
"""What it costs that two stand at one place, in reaches."""


def spread(
    starts: Sequence[int], wanted: Sequence[float], reach: float, least: int = 0
) -> list[int]:
    """Return a place for each wanted start, by its number; `starts` and `wanted` ascend.

    The places ascend too. They are within reach or among so many nearest on either side, all
    different where there are enough of them, and together as near as can be.
    """
    window, costs = range(-1, 0), [0.0]
    steps: list[tuple[range, list[int]]] = []
    for start in wanted:
        before, spent = window, costs
        window = _choices(starts, start, reach, least)
        follows: list[int] = []
        costs = []
        best = seen = 0
        for place in window:
            while seen < len(before) and before[seen] < place:
                best = min(best, seen, key=spent.__getitem__)
                seen += 1
            ways = [(spent[best], best)] if seen else []
            if seen < len(before) and before[seen] == place:
                ways.append((spent[seen] + _SHARED * reach, seen))
            cost, choice = min(ways)
            follows.append(choice)
            costs.append(cost + abs(starts[place] - start))
        steps.append((window, follows))
    last = costs.index(min(costs))
    chosen: list[int] = []
    for window, follows in reversed(steps):
        chosen.append(window[last])
        last = follows[last]
    return chosen[::-1]


def _choices(starts: Sequence[int], wanted: float, reach: float, least: int) -> range:
    """Return the numbers of the places that one may take."""
    first, last = bisect_left(starts, wanted - reach), bisect_right(starts, wanted + reach)
    best = nearest(starts, wanted)
    return range(max(min(first, best - least), 0), min(max(last, best + least + 1), len(starts)))
