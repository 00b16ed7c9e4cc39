"""Hard negatives: distracting documents that come before others in a question's contexts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice

from lvbuild.core.model import LanguageCode, Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.mixing.pool import QuestionPool
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.likeness import PoolTerms, most_first
from lvbuild.text.content import content

_RUN = 2
"""The characters of a Chinese term."""


def asked_terms(question: Question, language: LanguageCode) -> set[str]:
    """Return the terms by which a document is like a question."""
    return content(question.input, language, _RUN)


class MostAlike:
    """Finds the documents of a pool that are most like a question."""

    def __init__(self, terms: PoolTerms, language: LanguageCode) -> None:
        self._terms = terms
        self._language = language

    def find(self, question: Question, pool: QuestionPool, number: int) -> list[int]:
        """Return so many places, the most alike first, none that the question may not have.

        They are from the corpus that asks it, and from others where that has too few; of many
        documents before two excerpts of one. What has none of the question's terms is not among
        them.
        """
        weights = self._terms.weigh(asked_terms(question, self._language))
        order = most_first(self._terms.likenesses(weights))
        fit = (place for place in order if place not in pool.refused)
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
