"""What speaks against a question, as far as a rule can see it: it is then not drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from lvbuild.core.model import Document, LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.text.cleaning.characters import MISREAD

POINTS_NOWHERE = "it points to what it does not name"
RESTS_ON_A_FIGURE = "it rests on a figure"
ANSWERS_DIFFER = "its answers tell different numbers"
DAMAGED = "it holds damaged text"

_FIGURE_WORDS = {
    asked: re.compile("|".join(lines))
    for asked, lines in read_sections(Path(__file__).with_name("figures.txt")).items()
}
_SHORT = 30
"""Characters of an answer that tells a number and little else."""
_NEAR = 0.05
_YEARS = (1000, 2100)
_FIGURES = re.compile(r"\d+(?:\.\d+)?")


def why_not_asked(
    question: CorpusQuestion,
    documents: Sequence[Document],
    language: LanguageCode,
    *,
    every_answer: bool = False,
) -> str:
    """Return what speaks against a question, "" if nothing does.

    `documents` are its supporting ones. `every_answer` says that all of its answers are asked for,
    so that they may differ.
    """
    words = [question.input, *question.answers]
    if question.why_not_asked:
        return question.why_not_asked
    if any(map(MISREAD.search, words)):
        return DAMAGED
    asked, answered = _FIGURE_WORDS["question"], _FIGURE_WORDS["answer"]
    if asked.search(question.input) or any(map(answered.search, question.answers)):
        return RESTS_ON_A_FIGURE
    about = ((each.title, each.text) for each in documents)
    if find_language(language).points_nowhere(question.input, about):
        return POINTS_NOWHERE
    if not every_answer and _differ(question.input, question.answers, language):
        return ANSWERS_DIFFER
    return ""


def _differ(question: str, answers: Sequence[str], language: LanguageCode) -> bool:
    """Tell whether no other short answer gives a number of the first one, or one near to it."""
    short = [answer for answer in answers if len(answer) <= _SHORT]
    if len(short) < 2 or short[0] != answers[0]:
        return False

    def numbers(*texts: str) -> list[set[float]]:
        return [
            {float(figure) for figure in _FIGURES.findall(each.folded)}
            for each in find_language(language).normal_texts(texts)
        ]

    [first] = numbers(short[0])
    if not first:
        return False
    asked, *others = numbers(question, *short[1:])
    numbered = [each - asked for each in others if each - asked]
    return bool(first - asked and numbered) and not any(
        _alike(one, other) for each in numbered for one in first - asked for other in each
    )


def _alike(one: float, other: float) -> bool:
    """Tell whether numbers are the same, or estimates of the same: years are no estimates."""
    if _YEARS[0] <= one <= _YEARS[1] and one.is_integer():
        return one == other
    return abs(one - other) <= _NEAR * max(one, other)
