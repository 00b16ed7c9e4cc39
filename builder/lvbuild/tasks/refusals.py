"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lvbuild.filters.filter import Filter, PooledQuestion
from lvbuild.filters.leaks import Leaks
from lvbuild.filters.near_duplicates import NearDuplicates
from lvbuild.filters.replacements import Replacements
from lvbuild.model import Language
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.tasks.pool import Documents, Read
from lvbuild.text.normal import normal_texts


def refuse(
    pool: Sequence[Read],
    questions: Sequence[MixupQuestion],
    documents: Documents,
    language: Language,
) -> tuple[list[set[int]], Counter[str]]:
    """Return the places in the pool that each question may not use, and counts by reason."""
    pooled = [_pooled(question, documents) for question in questions]
    counts: Counter[str] = Counter()
    refused = []
    filters = _filters(pooled, pool, language)
    for question in pooled:
        taken: set[int] = set()
        for each in filters:
            for reason, places in each.refused(question).items():
                counts[reason] += len(places - taken)
                taken |= places
        refused.append(taken)
    return refused, counts


def _filters(
    questions: Sequence[PooledQuestion], pool: Sequence[Read], language: Language
) -> Sequence[Filter]:
    """Return all filters: what several refuse is counted by the first of them."""
    normal = normal_texts([read.text for read in pool], language)
    return (
        NearDuplicates(questions, [read.document_id for read in pool], normal, language),
        Replacements(),
        Leaks(questions, pool, normal, language),
    )


def _pooled(question: MixupQuestion, documents: Documents) -> PooledQuestion:
    source = question.source
    return PooledQuestion(
        question.replaced,
        question.original,
        {name: documents[name] for name in source.supporting},
        {name: documents[name] for name in source.retrieved},
        [read.text for read in question.documents],
        question.changed,
        question.clashing,
    )
