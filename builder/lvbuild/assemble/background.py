"""The passages of a context as pieces of bytes, into which facts are set."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import add, sub

from lvbuild.assemble.escaped import escape
from lvbuild.assemble.texts import Texts
from lvbuild.mix.plan import Passage

_END = escape("\n")


class Background:
    """Passages, each under its heading and ending with one line feed.

    `pieces` are their bytes in order; a heading ends with the passage's number on a line of its
    own, and is "" in running text.
    """

    def __init__(self, passages: tuple[Passage, ...], texts: Texts, heading: str = "") -> None:
        self.passages = passages
        self.texts = texts
        seams, self._lengths = _seams(heading).of(len(passages))
        self.pieces: list[bytes | memoryview] = [_END] * (2 * len(passages) + 1)
        self.pieces[:-1:2] = seams
        self.pieces[1::2] = texts.data(passages)
        self._starts: list[int] = []

    def join(self) -> None:
        """Make one piece of all, for the records that share it."""
        self._starts = list(accumulate(map(len, self.pieces)))[::2]
        self.pieces = [b"".join(self.pieces)]

    def locate(self, passage: int, offset: int) -> tuple[int, int]:
        """Return the piece that holds an offset of a passage's document, and the bytes before."""
        document_id, _, start, _, _ = self.passages[passage]
        text = self.texts[document_id]
        within = text.position(offset) - text.position(start)
        if self._starts:
            return 0, self._starts[passage] + within
        return 2 * passage + 1, within

    @cached_property
    def sizes(self) -> list[int]:
        """The characters of each passage's text."""
        return [stop - start for _, _, start, stop, _ in self.passages]

    @cached_property
    def places(self) -> list[int]:
        """The characters before each passage's text."""
        return self.spans(self.sizes)[0]

    def spans(self, sizes: list[int]) -> tuple[list[int], list[int]]:
        """Return where the passages' texts would begin and end if they had so many characters."""
        ends = list(accumulate(map(add, self._lengths, sizes)))
        return list(map(sub, ends, sizes)), ends

    @cached_property
    def length(self) -> int:
        """The characters of all."""
        return self.places[-1] + self.sizes[-1] + 1

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each pair was used in the passages."""
        return Counter(self.texts.replaced(self.passages))


class _Seams:
    """What stands before the text of each passage, made once for all contexts."""

    def __init__(self, heading: str) -> None:
        self._heading = heading
        self._escaped: list[bytes] = []
        self._lengths: list[int] = []

    def of(self, count: int) -> tuple[list[bytes], list[int]]:
        """Return the seams of so many passages, escaped, and the characters of each."""
        for number in range(len(self._escaped) + 1, count + 1):
            heading = f"{self._heading}{number}\n" if self._heading else ""
            seam = heading if number == 1 else f"\n{heading}"
            self._escaped.append(escape(seam))
            self._lengths.append(len(seam))
        return self._escaped[:count], self._lengths[:count]


_seams = lru_cache(maxsize=4)(_Seams)
