"""Texts that have been seen, too many to be held."""

from __future__ import annotations

from array import array
from hashlib import blake2b

_FIRST = 2**10
_BYTES = 8


class Seen:
    """Tells whether texts were added, of each of which it holds a hash alone.

    The hashes stand in a table of numbers, each at the first free place from its own on: a set of
    texts takes ten times as much.
    """

    def __init__(self) -> None:
        self._table = array("Q", bytes(_BYTES * _FIRST))
        self._count = 0

    def __contains__(self, text: str) -> bool:
        return self._table[self._place(_hash(text))] != 0

    def add(self, text: str) -> bool:
        """Add a text; return whether it was not there before."""
        if 3 * self._count > 2 * len(self._table):
            old, self._table = self._table, array("Q", bytes(2 * _BYTES * len(self._table)))
            for known in filter(None, old):
                self._table[self._place(known)] = known
        own = _hash(text)
        place = self._place(own)
        if self._table[place]:
            return False
        self._count += 1
        self._table[place] = own
        return True

    def _place(self, own: int) -> int:
        """Return the place of a hash: its own, or a free one."""
        table, last = self._table, len(self._table) - 1
        place = own & last
        while table[place] and table[place] != own:
            place = place + 1 & last
        return place


def _hash(text: str) -> int:
    """Return a number above 0: a table has 0 where nothing stands."""
    return int.from_bytes(blake2b(text.encode(), digest_size=_BYTES).digest(), "little") or 1
