"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lvbuild.core.model import LanguageCode
from lvbuild.languages.normal import NormalText
from lvbuild.mixing.filters.filter import Filter, PooledQuestion
from lvbuild.mixing.filters.leaks import Leaks
from lvbuild.mixing.filters.near_duplicates import NearDuplicates
from lvbuild.mixing.filters.replacements import Replacements
from lvbuild.tasks.documents import CorpusDocuments, SplitDocument
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.text.normal import normal_texts


def refuse(
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    documents: CorpusDocuments,
    language: LanguageCode,
    found: Sequence[NormalText] | None = None,
) -> tuple[list[set[int]], Counter[str]]:
    """Return the places in the pool that each question may not use, and counts by reason.

    `found` are the pool's texts in normal form as the corpora have them, where they are known: by
    these near-duplicates are told, leaks by what the contexts hold.
    """
    pooled = [_pooled(question, documents) for question in questions]
    counts: Counter[str] = Counter()
    refused = []
    filters = _filters(pooled, pool, language, found)
    for question in pooled:
        taken: set[int] = set()
        for each in filters:
            for reason, places in each.refused(question).items():
                counts[reason] += len(places - taken)
                taken |= places
        refused.append(taken)
    return refused, counts


def _filters(
    questions: Sequence[PooledQuestion],
    pool: Sequence[SplitDocument],
    language: LanguageCode,
    found: Sequence[NormalText] | None,
) -> Sequence[Filter]:
    """Return all filters: what several refuse is counted by the first of them."""
    found = found or normal_texts([document.text for document in pool], language)
    worded = [place for place, document in enumerate(pool) if document.hits]
    normal = list(found)
    for place, text in zip(
        worded, normal_texts([pool[place].text for place in worded], language), strict=True
    ):
        normal[place] = text
    return (
        NearDuplicates(
            questions, [document.origin.document_id for document in pool], found, language
        ),
        Replacements(),
        Leaks(questions, pool, normal, language),
    )


def _pooled(question: MixupQuestion, documents: CorpusDocuments) -> PooledQuestion:
    source = question.source
    return PooledQuestion(
        question.replaced,
        question.original,
        {name: documents[name] for name in source.supporting},
        {name: documents[name] for name in source.retrieved},
        [document.text for document in question.documents],
        question.changed,
        question.clashing,
    )
