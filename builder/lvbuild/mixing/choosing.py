"""Choosing among costs, so that what is chosen comes to a sum."""

from __future__ import annotations

from collections.abc import Sequence


def choose(items: Sequence[Sequence[int]], low: int, high: int) -> list[int | None] | None:
    """Choose of each item one of its costs, or none, so that they sum to something in [low, high].

    Return the place of the cost chosen of each item, None where the item is left out; None where no
    choice comes there. Costs are above 0. As few of the first items are looked at as can be, and of
    their sums that nearest to the middle is taken.
    """
    if high < 0:
        return None
    # The bits of a number say which sums can be reached.
    reached = [1]
    for costs in items:
        if reached[-1] >> max(low, 0):
            break
        before = sums = reached[-1]
        for cost in costs:
            if cost <= high:
                sums |= before << cost
        reached.append(sums & ((2 << high) - 1))
    near = [total for total in range(max(low, 0), high + 1) if reached[-1] >> total & 1]
    if not near:
        return None
    total = min(near, key=lambda total: abs(2 * total - low - high))
    chosen: list[int | None] = [None] * len(items)
    for place in range(len(reached) - 2, -1, -1):
        if reached[place] >> total & 1:
            continue
        costs = items[place]
        chosen[place] = next(
            n
            for n, cost in enumerate(costs)
            if cost <= total and reached[place] >> total - cost & 1
        )
        total -= costs[chosen[place]]  # type: ignore[index]
    return chosen
