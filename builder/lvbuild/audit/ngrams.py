"""Runs of thirteen words or characters: what of one lot of texts stands in another.

A run is a number, the same in every process and on every machine. Of very many the ones with small
numbers are kept, as many as memory allows: shares are worked out of these alone, which are a fair
sample of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]
    Places = NDArray[np.int64]

RUN = 13
"""Words, or characters where no spaces part words: as contamination is usually looked for."""
MOST = 2**18
"""Numbers that a sketch keeps: 2 MB of them."""
_FACTOR = 0x9E3779B97F4A7C15


def runs(texts: Sequence[str], *, spaced: bool) -> Hashes:
    """Return the numbers of the runs of texts, none of which crosses from a text to the next.

    Words are letters and digits in a row; case, white space and marks make no difference. A text of
    fewer words than a run has is a run by itself.
    """
    import numpy as np

    folded = [text.casefold() for text in texts]
    codes = np.frombuffer("\n".join(folded).encode("utf-32-le", "replace"), dtype="<u4")
    kept = np.flatnonzero(_telling()[codes])
    if not kept.size:
        return kept.astype(np.uint64)
    owners = np.repeat(np.arange(len(folded)), [len(text) + 1 for text in folded])[: codes.size]
    units = _mixed(codes[kept].astype(np.uint64))
    if spaced:
        begins = np.flatnonzero(np.diff(kept, prepend=-2) > 1)
        units = _mixed(_summed(units, begins))
        kept = kept[begins]
    of = owners[kept]
    begins = np.flatnonzero(np.diff(of, prepend=-1))
    few = np.diff(begins, append=of.size) < RUN
    short = _summed(units, begins)[few]
    if units.size < RUN:
        return _mixed(short)
    whole = np.flatnonzero(of[: 1 - RUN] == of[RUN - 1 :])
    factors = _powers(RUN)
    found = np.zeros(whole.size, dtype=np.uint64)
    for place in range(RUN):
        found += units[whole + place] * factors[place]
    return _mixed(np.concatenate([found, short]))


def _summed(values: Hashes, begins: Places) -> Hashes:
    """Return a number of each stretch of values, in which their order counts."""
    import numpy as np

    sizes = np.diff(begins, append=values.size)
    places = np.arange(values.size) - np.repeat(begins, sizes)
    weighted = values * _powers(int(sizes.max()))[places]
    summed: Hashes = np.add.reduceat(weighted, begins)
    return summed


def _powers(count: int) -> Hashes:
    """Return the powers of an odd number, all of them odd too, so that none loses a bit."""
    import numpy as np

    factors = np.full(count, _FACTOR, dtype=np.uint64)
    factors[:1] = 1
    return np.multiply.accumulate(factors)


def _mixed(values: Hashes) -> Hashes:
    """Return numbers each of whose bits depends on all bits of the old ones (splitmix64)."""
    import numpy as np

    mixed = values + np.uint64(_FACTOR)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


@cache
def _telling() -> Any:
    """Tell of each character whether it is a letter or a digit."""
    import numpy as np

    return np.fromiter(map(str.isalnum, map(chr, range(0x110000))), dtype=bool, count=0x110000)


class Sketch:
    """Different numbers, of very many those below a bound that sinks as they come to too many."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._halvings = most, 0
        self._kept: list[Hashes] = []

    def add(self, numbers: Hashes) -> None:
        """Take further numbers."""
        self._kept.append(_below(numbers, self._halvings))
        if sum(each.size for each in self._kept) > 2 * self._most:
            self._settle()

    def share_in(self, other: Sketch) -> float | None:
        """Return which part of its numbers the other has, None where it has none itself."""
        import numpy as np

        self._settle()
        other._settle()
        halvings = max(self._halvings, other._halvings)
        own, others = (_below(each._kept[0], halvings) for each in (self, other))
        return float(np.isin(own, others).mean()) if own.size else None

    def _settle(self) -> None:
        import numpy as np

        kept = np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *self._kept]))
        while kept.size > self._most:
            self._halvings += 1
            kept = _below(kept, self._halvings)
        self._kept = [kept]


def _below(numbers: Hashes, halvings: int) -> Hashes:
    import numpy as np

    return numbers if not halvings else numbers[numbers < np.uint64(2 ** (64 - halvings))]
