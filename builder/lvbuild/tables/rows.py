"""The annotated tables of a recipe, as rows of JSON lines."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Status = Literal["draft", "approved", "rejected"]
Kind = Literal["person", "place", "organisation", "title", "date", "number", "term"]


def _plain(text: str) -> str:
    """Return a text in NFC, as documents are."""
    if text != text.strip():
        raise ValueError("white space stands at its beginning or end")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("it holds half of a surrogate pair, which is no text") from error
    return unicodedata.normalize("NFC", text)


OptionalText = Annotated[str, AfterValidator(_plain)]
Text = Annotated[str, Field(min_length=1), AfterValidator(_plain)]


class Row(BaseModel):
    """What every annotated row says of itself: who wrote it, and whether a person approved it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: Status
    annotator: Text
    note: OptionalText = ""


class SelectionRow(BaseModel):
    """A question that a recipe asks."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question_id: Text
    note: OptionalText = ""


class AnswerKeywordsRow(Row):
    """The words of an answer that carry it."""

    question_id: Text
    keywords: Text


class NeedleRow(Row):
    """A fact to be recalled, its question and answers, in the original words."""

    id: Text
    fact: Text
    question: Text
    answers: Annotated[tuple[Text, ...], Field(min_length=1)]
    keywords: OptionalText = ""


class ConfusingFactRow(Row):
    """A fact about another `subject` that can be mistaken for the evidence of a question."""

    question_id: Text
    fact: Text
    subject: Text


class ReplacementRow(Row):
    """A word or phrase of a question's texts, and what stands for it.

    `question_id` is "*" for every question. A variant takes one of the `alternatives`, the same
    place of the list in all rows of a question.
    """

    question_id: Text
    original: Text
    replacement: Text
    plural: OptionalText = ""
    alternatives: tuple[Text, ...] = ()
    kind: Kind
    everywhere: bool = False
