"""Long documents in excerpts, of the lengths that supporting passages have."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Self

from lvbuild.core.model import LanguageCode, Level, Origin
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.mixing.documents import SplitDocument, StoredDocuments, after_space, letters
from lvbuild.mixing.outline import Leans, Outline, least_leaning, nearest, stands_alone
from lvbuild.mixing.plans.supporting import LONG, NEAR, TRIMMED, units_between
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
    before = total = 0.0
    while total < outline.size:
        drawn.append(next(lengths))
        before, total = total, total + drawn[-1]
    # Without the last one all of them are drawn out, with it all are shortened: by what is less.
    if before and outline.size / before < total / outline.size:
        drawn.pop()
        total = before
    scale = outline.size / total
    blocks = outline.blocks
    ends = [block.units for block in blocks]
    firsts = {0, len(blocks)}
    for length, total in zip(drawn[:-1], accumulate(drawn), strict=False):
        wanted = nearest(ends, scale * total)
        reach = NEAR / 2 * scale * length
        first = bisect_left(ends, ends[wanted] - reach) + 1
        stop = bisect_right(ends, ends[wanted] + reach) + 1
        near = range(first, min(stop, len(blocks)))
        firsts.add(least_leaning(blocks, near, wanted + 1, leans))
    edges = sorted(firsts)
    return [(blocks[first].start, blocks[stop - 1].stop) for first, stop in pairwise(edges)]


_LONGER = 2
"""Times the longest supporting passage: a longer document is long beside them."""


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

    @property
    def shortest(self) -> float:
        """The least units that are drawn."""
        return min(self.lengths, default=TRIMMED[0] * self.smallest.size)

    def draw(self, draws: Draws) -> Iterator[float]:
        """Draw lengths without end."""
        while True:
            if self.lengths:
                yield draws.choice(self.lengths)
            else:
                yield draws.uniform(*TRIMMED) * self.smallest.size


_STRETCH = 2**20
"""Characters of a long document that are parted into excerpts together."""


def _between(text: str, windows: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the characters before, between and after some, without the white space around them.

    They come in stretches that end with a line: what is known of the sentences of one takes several
    times as much memory as it does.
    """
    low = 0
    for start, stop in (*windows, (len(text), len(text))):
        while (low := after_space(text, low)) < start:
            line = text.rfind("\n", low, low + _STRETCH) if start - low > _STRETCH else -1
            end = start if line < 0 else line
            yield low, low + len(text[low:end].rstrip())
            low = end
        low = stop


_REMEMBERED = 2**13
"""Texts of a pool that are not read again: all of a small one."""

Part = Callable[[str, str, tuple[int, int] | None], SplitDocument]
"""Makes a text of some characters of a document, given its id and its text; None is all of it."""


def pool_texts(
    documents: Mapping[str, str],
    usual: UsualLengths,
    seeds: Seeds,
    language: LanguageCode,
    counting: Counting,
    *,
    windows: Mapping[str, Sequence[tuple[int, int]]] = MappingProxyType({}),
    part: Part | None = None,
) -> tuple[StoredDocuments, Mapping[str, int]]:
    """Return the texts of a pool: documents, longer ones as excerpts of the lengths drawn for each.

    The `documents` are texts by id, no two alike. What of one supports questions, its `windows`,
    which ascend and do not overlap, are excerpts as they stand; the text between them is cut, and
    what there would be shorter or longer than any drawn length left out, and counted by the reason.
    Of excerpts that differ by white space and marks alone there is the first. `part` makes a text
    of what is cut; it is the characters themselves unless it is given.
    """
    part = part or partial(_part, language, counting)
    texts = StoredDocuments(language, counting, _REMEMBERED, known=())
    seen: set[bytes] = set()
    unused: Counter[str] = Counter()
    longest = usual.longest

    def take(name: str, text: str, cut: tuple[int, int] | None) -> None:
        if cut and not seen:
            seen.update(letters(each.text[each.origin.lead :]) for each in texts)
        if cut or seen:  # whole documents differ from one another
            if (own := letters(text[slice(*cut)] if cut else text)) in seen:
                return
            seen.add(own)
        texts.append(part(name, text, cut))

    for name, text in documents.items():
        # No text has more units than bytes, nor fewer bytes than characters.
        short = len(text) <= longest and len(text.encode()) <= longest
        if short or counting.count(text) <= longest:
            take(name, text, None)
            continue
        draws = seeds.draws(f"excerpts of {name}")
        own = windows.get(name, ())
        cuts = [*own]
        for low, high in _between(text, own):
            split = SplitDocument.of(name, text[low:high], language, counting)
            for start, stop in excerpts(split.outline, usual.draw(draws), split.lean):
                units = units_between(split.outline, start, stop)
                if not own or usual.shortest <= units <= usual.longest:
                    cuts.append((low + start, low + stop))
                else:
                    unused["is an excerpt shorter or longer than usual"] += 1
        for cut in sorted(cuts):
            take(name, text, cut)
    return texts, unused


def _part(
    language: LanguageCode, counting: Counting, name: str, text: str, cut: tuple[int, int] | None
) -> SplitDocument:
    if cut is None:
        return SplitDocument.of(name, text, language, counting)
    excerpt, part, origin = excerpt_id(name, cut), text[slice(*cut)], Origin(name, cut[0])
    return SplitDocument.of(excerpt, part, language, counting, origin=origin)


def excerpt_id(document_id: str, cut: tuple[int, int]) -> str:
    """Return the id of the characters [start, stop) of a document as a text of their own."""
    return f"{document_id}[{cut[0]}:{cut[1]}]"
