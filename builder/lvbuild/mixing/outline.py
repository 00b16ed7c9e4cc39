"""What planning knows of a text: its boundaries, and the units before each of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import sub
from typing import NamedTuple

from lvbuild.languages import Language
from lvbuild.languages.boundary import Boundary

Leans = Callable[[int], int]
"""How much the sentence after a boundary, by its place, leans on what stands before it."""


def stands_alone(boundary: int) -> int:
    """Tell of each boundary that what follows leans on nothing."""
    return 0


def nearest(ascending: Sequence[int], target: float) -> int:
    """Return the place of the number that is nearest to a target."""
    right = bisect_left(ascending, target)
    near = range(max(right - 1, 0), min(right + 1, len(ascending)))
    return min(near, key=lambda index: abs(ascending[index] - target))


class Block(NamedTuple):
    """The characters [start, stop) of a text, and the units before each end.

    `last` is the boundary that it ends at, as a place in the list of these.
    """

    start: int
    stop: int
    before: int
    units: int
    last: int


def least_leaning(blocks: Sequence[Block], near: Iterable[int], wanted: int, leans: Leans) -> int:
    """Return the one of some blocks near the wanted one that leans least on what is before."""

    def rank(block: int) -> tuple[int, int, int]:
        return leans(blocks[block - 1].last) if block else 0, abs(block - wanted), block

    return min(near, key=rank, default=wanted)


@dataclass(frozen=True, slots=True)
class Outline:
    """A text as planning sees it.

    `counts` are the units before each boundary. `starts` are where a passage can begin: at the
    text's start, and after each boundary but the last, past the white space there. A passage may
    not end with a sentence of fewer units than `shortest_end`: headings stand among the sentences
    of some corpora.
    """

    document_id: str
    boundaries: Sequence[Boundary]
    counts: Sequence[int]
    shortest_end: int = 0
    starts: Sequence[int] = (0,)

    @property
    def size(self) -> int:
        """The units of the whole text."""
        return self.counts[-1]

    @property
    def length(self) -> int:
        """The characters of the whole text."""
        return self.boundaries[-1].offset

    @property
    def cuts(self) -> list[int]:
        """The boundaries a passage may end at, as places in the list: none ends with a heading."""
        marks = self.boundaries
        units = map(sub, self.counts, (0, *self.counts))
        fit = [
            place
            for place, (mark, size) in enumerate(zip(marks, units, strict=True))
            if mark.ended and size >= self.shortest_end
        ]
        return fit if fit and fit[-1] == len(marks) - 1 else [*fit, len(marks) - 1]

    @property
    def blocks(self) -> list[Block]:
        """The least that passages are made of: one or more, each ends where a passage may."""
        blocks: list[Block] = []
        start = before = 0
        for place in self.cuts:
            units = self.counts[place]
            blocks.append(Block(start, self.boundaries[place].offset, before, units, place))
            if place + 1 < len(self.starts):
                start, before = self.starts[place + 1], units
        return blocks

    def beginnings(self, language: Language) -> Iterator[tuple[int, int]]:
        """Yield the sentences, by number and offset, that begin a paragraph or leave most of one.

        White space parts paragraphs that parts no sentences.
        """
        gaps = zip(self.boundaries, self.starts[1:], strict=False)
        ends = [mark.offset for mark, start in gaps if start - mark.offset > len(language.space)]
        for index, offset in enumerate(self.starts):
            place = bisect_left(ends, offset)
            end = ends[place] if place < len(ends) else self.length
            begins = index == 0 or offset - self.boundaries[index - 1].offset > len(language.space)
            if begins or end - offset >= language.long_paragraph:
                yield index, offset
