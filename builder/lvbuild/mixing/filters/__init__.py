"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.filters.leaks import Leaks
from lvbuild.mixing.filters.near_duplicates import NearDuplicates
from lvbuild.mixing.pool import Pool, PoolChanges, PoolView
from lvbuild.mixing.questions import MixupQuestion


class Filter(Protocol):
    """Finds the documents that a question may not have.

    A filter is made once for a pool and all questions, so that it reads each text once.
    """

    def refused(
        self, question: MixupQuestion, changes: PoolChanges
    ) -> Mapping[str, AbstractSet[int]]:
        """Return the places in the pool of the documents that are refused, by reason.

        `changes` are what the question's pairs change in the pool. A document is counted under the
        first reason of the first filter that refuses it. There is every reason of the filter, also
        where no document is refused for it.
        """


def refuse(
    pool: Pool,
    questions: Sequence[MixupQuestion],
    changes: Sequence[PoolChanges],
    documents: Mapping[str, str],
    language: Language,
    *,
    asking: Mapping[str, str],
    found: Sequence[NormalText],
) -> tuple[list[PoolView], Counter[str]]:
    """Return the pool as each question has it, and how many documents are refused, by reason.

    `changes` are what the pairs of each change in the pool, `asking` the names of the corpora that
    ask, by question; `documents` are theirs by id, in the original words. `found` are the pool's
    texts in normal form as the corpora have them: by these near-duplicates are told, leaks by what
    the contexts hold. What several filters refuse is counted by the first of them.
    """
    counts: Counter[str] = Counter()
    views = []
    normal = list(found)
    worded = [place for place, document in enumerate(pool.texts) if document.hits]
    texts = language.normal_texts([pool.texts[place].text for place in worded])
    for place, text in zip(worded, texts, strict=True):
        normal[place] = text
    filters: Sequence[Filter] = (
        NearDuplicates(questions, documents, pool, found, language),
        Leaks(questions, changes, pool.texts, normal, language),
    )
    for question, own in zip(questions, changes, strict=True):
        taken: dict[int, str] = {}
        for each in filters:
            for reason, places in each.refused(question, own).items():
                new = dict.fromkeys(places - taken.keys(), reason)
                counts[reason] += len(new)
                taken |= new
        views.append(PoolView(pool, taken, own.changed, asking[question.source.id]))
    return views, counts
