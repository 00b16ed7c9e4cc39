"""Long columns of ascending numbers: as narrow as will do, and never copied to be looked at."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_ROUNDS = 8
"""Rounds of the texts that places and units are added up to at most, and more."""


def twice(once: array[int], further: int) -> Numbers:
    """Return numbers and, behind them, the same so much further on: in as few bytes as will do."""
    import numpy as np

    numbers = np.asarray(once)
    narrow = np.int32 if _ROUNDS * further < np.iinfo(np.int32).max else np.int64
    found: Numbers = np.empty(2 * len(numbers), narrow)
    found[: len(numbers)] = numbers
    np.add(numbers, further, out=found[len(numbers) :], casting="same_kind")
    return found


def among(ascending: Numbers, wanted: Any, side: Literal["left", "right"] = "left") -> Numbers:
    """Return before which of ascending numbers others belong, without a copy of all of them."""
    import numpy as np

    found: Numbers = ascending.searchsorted(np.asarray(wanted).astype(ascending.dtype), side)
    return found


def between(wanted: Numbers, ascending: Numbers, values: Numbers) -> Numbers:
    """Return what lies between values as ascending numbers do, of those alone that are near."""
    import numpy as np

    first = max(int(among(ascending, wanted[0])) - 1, 0)
    near = slice(first, int(among(ascending, wanted[-1] + 1, "right")) + 1)
    found: Numbers = np.interp(wanted, ascending[near], values[near])
    return found
