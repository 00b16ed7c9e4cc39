"""A question in cleaned words, its evidence and its answers' places carried along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from lvbuild.corpora.answer_place import answer_evidence
from lvbuild.corpora.cleaned_texts import CleanedTexts
from lvbuild.corpora.corpus import CorpusQuestion


class _Answer(NamedTuple):
    words: str
    place: int | None


def cleaned_question(
    question: CorpusQuestion,
    texts: CleanedTexts,
    starts: Sequence[object] = (),
    extractive: bool = False,
) -> CorpusQuestion:
    """Return a question as its documents are cleaned.

    `starts` are the places of its answers in its one supporting document, as upstream tells them.
    Of an `extractive` question only the answers that stand in a supporting document are kept.
    """
    answers = list(_answers(question, texts, starts))
    after = [texts.after(name) for name in question.supporting]
    return replace(
        question,
        input=texts.line(question.input),
        answers=distinct(
            words for words, _ in answers if not extractive or any(words in text for text in after)
        ),
        evidence=_evidence(question, texts) or _around(answers, after),
    )


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Drop what is empty or has come before."""
    return tuple(dict.fromkeys(filter(None, texts)))


def _answers(
    question: CorpusQuestion, texts: CleanedTexts, starts: Sequence[object]
) -> Iterable[_Answer]:
    """Yield the answers; one that is not to be found at its place becomes what stands there.

    It may stand in a form of the place that is not shown: in Wikipedia's -{zh-cn:...;zh-tw:...}-.
    """
    document = question.supporting[0] if len(question.supporting) == 1 else ""
    for answer, start in zip_longest(question.answers, starts[: len(question.answers)]):
        if not document or type(start) is not int or start < 0:
            yield _Answer(texts.words(answer), None)
            continue
        there, place = texts.stretch(document, start, start + len(answer))
        words = texts.words(answer)
        if words and words in there:
            yield _Answer(words, place + there.index(words))
        else:
            stood = texts.before(document).startswith(answer, start)
            # Where nothing is left at its place, it may stand elsewhere.
            yield _Answer(there if stood and there else words, place if there else None)


def _evidence(question: CorpusQuestion, texts: CleanedTexts) -> tuple[str, ...]:
    """Return what became of the marked passages in the documents that they stand in."""
    found = (
        [texts.passage(name, each) for name in question.supporting] for each in question.evidence
    )
    return distinct(
        next(filter(None, passages), "") or texts.words(each)
        for each, passages in zip(question.evidence, found, strict=True)
    )


def _around(answers: Sequence[_Answer], texts: Sequence[str]) -> tuple[str, ...]:
    """Return the passage around the first answer where upstream tells its place."""
    if all(place is None for _, place in answers):
        return ()
    words, places = zip(*answers, strict=True)
    return answer_evidence(texts[0], words, places)
