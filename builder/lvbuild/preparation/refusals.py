"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lvbuild.model import Language
from lvbuild.preparation.leaks import LeakFinder
from lvbuild.preparation.likeness import near_duplicates
from lvbuild.preparation.pool import Read
from lvbuild.preparation.worded import Documents, Worded


def refuse(
    pool: Sequence[Read], questions: Sequence[Worded], documents: Documents, language: Language
) -> tuple[list[set[int]], Counter[str]]:
    """Return the places in the pool that each question may not use, and counts by reason."""
    texts = {d: documents[d] for worded in questions for d in worded.asked.source.supporting}
    alike = near_duplicates(texts, [read.text for read in pool], language)
    places = {read.document_id: place for place, read in enumerate(pool)}
    finder = _finder(dict(enumerate(pool)), language)
    counts: Counter[str] = Counter()
    refused = []
    for worded in questions:
        source = worded.asked.source
        reasons = {
            "its own supporting document": _known(source.supporting, places),
            "near-duplicate of one": set().union(*(alike[d] for d in source.supporting)),
            "retrieved for it upstream": _known(source.retrieved, places),
            "holds a replacement": worded.clashing,
            "leaks the answer": _leaks(worded, finder),
        }
        taken: set[int] = set()
        for reason, found in reasons.items():
            counts[reason] += len(found - taken)
            taken |= found
        refused.append(taken)
    return refused, counts


def _known(document_ids: Sequence[str], places: Mapping[str, int]) -> set[int]:
    return {places[name] for name in document_ids if name in places}


def _leaks(worded: Worded, finder: LeakFinder) -> set[int]:
    """Test documents as the question words them."""
    own = _finder(worded.changed, finder.language, finder) if worded.changed else finder
    return own.leaks(worded.question)


def _finder(
    reads: Mapping[int, Read], language: Language, beneath: LeakFinder | None = None
) -> LeakFinder:
    texts = {place: read.text for place, read in reads.items()}
    sentences = {place: read.sentences for place, read in reads.items()}
    return LeakFinder(texts, sentences, language, beneath)
