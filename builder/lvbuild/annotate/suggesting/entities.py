"""What is found in the texts of a question, in all its forms, and what is suggested for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from lvbuild.core.model import LanguageCode
from lvbuild.tables.rows import AnswerKeywordsRow, Kind, ReplacementRow
from lvbuild.text.phrases import holds

Gender = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What texts name, with its kind and the forms in which they do, the fullest first.

    `subkind` tells how words for it are made where its kind does not, such as a year among dates.
    """

    kind: Kind
    forms: tuple[str, ...]
    subkind: str = ""
    gender: Gender = ""


Words = dict[str, tuple[str, ...]]
"""What stands for each form of an entity: a replacement and its alternatives."""

CHOICES = 3
"""A replacement and two alternatives."""


class Proposer(Protocol):
    """Proposes words for the entities of texts that belong together."""

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""


class Taken(Protocol):
    """What no proposal may be."""

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""

    def is_common(self, word: str) -> bool:
        """Tell whether texts have an English word in small letters too, so that it is no name."""


def merged(entities: Sequence[Entity]) -> list[Entity]:
    """Return entities without those whose forms an earlier one has."""
    seen: set[str] = set()
    kept = []
    for entity in entities:
        forms = tuple(form for form in dict.fromkeys(entity.forms) if form not in seen)
        if forms:
            seen.update(forms)
            kept.append(Entity(entity.kind, forms, entity.subkind, entity.gender))
    return kept


ANNOTATOR = "lvbuild suggest"
LEAST = 3
"""Rows that a question should have."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What came of a question: its rows, whether it now has keywords, and why rows are few."""

    question_id: str
    rows: tuple[ReplacementRow, ...]
    keywords: str
    held: int
    few: str = ""

    @property
    def is_short(self) -> bool:
        """Whether it has fewer rows than it should."""
        return self.held + len(self.rows) < LEAST


def new_row(name: str, form: str, entity: Entity, words: Words) -> ReplacementRow:
    """Return the draft of a row for a form of an entity."""
    first, *others = words[form]
    return ReplacementRow(
        question_id=name,
        original=form,
        replacement=first,
        alternatives=tuple(others),
        kind=entity.kind,
        status="draft",
        annotator=ANNOTATOR,
    )


def keywords_row(name: str, keywords: str) -> AnswerKeywordsRow:
    """Return the draft of a row for an answer's keywords."""
    return AnswerKeywordsRow(
        question_id=name, keywords=keywords, status="draft", annotator=ANNOTATOR
    )


_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
IN_ANSWER, IN_QUESTION, BESIDE_ANSWER, ELSEWHERE = range(4)


def rank(
    entity: Entity,
    question: str,
    answers: Sequence[str],
    documents: Sequence[str],
    language: LanguageCode,
) -> int:
    """Return how far an entity is from the answer, 0 for in it."""
    forms = entity.forms
    if any(holds(answer, form, language) for answer in answers for form in forms):
        return IN_ANSWER
    if any(holds(question, form, language) for form in forms):
        return IN_QUESTION
    for text in documents:
        for sentence in _SENTENCE.findall(text):
            if any(holds(sentence, answer, language) for answer in answers) and any(
                holds(sentence, form, language) for form in forms
            ):
                return BESIDE_ANSWER
    return ELSEWHERE


def place_in_order(entity: Entity, ranked: int, texts: str) -> tuple[int, int, int]:
    """Return by what entities are ordered: their rank, figures and countries last, then place."""
    late = 2 * (entity.kind in {"date", "number"}) + (entity.subkind in {"country", "latin"})
    first = min((at for form in entity.forms if (at := texts.find(form)) >= 0), default=len(texts))
    return ranked, late if ranked else 0, first


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


class TakenWords:
    """The words of a pool, and of the rows that are there."""

    def __init__(self, texts: str, language: LanguageCode) -> None:
        words = set(_WORD.findall(texts))
        self._texts = texts
        self._words = {word.casefold() for word in words}
        self._small = {word for word in words if word.islower()}
        self._chinese = language == "zh"
        self._used: set[str] = set()
        self._held: dict[str, bool] = {}

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if word in self._used:
            return False
        if self._chinese and not word.isascii():
            if word not in self._held:
                self._held[word] = word in self._texts
            return not self._held[word]
        return all(part.casefold() not in self._words for part in _WORD.findall(word))

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have an English word in small letters too: it is no name."""
        return word.lower() in self._small

    def take(self, row: ReplacementRow) -> None:
        """Keep the new words of a row from being proposed again."""
        for phrase in (row.replacement, *row.alternatives):
            self._used.add(phrase)
            if not self._chinese:
                self._used.update(phrase.split())
