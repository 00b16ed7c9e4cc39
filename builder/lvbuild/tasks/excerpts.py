"""The passages of a pool: its documents, long ones as excerpts like the supporting passages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Self

from lvbuild.core.model import Document, LanguageCode, Level, Origin
from lvbuild.core.seeds import Draws
from lvbuild.mixing.excerpts import excerpts
from lvbuild.mixing.supporting import LONG, TRIMMED
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.counting import Counting

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
    longest: float,
    lengths_of: Callable[[str], Iterator[float]],
    language: LanguageCode,
    counting: Counting,
) -> list[PoolText]:
    """Return the documents of a pool, longer ones as excerpts of the lengths drawn for each."""
    texts = []
    for document in documents:
        name, text = document.id, document.text
        # No text has more units than bytes.
        if len(text.encode()) <= longest or counting.count(text) <= longest:
            texts.append(PoolText(name, text, Origin(name, 0)))
            continue
        split = SplitDocument.of(name, text, language, counting)
        leans = partial(split.lean, language=language)
        for start, stop in excerpts(split.outline, lengths_of(name), leans):
            texts.append(PoolText(f"{name}[{start}:{stop}]", text[start:stop], Origin(name, start)))
    return texts
