"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.filter import Filter, PooledQuestion, Replacements
from lvbuild.mixing.filters.leaks import Leaks
from lvbuild.mixing.filters.near_duplicates import NearDuplicates
from lvbuild.questions.shared_evidence import CorpusDocuments

if TYPE_CHECKING:
    from lvbuild.mixing.rewording import PoolChanges
    from lvbuild.tasks.mixup_questions import MixupQuestion


def refuse(
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    changes: Sequence[PoolChanges],
    documents: CorpusDocuments,
    language: LanguageCode,
    *,
    found: Sequence[NormalText] | None = None,
) -> tuple[list[Mapping[int, str]], Counter[str]]:
    """Return the places in the pool that each question may not use, with why, and counts by reason.

    `changes` are what the pairs of each find in the pool. `found` are the pool's texts in normal
    form as the corpora have them, where they are known: by these near-duplicates are told, leaks by
    what the contexts hold. What several filters refuse is counted by the first of them.
    """
    pooled = [
        PooledQuestion(
            one.replaced,
            one.original,
            {name: documents[name] for name in one.source.supporting},
            {name: documents[name] for name in one.source.retrieved},
            [document.text for document in one.documents],
            *own,
        )
        for one, own in zip(questions, changes, strict=True)
    ]
    counts: Counter[str] = Counter()
    refused: list[Mapping[int, str]] = []
    filters = _filters(pooled, pool, language, found)
    for question in pooled:
        taken: dict[int, str] = {}
        for each in filters:
            for reason, places in each.refused(question).items():
                new = dict.fromkeys(places - taken.keys(), reason)
                counts[reason] += len(new)
                taken |= new
        refused.append(taken)
    return refused, counts


def _filters(
    questions: Sequence[PooledQuestion],
    pool: Sequence[SplitDocument],
    language: LanguageCode,
    found: Sequence[NormalText] | None,
) -> Sequence[Filter]:
    spoken = find_language(language)
    found = found or spoken.normal_texts([document.text for document in pool])
    worded = [place for place, document in enumerate(pool) if document.hits]
    normal = list(found)
    for place, text in zip(
        worded, spoken.normal_texts([pool[place].text for place in worded]), strict=True
    ):
        normal[place] = text
    ids = [document.origin.document_id for document in pool]
    return (
        NearDuplicates(questions, ids, found, spoken),
        Replacements(),
        Leaks(questions, pool, normal, spoken),
    )
