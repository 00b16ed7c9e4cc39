"""The passages of a context as pieces of bytes, into which facts are set."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import add, itemgetter, sub

from lvbuild.assemble.escaped import escape
from lvbuild.assemble.texts import Texts
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.plan import Passage

_END = escape("\n")
_START, _STOP = (itemgetter(Passage._fields.index(name)) for name in ("start", "stop"))


class Background:
    """Passages as a layout sets them one after another; `pieces` are their bytes in order."""

    def __init__(self, passages: tuple[Passage, ...], texts: Texts, layout: ContextLayout) -> None:
        self.passages = passages
        self.texts = texts
        seams, self._lengths = _seams(layout).of(len(passages))
        self.pieces: list[bytes | memoryview] = [_END] * (2 * len(passages) + 1)
        self.pieces[:-1:2] = seams
        self.pieces[1::2] = texts.data(passages)
        self._starts: list[int] = []
        self._located: dict[tuple[int, int], tuple[int, int]] = {}

    def join(self) -> None:
        """Make one piece of all, for the records that share it."""
        self._starts = list(accumulate(map(len, self.pieces)))[::2]
        self.pieces = [b"".join(self.pieces)]
        self._located.clear()

    def locate(self, passage: int, offset: int) -> tuple[int, int]:
        """Return the piece that holds an offset of a passage's document, and the bytes before."""
        found = self._located.get((passage, offset))
        if found is None:
            document_id, _, start, _, _ = self.passages[passage]
            text = self.texts[document_id]
            within = text.position(offset) - text.position(start)
            joined = self._starts
            found = (0, joined[passage] + within) if joined else (2 * passage + 1, within)
            self._located[passage, offset] = found
        return found

    @cached_property
    def sizes(self) -> list[int]:
        """The characters of each passage's text."""
        return list(map(sub, map(_STOP, self.passages), map(_START, self.passages)))

    @cached_property
    def ends(self) -> list[int]:
        """The characters up to the end of each passage's text."""
        return list(accumulate(map(add, self._lengths, self.sizes)))

    @cached_property
    def places(self) -> list[int]:
        """The characters before each passage's text."""
        return list(map(sub, self.ends, self.sizes))

    def spans(self, sizes: list[int]) -> tuple[list[int], list[int]]:
        """Return where the passages' texts would begin and end if they had so many characters."""
        ends = list(accumulate(map(add, self._lengths, sizes)))
        return list(map(sub, ends, sizes)), ends

    @cached_property
    def length(self) -> int:
        """The characters of all."""
        return self.ends[-1] + 1

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each pair was used in the passages."""
        return Counter(self.texts.replaced(self.passages))


class _Seams:
    """What stands before the text of each passage, escaped once for all contexts."""

    def __init__(self, layout: ContextLayout) -> None:
        self._layout = layout
        self._escaped: list[bytes] = []
        self._lengths: list[int] = []

    def of(self, count: int) -> tuple[list[bytes], list[int]]:
        """Return the seams of so many passages, escaped, and the characters of each."""
        if len(self._escaped) < count:
            added = self._layout.seams(count)[len(self._escaped) :]
            self._escaped += map(escape, added)
            self._lengths += map(len, added)
        return self._escaped[:count], self._lengths[:count]


_seams = lru_cache(maxsize=4)(_Seams)
