"""Hard negatives: distracting documents that come before others, being most like the question."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from math import log
from typing import TYPE_CHECKING, Literal

from lvbuild.core.model import Question
from lvbuild.languages import Language
from lvbuild.mixing.pool import Pool, PoolView

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_K1, _B = 1.2, 0.75
"""BM25's usual constants; a term counts once a text."""
_FINE = 2**20
"""Weights are whole numbers of such parts, which come to the same in whatever order."""
_DIGITS = 6
"""Likenesses are rounded, so that no machine's last digit decides which of two comes first."""


class PoolTerms:
    """Which texts of a pool hold which of the terms that are asked for.

    Terms are content words in lower case, in Chinese characters and pairs of them. The fewer texts
    hold one, the more it weighs, by Lucene's form of BM25; each text is read once for all.
    """

    def __init__(self, pool: Pool, terms: set[str], language: Language) -> None:
        import numpy as np

        self._holders: defaultdict[str, array[int]] = defaultdict(partial(array, "I"))
        for place, text in enumerate(pool.texts if terms else ()):
            for term in language.held_terms(terms, text.text):
                self._holders[term].append(place)
        self._lengths = np.array(pool.lengths, np.float64)
        mean = sum(pool.lengths) / max(len(pool.lengths), 1) or 1.0
        self._norms = 1 + _K1 * (1 - _B + _B * self._lengths / mean)

    def likenesses(self, terms: set[str]) -> NDArray[np.float64]:
        """Return how alike a text of some terms is to each of the pool's."""
        import numpy as np

        known = len(self._lengths)
        shared = np.zeros(known, np.int64)
        for term in terms & self._holders.keys():
            holders = self._holders[term]
            rarity = log(1 + (known - len(holders) + 0.5) / (len(holders) + 0.5))
            shared[holders] += round(_FINE * rarity)
        found: NDArray[np.float64] = np.round(shared / _FINE / self._norms, _DIGITS)
        return found


_OF_ITS_DOCUMENTS = 2
"""Excerpts of its supporting documents that distract from a question at least, if there are any."""
_RUN = 2
"""The characters of a Chinese term."""


@dataclass(frozen=True)
class HardNegatives:
    """Finds so many documents of a pool as are `wanted`, or those that upstream marks.

    `ids` are those that the pool has for the documents of corpora, since it holds each text once.
    """

    wanted: int | Literal["upstream"]
    ids: Mapping[str, str]
    language: Language

    def terms(self, pool: Pool, questions: Iterable[Question]) -> PoolTerms:
        """Return which texts of a pool hold what questions ask by, where that is looked for."""
        asked = questions if isinstance(self.wanted, int) and self.wanted else ()
        sought = set().union(*map(self._asked, asked))
        return PoolTerms(pool, sought, self.language)

    def _asked(self, question: Question) -> set[str]:
        return self.language.content(question.input, _RUN)

    def find(
        self, question: Question, marked: Iterable[str], pool: PoolView, terms: PoolTerms
    ) -> list[int]:
        """Return their places, none that the question may not have; `terms` are the pool's.

        Those that upstream has `marked` are in its order; a long document distracts by one excerpt.
        Of others two of its supporting documents come first, where these have more text than
        supports it, then the most alike, from the corpus that asks the question, and from others
        where that has too few. What has none of the question's terms is not among these.
        """
        if self.wanted == "upstream":
            names = dict.fromkeys(self.ids[name] for name in marked if name in self.ids)
            found = ([p for p in pool.pool.places_of(n) if p not in pool.refused] for n in names)
            return [places[0] for places in found if places]
        if not self.wanted:
            return []
        import numpy as np

        likenesses = terms.likenesses(self._asked(question))
        alike = np.argsort(-likenesses, kind="stable")[: np.count_nonzero(likenesses)].tolist()
        held = (p for name in question.supporting for p in pool.pool.places_of(name))
        own = sorted(pool.allowed(held), key=lambda place: -likenesses[place])[:_OF_ITS_DOCUMENTS]
        others = (place for place in pool.allowed(alike) if place not in own)
        return list(islice(chain(own, others), self.wanted))
