"""Texts as JSON holds them, escaped once, with the places where they can be cut."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from operator import index
from pickle import PickleBuffer
from tempfile import TemporaryFile
from typing import Any, SupportsIndex

import orjson

from lvbuild.core.model import Origin
from lvbuild.core.spool import map_file
from lvbuild.text.replacing import Hit, original_offset


def escape(text: str) -> bytes:
    """Escape a text as JSON does, in UTF-8, without the quotes around it."""
    return orjson.dumps(text)[1:-1]


@dataclass(frozen=True, slots=True)
class EscapedText:
    """A document's escaped text: `positions` are the bytes before each of the character `offsets`.

    One that is nowhere cut has neither.
    `hits` are the places of replaced words. `origin` says what document it is of, where it may be
    known by another name.
    """

    data: bytes | memoryview
    offsets: tuple[int, ...]
    positions: tuple[int, ...]
    hits: tuple[Hit, ...]
    origin: Origin | None = None

    @classmethod
    def of(
        cls,
        text: str,
        offsets: Sequence[int],
        hits: tuple[Hit, ...] = (),
        origin: Origin | None = None,
    ) -> EscapedText:
        """Escape a text that will be cut at some of these ascending offsets only."""
        if not offsets:
            return cls(escape(text), (), (), hits, origin)
        edges = (0, *(offset for offset in offsets if 0 < offset < len(text)), len(text))
        parts = [escape(text[a:b]) for a, b in pairwise(edges)]
        positions = tuple(accumulate(map(len, parts), initial=0))
        return cls(b"".join(parts), edges, positions, hits, origin)

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[type[EscapedText], tuple[Any, ...]]:
        # Newer protocols write what is mapped without a copy of it.
        mapped_as = PickleBuffer if index(protocol) >= 5 else bytes
        data = self.data if isinstance(self.data, bytes) else mapped_as(self.data)
        return EscapedText, (data, self.offsets, self.positions, self.hits, self.origin)

    def cut(self, start: int, stop: int) -> memoryview:
        """Return the bytes of the characters [start, stop), without copying them."""
        return memoryview(self.data)[self.position(start) : self.position(stop)]

    def hits_between(self, start: int, stop: int) -> tuple[Hit, ...]:
        """Return the replaced places within the characters [start, stop)."""
        if not self.hits:
            return ()
        first = bisect_left(self.hits, start, key=lambda hit: hit.start)
        last = bisect_left(self.hits, stop, key=lambda hit: hit.start)
        return self.hits[first:last]

    def original(self, offset: int) -> int:
        """Return where an offset is in the document before replacement."""
        place = original_offset(self.hits, offset)
        return self.origin.place(place) if self.origin else place

    @property
    def shifted(self) -> bool:
        """Whether its offsets are others in the document."""
        return bool(self.hits or (self.origin and (self.origin.start or self.origin.lead)))

    def position(self, offset: int) -> int:
        """Return the bytes before a boundary; ValueError where the offset is none."""
        place = bisect_left(self.offsets, offset)
        if self.offsets[place : place + 1] != (offset,):
            raise ValueError(f"{offset} is no boundary of this text")
        return self.positions[place]


def mapped(texts: Iterable[tuple[str, EscapedText]]) -> dict[str, EscapedText]:
    """Return texts by their names, their bytes in a temporary file that is mapped into memory."""
    found: dict[str, EscapedText] = {}
    ends = array("Q", [0])
    with TemporaryFile() as file:
        for name, text in texts:
            file.write(text.data)
            ends.append(ends[-1] + len(text.data))
            found[name] = replace(text, data=b"")
        whole = map_file(file)
    for (name, text), (start, stop) in zip(found.items(), pairwise(ends), strict=True):
        found[name] = replace(text, data=whole[start:stop])
    return found
