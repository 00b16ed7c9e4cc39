"""What is suggested for a question: its rows, drafts of a program."""

from __future__ import annotations

from dataclasses import dataclass

from lvbuild.annotate.suggesting.entities import Entity, Words
from lvbuild.tables.rows import AnswerKeywordsRow, ReplacementRow

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
