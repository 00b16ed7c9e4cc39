"""Hard negatives: distracting documents that come before others in a question's contexts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from math import log
from typing import TYPE_CHECKING

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.mix.pool import QuestionPool
from lvbuild.model import Language, Question
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.content import content

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RUN = 2
"""The characters of a Chinese term."""
_K1, _B = 1.5, 0.75
"""BM25's constants, in Lucene's form of it."""


class MostAlike:
    """Finds the documents of a pool that are most like a question, by BM25.

    Terms are content words, in Chinese runs of two characters; a document has each once. Those of
    the questions that are `asked` are known.
    """

    def __init__(
        self, pool: Sequence[SplitDocument], asked: Iterable[str], language: Language
    ) -> None:
        import numpy as np

        self._language = language
        self._places: dict[str, list[int]] = {
            term: [] for text in asked for term in content(text, language, _RUN)
        }
        lengths = []
        for place, document in enumerate(pool):
            terms = content(document.text, language, _RUN)
            lengths.append(len(terms))
            for term in terms & self._places.keys():
                self._places[term].append(place)
        sizes = np.array(lengths, dtype=np.float64)
        mean = sizes.mean() if any(lengths) else 1.0
        self._shares = 1 / (_K1 * ((1 - _B) + _B * sizes / mean) + 1)

    def find(self, question: Question, pool: QuestionPool, number: int) -> list[int]:
        """Return so many places, the most alike first, none that the question may not have.

        They are from the corpus that asks it, and from others where that has too few; of many
        documents before two excerpts of one. What has none of the question's terms is not among
        them.
        """
        import numpy as np

        # Rounded, so that no machine's last digit decides which of two comes first.
        scores = np.round(self._scores(question.input).astype(np.float64), 3)
        order = np.argsort(-scores, kind="stable")[: np.count_nonzero(scores)].tolist()
        fit = (place for place in order if place not in pool.refused)
        return list(islice(pool.in_turns(fit), number))

    def _scores(self, asked: str) -> NDArray[np.float32]:
        """Return how alike each document is, in single precision."""
        import numpy as np

        scores = np.zeros(len(self._shares), dtype=np.float32)
        for term in sorted(content(asked, self._language, _RUN)):
            places = self._places[term]
            rarity = log(1 + (len(scores) - len(places) + 0.5) / (len(places) + 0.5))
            scores[places] += (np.float32(rarity) * self._shares[places]).astype(np.float32)
        return scores


class MarkedUpstream:
    """Finds the documents of a pool that upstream marks as distracting a question.

    `ids` are those that the pool has for the documents of corpora, since it holds each text once.
    """

    def __init__(self, pool: Sequence[SplitDocument], ids: Mapping[str, str]) -> None:
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, document in enumerate(pool):
            self._places[document.origin.document_id].append(place)
        self._ids = ids

    def find(self, source: CorpusQuestion, pool: QuestionPool) -> list[int]:
        """Return their places, in upstream's order, none that the question may not have.

        A long document distracts by one excerpt.
        """
        names = dict.fromkeys(self._ids.get(name, "") for name in source.distracting)
        found = [[p for p in self._places[name] if p not in pool.refused] for name in names if name]
        return [places[0] for places in found if places]
