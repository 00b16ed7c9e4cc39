"""The documents that a question may not have as distracting ones, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lvbuild.languages import Language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.leaks import LeakFinder, leaks
from lvbuild.mixing.filters.near_duplicates import like_its_own
from lvbuild.mixing.pool import Pool, PoolChanges, PoolView
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.normal import NormalTexts


def refuse(
    pool: Pool,
    questions: Sequence[MixupQuestion],
    changes: Sequence[PoolChanges],
    documents: Mapping[str, str],
    language: Language,
    *,
    asking: Mapping[str, str],
    found: NormalTexts,
    judged: bool = False,
) -> tuple[list[PoolView], Counter[str], set[str]]:
    """Return the pool as each question has it, and how many documents are refused, by reason.

    The last are the answers and keywords that were too common to refuse documents by.

    `changes` are what the pairs of each change in the pool, `asking` the names of the corpora that
    ask, by question; `documents` are theirs by id, in the original words. `found` are the pool's
    texts in normal form as the corpora have them: by these near-duplicates are told, leaks by what
    contexts hold, those of a twin without replacements too. What is refused for several reasons is
    counted under the first of them; there is every reason, also where no document is refused for
    it. Questions that are `judged` have labels for answers.
    """
    counts: Counter[str] = Counter()
    views = []
    worded = pool.worded
    texts = language.normal_texts([pool.texts[place].text for place in worded])
    normal = found.reworded(dict(zip(worded, texts, strict=True)))
    alike = like_its_own(questions, documents, pool, found, language)
    finder = LeakFinder(normal, pool.texts, language, judged=judged)
    upstream = LeakFinder(
        {place: found[place] for place in worded},
        {place: _upstream(pool.texts[place], documents) for place in worded},
        language,
        finder,
        tells_base=False,
        judged=judged,
    )
    leaking = leaks(finder, questions, changes, upstream)
    for question, own, likes, leaked in zip(questions, changes, alike, leaking, strict=True):
        taken: dict[int, str] = {}
        for reason, places in {**likes, **leaked}.items():
            new = dict.fromkeys(places - taken.keys(), reason)
            counts[reason] += len(new)
            taken |= new
        views.append(PoolView(pool, taken, own.changed, asking[question.source.id]))
    return views, counts, finder.common


def _upstream(text: SplitDocument, documents: Mapping[str, str]) -> SplitDocument:
    return text.unreplaced(documents[text.origin.document_id])
