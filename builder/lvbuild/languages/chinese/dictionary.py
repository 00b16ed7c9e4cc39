"""jieba's dictionary, held as the bytes of its file: as Python's own it takes over 100 MB."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate
from typing import BinaryIO, NamedTuple

_REMEMBERED = 2**14
"""Look-ups whose results are held: most words are asked for again and again."""


class Entry(NamedTuple):
    """How often a word was counted, and its part of speech, "" where it only begins others."""

    times: int
    tag: str


class Dictionary:
    """The words of a file with a line each: the word, its count, its part of speech.

    Of a word that stands twice the last line holds. `total` is all that was counted, `find` says
    what is known of a word or of what words begin with, None of anything else.
    """

    def __init__(self, file: BinaryIO) -> None:
        lines = file.read().splitlines()
        lines.sort(key=lambda line: line.partition(b" ")[0])
        self.total = sum(int(line.split()[1]) for line in lines)
        self._data = b"\n".join([*lines, b""])
        self._starts = array("I", accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
        self._span = lru_cache(_REMEMBERED)(self._places)
        self.find = lru_cache(_REMEMBERED)(self._find)

    def _find(self, text: str) -> Entry | None:
        if not text:
            return None
        first, last = self._span(text[0])
        sought = _bytes(text)
        place = bisect_right(self._starts, sought, first, last, key=self._word)
        if place > first and self._word(start := self._starts[place - 1]) == sought:
            _, count, tag = self._data[start : self._data.index(b"\n", start)].decode().split()
            return Entry(int(count), tag)
        begins = place < last and self._word(self._starts[place]).startswith(sought)
        return Entry(0, "") if begins else None

    def _places(self, first: str) -> tuple[int, int]:
        """Return where the words with a first character stand: looked up once for all of them."""
        ends = (_bytes(first), _bytes(first) + b"\xff")  # no byte of UTF-8
        begin, end = (bisect_left(self._starts, word, key=self._word) for word in ends)
        return begin, end

    def _word(self, start: int) -> bytes:
        return self._data[start : self._data.index(b" ", start)]

    def tag(self, word: str) -> str:
        """Return the part of speech of a word, "" for none."""
        entry = self.find(word)
        return entry.tag if entry else ""

    def count(self, word: str) -> int:
        """Return how often a word was counted."""
        entry = self.find(word)
        return entry.times if entry else 0

    def tags(self) -> Mapping[str, str]:
        """Return the part of speech of every word: it is large."""
        fields = self._data.decode().split()
        return dict(zip(fields[::3], fields[2::3], strict=True))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class Counts:
    """The counts of words and of what words begin with, as jieba looks them up."""

    def __init__(self, dictionary: Dictionary) -> None:
        self._find = dictionary.find

    def __contains__(self, text: str) -> bool:
        return self._find(text) is not None

    def __getitem__(self, text: str) -> int:
        if (entry := self._find(text)) is None:
            raise KeyError(text)
        return entry.times

    def get(self, text: str, default: int | None = None) -> int | None:
        """Return the count, else the default."""
        entry = self._find(text)
        return default if entry is None else entry.times
