"""Long documents as excerpts, each as long as the supporting passages of the recipe."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple, Self

from lvbuild.core.model import Document, LanguageCode, Level, Origin
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.outline import Leans, Outline, stands_alone
from lvbuild.mixing.plans.supporting import LONG, NEAR, TRIMMED
from lvbuild.text.counting import Counting


def excerpts(
    outline: Outline, lengths: Iterator[float], leans: Leans = stands_alone
) -> list[tuple[int, int]]:
    """Return the characters [start, stop) of each excerpt of a text, in their order.

    Together they are the whole text but the white space between them; each begins and ends where a
    passage may. They are of the lengths that come, in units, all of them a little longer or shorter
    so that the last one ends with the text. Of the places near where one is to begin it begins at
    the one whose sentence leans least on what stands before.
    """
    drawn: list[float] = []
    while sum(drawn) < outline.size:
        drawn.append(next(lengths))
    before = sum(drawn[:-1])
    # Without the last one all of them are drawn out, with it all are shortened: by what is less.
    if before and outline.size / before < sum(drawn) / outline.size:
        drawn.pop()
    scale = outline.size / sum(drawn)
    blocks, cuts = outline.blocks, outline.cuts
    ends = [block.units for block in blocks]
    last = {len(blocks) - 1}
    for length, total in zip(drawn[:-1], accumulate(drawn), strict=False):
        wanted = _nearest(ends, scale * total)
        reach = NEAR / 2 * scale * length
        near = range(
            bisect_left(ends, ends[wanted] - reach), bisect_right(ends, ends[wanted] + reach)
        )
        fit = (place for place in near if place + 1 < len(blocks))
        least = min(
            fit,
            key=lambda place: (leans(cuts[place]), abs(place - wanted), place),
            default=wanted,
        )
        last.add(least)
    edges = [0, *sorted(place + 1 for place in last)]
    return [(blocks[first].start, blocks[stop - 1].stop) for first, stop in pairwise(edges)]


def _nearest(ends: list[int], length: float) -> int:
    """Return the place of the end that is nearest to a length."""
    right = min(bisect_left(ends, length), len(ends) - 1)
    return min((max(right - 1, 0), right), key=lambda place: abs(ends[place] - length))


_LONGER = 2
"""Times the longest supporting passage: a longer document is long beside them."""


class PoolText(NamedTuple):
    """A document, or an excerpt of one, as a pool holds it."""

    id: str
    text: str
    origin: Origin


@dataclass(frozen=True)
class UsualLengths:
    """The lengths of a recipe's supporting passages, which those of its excerpts are drawn from.

    A document that is longer than `longest` is cut into excerpts.
    """

    longest: float
    lengths: Sequence[float]
    smallest: Level

    @classmethod
    def of(cls, passages: Iterable[tuple[int, bool]], smallest: Level, least: int) -> Self:
        """Return those of passages, given the units of each and whether it is a whole document.

        Excerpts are like those that are trimmed, where there are any. None is of fewer units than
        `least`.
        """
        each = list(passages)
        usual = LONG * smallest.size
        fit = [(size, whole) for size, whole in each if least <= size <= usual]
        cut = [size for size, whole in fit if not whole]
        longest = min(usual, _LONGER * max((size for size, _ in each), default=usual))
        return cls(longest, cut or [size for size, _ in fit], smallest)

    def draw(self, draws: Draws) -> Iterator[float]:
        """Draw lengths without end."""
        while True:
            if self.lengths:
                yield draws.choice(self.lengths)
            else:
                yield draws.uniform(*TRIMMED) * self.smallest.size


def pool_texts(
    documents: Iterable[Document],
    usual: UsualLengths,
    seeds: Seeds,
    language: LanguageCode,
    counting: Counting,
) -> list[PoolText]:
    """Return the documents of a pool, longer ones as excerpts of the lengths drawn for each."""
    texts, longest = [], usual.longest
    for document in documents:
        name, text = document.id, document.text
        # No text has more units than bytes.
        if len(text.encode()) <= longest or counting.count(text) <= longest:
            texts.append(PoolText(name, text, Origin(name, 0)))
            continue
        split = SplitDocument.of(name, text, language, counting)
        lengths = usual.draw(seeds.draws(f"excerpts of {name}"))
        for start, stop in excerpts(split.outline, lengths, split.lean):
            texts.append(PoolText(f"{name}[{start}:{stop}]", text[start:stop], Origin(name, start)))
    return texts
