"""Hard negatives: distracting documents that come before others in a question's contexts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.mix.pool import QuestionPool
from lvbuild.model import Language, Question
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.content import content

_RUN = 2
"""The characters of a Chinese term."""


class MostAlike:
    """Finds the documents of a pool that are most like a question, by BM25.

    Terms are content words, in Chinese runs of two characters.
    """

    def __init__(self, pool: Sequence[SplitDocument], language: Language) -> None:
        from bm25s import BM25

        self._language = language
        self._index = BM25()
        terms = [sorted(content(document.text, language, _RUN)) for document in pool]
        self._known = set().union(*terms)
        if self._known:
            self._index.index(terms, show_progress=False)

    def find(self, question: Question, pool: QuestionPool, number: int) -> list[int]:
        """Return so many places, the most alike first, none that the question may not have.

        They are from the corpus that asks it, and from others where that has too few; of many
        documents before two excerpts of one. What has none of the question's terms is not among
        them.
        """
        asked = sorted(content(question.input, self._language, _RUN) & self._known)
        if not asked:
            return []
        import numpy as np

        # Rounded, so that no machine's last digit decides which of two comes first.
        scores = np.round(self._index.get_scores(asked).astype(np.float64), 3)
        order = np.argsort(-scores, kind="stable")[: np.count_nonzero(scores)].tolist()
        fit = [place for place in order if place not in pool.refused]
        return list(islice(pool.in_turns(fit), number))


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
