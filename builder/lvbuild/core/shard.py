"""A part of a build: the same range of the records of each file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Shard(NamedTuple):
    """The part `number`, counted from 0, of `of` equal ones; "" stands for the whole."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read a shard such as 0/3; raise ValueError where it is none."""
        if not text:
            return WHOLE
        found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
        shard = cls(*map(int, found.groups())) if found else WHOLE
        if not found or shard.number >= shard.of:
            raise ValueError(f"must be a part and how many there are, 0/3 to 2/3, not {text!r}")
        return shard

    def __str__(self) -> str:
        return "" if self == WHOLE else f"{self.number}/{self.of}"

    def take(self, records: Sequence[T]) -> Sequence[T]:
        """Return its records of all."""
        count = len(records)
        return records[count * self.number // self.of : count * (self.number + 1) // self.of]


WHOLE = Shard(0, 1)
