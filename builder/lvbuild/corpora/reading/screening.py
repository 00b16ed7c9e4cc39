"""What is not taken: documents that hold phrases of the lists, questions that a rule can tell.

`en.txt` and `zh.txt` of `screen` are for people to edit. A line `@reason` opens a section, a line
`@reason 2` one of which two different lines have to stand in a document; each other line is a
phrase, in any case. Lines that begin with `#` are comments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.model import Document, LanguageCode
from lvbuild.core.resources import digest, read_sections
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language

_FOLDER = Path(__file__).with_name("screen")
_LISTS = ("en.txt", "zh.txt")


class Section(NamedTuple):
    """A reason to leave a document out, its phrases, and how many of them have to be there."""

    reason: str
    least: int
    phrases: tuple[str, ...]


_AT_ONCE = 2**19
"""Characters that are looked through together: each takes the finder many bytes."""


class Screen:
    """Finds the phrases of sections in texts, all at once."""

    def __init__(self, sections: Sequence[Section]) -> None:
        from ahocorasick_rs import AhoCorasick

        owned = [(phrase, i) for i, section in enumerate(sections) for phrase in section.phrases]
        self._sections = sections
        self._finder = AhoCorasick([phrase for phrase, _ in owned])
        self._owners = [owner for _, owner in owned]
        self._longest = max((len(phrase) for phrase, _ in owned), default=0)

    def why_refused(self, text: str) -> str:
        """Return the reason of the first section that a text has enough phrases of, else ""."""
        lower = text.lower()
        hits: dict[int, set[int]] = defaultdict(set)
        for phrase, start, end in self._matches(lower):
            before, after = lower[start - 1 : start], lower[end : end + 1]
            if not (_joins(before, lower[start]) or _joins(lower[end - 1], after)):
                hits[self._owners[phrase]].add(phrase)
        for owner, section in enumerate(self._sections):
            if len(hits.get(owner, ())) >= section.least:
                return section.reason
        return ""

    def _matches(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Yield phrases and where they stand; one may come twice."""
        for at in range(0, len(text), _AT_ONCE):
            some = text[at : at + _AT_ONCE + self._longest]
            for phrase, start, end in self._finder.find_matches_as_indexes(some, overlapping=True):
                yield phrase, at + start, at + end


def why_refused(text: str) -> str:
    """Return why a document of this text is left out, "" if it may stay."""
    return _screen().why_refused(text) if text else "nothing is left of it"


@cache
def screen_sha256() -> str:
    """Hash the lists, in hex: which documents a build has follows from them."""
    return digest(b"".join((_FOLDER / name).read_bytes() for name in _LISTS))


@cache
def _screen() -> Screen:
    return Screen([each for name in _LISTS for each in read_list(_FOLDER / name)])


def read_list(path: Path) -> list[Section]:
    """Read the sections of a list."""
    sections = []
    for title, lines in read_sections(path).items():
        reason, _, least = title.rpartition(" ")
        if not least.isdecimal():
            reason, least = title, "1"
        sections.append(Section(reason, int(least), tuple(map(str.lower, lines))))
    return sections


def _joins(left: str, right: str) -> bool:
    """Tell whether two characters are of one word of Latin letters, or of one number."""
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()


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
    judged: bool = False,
) -> str:
    """Return what speaks against a question, "" if nothing does.

    `documents` are its supporting ones. `every_answer` says that all of its answers are asked for,
    so that they may differ, `judged` that it is a statement which need not stand by itself.
    """
    from lvbuild.text.cleaning.characters import MISREAD

    words = [question.input, *question.answers]
    damaged = DAMAGED if any(map(MISREAD.search, words)) else ""
    if why := question.why_not_asked or damaged:
        return why
    if judged:
        return ""
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
