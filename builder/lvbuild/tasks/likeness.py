"""How alike the texts of a pool are to others, by BM25 of the terms that both hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import log
from typing import TYPE_CHECKING

from lvbuild.core.model import LanguageCode
from lvbuild.text.content import held_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_K1, _B = 1.2, 0.75
"""BM25's usual constants; a term counts once a text."""
_FINE = 2**20
"""Weights are whole numbers of such parts, which come to the same in whatever order."""
_DIGITS = 6
"""Likenesses are rounded, so that no machine's last digit decides which of two comes first."""

Weights = Mapping[str, int]
"""What each term of a text weighs; see `PoolTerms.weigh`."""


class PoolTerms:
    """Which texts of a pool hold which of the terms that are asked for.

    Terms are content words in lower case, in Chinese characters and pairs of them. The fewer texts
    hold one, the more it weighs, by Lucene's form of BM25; each text is read once for all.
    """

    def __init__(self, texts: Sequence[str], terms: set[str], language: LanguageCode) -> None:
        self._terms = terms
        self._language = language
        self.held = [self.read(text) if terms else set() for text in texts]
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for place, held in enumerate(self.held):
            for term in held:
                self._holders[term].append(place)
        self._lengths = [len(text) for text in texts]
        self._mean = sum(self._lengths) / max(len(texts), 1) or 1.0

    def read(self, text: str) -> set[str]:
        """Return those of the terms that a text holds."""
        return held_terms(self._terms, text, self._language)

    def weigh(self, terms: set[str], fewest: float = 0) -> Weights:
        """Return what terms of a text weigh, those that no text of the pool holds left out.

        A term that is held by less than the share `fewest` of the pool weighs no more than one that
        is held by so many.
        """
        known = len(self._lengths)
        weights = {}
        for term in terms & self._holders.keys():
            holders = max(len(self._holders[term]), fewest * known)
            rarity = log(1 + (known - holders + 0.5) / (holders + 0.5))
            weights[term] = round(_FINE * rarity)
        return weights

    def likeness(self, weights: Weights, held: set[str], length: int) -> float:
        """Return how alike a text is to one of so many characters that holds such terms."""
        shared = sum(map(weights.__getitem__, weights.keys() & held))
        return round(shared / _FINE / self._norm(length), _DIGITS)

    def likenesses(self, weights: Weights) -> NDArray[np.float64]:
        """Return how alike a text is to each of the pool's."""
        import numpy as np

        shared = np.zeros(len(self._lengths), np.int64)
        for term, weight in weights.items():
            shared[self._holders[term]] += weight
        return np.round(shared / _FINE / self._norms, _DIGITS)

    @cached_property
    def _norms(self) -> NDArray[np.float64]:
        import numpy as np

        return np.array([self._norm(length) for length in self._lengths])

    def _norm(self, length: int) -> float:
        return 1 + _K1 * (1 - _B + _B * length / self._mean)


def most_first(likenesses: NDArray[np.float64]) -> list[int]:
    """Return the places of texts that are alike at all, the most alike first."""
    import numpy as np

    order = np.argsort(-likenesses, kind="stable")[: np.count_nonzero(likenesses)]
    places: list[int] = order.tolist()
    return places
