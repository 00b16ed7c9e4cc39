"""The order in which the documents of a context stand, as it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lvbuild.core.seeds import child_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]


def drawing_keys(document_ids: Sequence[str]) -> Keys:
    """Return the number of each document from which its ranks are drawn."""
    import numpy as np

    return np.array([child_seed(each) for each in document_ids], dtype=np.uint64)


def drawn_ranks(keys: Keys, seed: int, purpose: str) -> list[int]:
    """Return a number for each document by which to sort: a multiple of its key, modulo 2**64."""
    factor = keys.dtype.type((2 * child_seed(seed, purpose) + 1) % 2**64)
    ranks: list[int] = (keys * factor).tolist()
    return ranks


def ordered(
    documents: Sequence[int], ranks: Sequence[int], fixed: Mapping[int, float]
) -> list[int]:
    """Return documents by rank, but the `fixed` ones of them at their depths in this order."""
    order = sorted((each for each in documents if each not in fixed), key=ranks.__getitem__)
    for each in sorted(fixed, key=fixed.__getitem__):
        if each in documents:
            order.insert(int(fixed[each] * len(documents)), each)
    return order
