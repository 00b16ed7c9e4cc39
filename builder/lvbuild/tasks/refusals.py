"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lvbuild.filters.leaks import LeakFinder
from lvbuild.filters.near_duplicates import near_duplicates
from lvbuild.model import Language
from lvbuild.tasks.pool import Read
from lvbuild.tasks.worded import Documents, Worded
from lvbuild.text.normal import NormalText, normal_texts


def refuse(
    pool: Sequence[Read], questions: Sequence[Worded], documents: Documents, language: Language
) -> tuple[list[set[int]], Counter[str]]:
    """Return the places in the pool that each question may not use, and counts by reason.

    What upstream retrieved for a question is known by its text too: the pool may hold the same page
    under another id.
    """
    sources = [worded.asked.source for worded in questions]
    known = {d: documents[d] for source in sources for d in (*source.supporting, *source.retrieved)}
    texts = dict(zip(known, normal_texts(known.values(), language), strict=True))
    normal = normal_texts([read.text for read in pool], language)
    alike = near_duplicates(texts, normal, language)
    places = {read.document_id: place for place, read in enumerate(pool)}
    finder = _finder(dict(enumerate(pool)), normal, language)
    finder.look_ahead(
        asked
        for worded in questions
        for asked in (
            (worded.question, _supporting(worded)),
            (worded.asked.words, _originals(worded, documents)),
        )
    )
    counts: Counter[str] = Counter()
    refused = []
    for worded, source in zip(questions, sources, strict=True):
        reasons = {
            "its own supporting document": _known(source.supporting, places),
            "near-duplicate of one": set().union(*(alike[d] for d in source.supporting)),
            "retrieved for it upstream": _known(source.retrieved, places).union(
                *(alike[d] for d in source.retrieved)
            ),
            "holds a replacement": worded.clashing,
            "leaks the answer": _leaks(worded, finder, documents),
        }
        taken: set[int] = set()
        for reason, found in reasons.items():
            counts[reason] += len(found - taken)
            taken |= found
        refused.append(taken)
    return refused, counts


def _known(document_ids: Sequence[str], places: Mapping[str, int]) -> set[int]:
    return {places[name] for name in document_ids if name in places}


def _leaks(worded: Worded, finder: LeakFinder, documents: Documents) -> set[int]:
    """Test documents as the question words them."""
    if worded.changed:
        normal = normal_texts([read.text for read in worded.changed.values()], finder.language)
        finder = _finder(worded.changed, normal, finder.language, finder)
    return finder.leaks(worded.question, _supporting(worded)) | finder.contradictions(
        worded.asked.words, worded.question, _originals(worded, documents)
    )


def _supporting(worded: Worded) -> list[str]:
    return [worded.own[name].text for name in worded.asked.source.supporting]


def _originals(worded: Worded, documents: Documents) -> list[str]:
    return [documents[name] for name in worded.asked.source.supporting]


def _finder(
    reads: Mapping[int, Read],
    normal: Sequence[NormalText],
    language: Language,
    beneath: LeakFinder | None = None,
) -> LeakFinder:
    sentences = {place: read.sentences for place, read in reads.items()}
    return LeakFinder(dict(zip(reads, normal, strict=True)), sentences, language, beneath)
