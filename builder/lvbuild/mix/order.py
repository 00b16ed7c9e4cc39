"""The order in which the documents of a context stand, as it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lvbuild.seeds import child_seed

_RANKS = 2**64


def drawn_ranks(keys: Sequence[int], seed: int, purpose: str) -> list[int]:
    """Return a number for each document by which to sort: a multiple of that which is its own."""
    factor = 2 * child_seed(seed, purpose) + 1
    return [key * factor % _RANKS for key in keys]


def ordered(
    documents: Sequence[int], ranks: Sequence[int], fixed: Mapping[int, float]
) -> list[int]:
    """Return documents by rank, but the `fixed` ones of them at their depths in this order."""
    order = sorted((each for each in documents if each not in fixed), key=ranks.__getitem__)
    for each in sorted(fixed, key=fixed.__getitem__):
        if each in documents:
            order.insert(int(fixed[each] * len(documents)), each)
    return order
