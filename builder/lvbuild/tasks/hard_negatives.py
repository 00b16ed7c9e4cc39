"""Hard negatives: the distracting documents that are most like a question."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from lvbuild.model import Language, Question
from lvbuild.tasks.documents import SplitDocument
from lvbuild.text.content import content

_RUN = 2
"""The characters of a Chinese term."""


def hard_negatives(
    pool: Sequence[SplitDocument],
    questions: Iterable[tuple[Question, Collection[int]]],
    number: int,
    language: Language,
) -> Iterator[list[int]]:
    """Yield for each question so many places of the pool, the most alike by BM25 first.

    A question comes with the places it may not have. Terms are content words, in Chinese runs of
    two characters; a document without any of a question's terms is none of its hard negatives.
    """
    from bm25s import BM25

    index = BM25()
    terms = [sorted(content(document.text, language, _RUN)) for document in pool]
    known = set().union(*terms)
    if known:
        index.index(terms, show_progress=False)
    for question, refused in questions:
        asked = sorted(content(question.input, language, _RUN) & known)
        if not asked:
            yield []
            continue
        # Rounded, so that no machine's last digit decides which of two comes first.
        scores = [round(float(score), 3) for score in index.get_scores(asked)]
        order = sorted(range(len(pool)), key=lambda place: (-scores[place], place))
        fit = (place for place in order if scores[place] > 0 and place not in refused)
        yield [place for place, _ in zip(fit, range(number), strict=False)]
