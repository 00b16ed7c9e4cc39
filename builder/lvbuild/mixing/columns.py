"""Long columns of ascending numbers: they stand in files, and are never copied to be looked at."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterable
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Literal

from lvbuild.core.spool import map_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_TOGETHER = 2**16
"""Numbers that are written to a file together."""
_ROUNDS = 8
"""Rounds of the texts that places and units are added up to at most, and more."""


class Column:
    """A long column of numbers that grows, and then stands, in temporary files that are mapped."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - closed once the numbers are asked for
        self._last = array("q")

    def extend(self, numbers: Iterable[int]) -> None:
        """Put numbers behind the others."""
        self._last.extend(numbers)
        if len(self._last) > _TOGETHER:
            self._last.tofile(self._file)
            del self._last[:]

    def numbers(self) -> Numbers:
        """Return all numbers: none may come behind them."""
        import numpy as np

        with self._file:
            self._last.tofile(self._file)
            return _mapped(self._file, np.int64)

    def twice(self, further: int) -> Numbers:
        """Return them and, behind them, the same so much further on: in as few bytes as will do."""
        import numpy as np

        once = self.numbers()
        narrow = np.int32 if _ROUNDS * further < np.iinfo(np.int32).max else np.int64
        with TemporaryFile() as file:
            file.truncate(2 * len(once) * narrow().itemsize)
            found = _mapped(file, narrow)
        found[: len(once)] = once
        np.add(once, further, out=found[len(once) :], casting="same_kind")
        return found


def _mapped(file: IO[bytes], kind: type[Any]) -> Numbers:
    import numpy as np

    found: Numbers = np.frombuffer(map_file(file, mmap.ACCESS_WRITE), kind)
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


class Minima:
    """The least of runs of numbers: that of two runs of a power of two of them, which may overlap.

    The table of the least of each such run, as long as the numbers, is made when it is asked for.
    """

    def __init__(self, numbers: Numbers) -> None:
        self._tables: dict[int, Numbers] = {0: numbers}

    def of(self, first: Numbers, stop: Numbers) -> Numbers:
        """Return the least in each of [first, stop), -1 where there is nothing."""
        import numpy as np

        found = np.full(first.shape, -1)
        powers = np.frexp(np.maximum(stop - first, 0))[1] - 1
        for power in np.unique(powers[stop > first]).tolist():
            least = self._table(power)
            at = (powers == power) & (stop > first)
            found[at] = np.minimum(least[first[at]], least[stop[at] - 2**power])
        return found

    def _table(self, power: int) -> Numbers:
        """Return the least of so many numbers on end, by the first of them."""
        import numpy as np

        if power not in self._tables:
            known = max(each for each in self._tables if each < power)
            least = self._tables[known]
            for step in range(known, power):
                least = np.minimum(least[: -(2**step)], least[2**step :])
            self._tables[power] = least
        return self._tables[power]
