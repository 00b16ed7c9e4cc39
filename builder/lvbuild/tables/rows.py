"""The annotated tables of a recipe, as rows of JSON lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from lvbuild.core.controls import one_line
from lvbuild.core.model import answer_texts
from lvbuild.errors import UsageError
from lvbuild.text import pairs

Status = Literal["draft", "approved", "rejected"]
Kind = pairs.Kind
Scope = Literal["everywhere", "own"]


def _plain(text: str) -> str:
    """Return a text in NFC, as documents are."""
    if text != text.strip():
        raise ValueError("white space stands at its beginning or end")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("it holds half of a surrogate pair, which is no text") from error
    return unicodedata.normalize("NFC", text)


def _line(text: str) -> str:
    return one_line(_plain(text))


SAMPLE_WORLD = "sample world"
"""The annotator of rows that the sample world makes."""
_PROGRAM = re.compile(
    r"\b(?:gpt|chatgpt|openai|claude|anthropic|gemini|llama|mi[sx]tral|qwen|deepseek|glm|ernie|kimi"
    r"|doubao|copilot|llm|ai|bot|model|script|program|auto\w*|pipeline|lvbuild|sample world|spacy"
    r"|deepl|google|o[134]-\w+|phi-\d|command-r|\w+-\d+b)(?![a-z])|通义|文心|模型|机器|智能|豆包",
    re.IGNORECASE,
)
LONGEST_PHRASE = 200
"""Characters of words that are replaced: longer ones take rules too long to look for."""
LONGEST = 2_000
LONGEST_FACT = 20_000
MOST_ALTERNATIVES = 20

OptionalText = Annotated[str, Field(max_length=LONGEST), AfterValidator(_line)]
Phrase = Annotated[str, Field(min_length=1, max_length=LONGEST_PHRASE), AfterValidator(_line)]
OptionalPhrase = Annotated[str, Field(max_length=LONGEST_PHRASE), AfterValidator(_line)]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_line)]
FactText = Annotated[str, Field(min_length=1, max_length=LONGEST_FACT), AfterValidator(_line)]
Note = Annotated[str, Field(max_length=LONGEST_FACT), AfterValidator(_plain)]


def names_program(annotator: str) -> bool:
    """Tell whether an annotator's name is that of a program or a model."""
    return bool(_PROGRAM.search(annotator))


class Row(BaseModel):
    """What every annotated row says of itself: who wrote it, and whether a person approved it.

    `former` are fields that rows had before, each with the one to use now and whether that takes
    its value: rows that have them are read with a note.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    former: ClassVar[Mapping[str, tuple[str, bool]]] = {}

    status: Status
    annotator: Text
    note: Note = ""

    @model_validator(mode="before")
    @classmethod
    def _read_former(cls, fields: Any) -> Any:
        if not isinstance(fields, dict) or cls.former.keys().isdisjoint(fields):
            return fields
        read = {name: value for name, value in fields.items() if name not in cls.former}
        for name, (now, takes) in cls.former.items():
            if takes and name in fields:
                read.setdefault(now, fields[name])
        return read


class OwnRow(Row):
    """A row of a table that a task brings itself: its model tells its fields.

    `example` has all but its status and annotator.
    """

    example: ClassVar[Mapping[str, Any]]

    id: Text = Field(description="a name for it, which stands once in the table")

    @model_validator(mode="after")
    def _check_answers(self) -> Self:
        """Hold what a task calls `answers`, of whatever shape, to be told in words or numbers."""
        try:
            texts = answer_texts(getattr(self, "answers", ""))
        except UsageError as error:
            raise ValueError(f"answers: {error}") from error
        if hasattr(self, "answers") and not all(map(str.strip, texts or [""])):
            raise ValueError("answers: an empty one; write what is to be answered")
        return self


class SelectionRow(BaseModel):
    """A question that a recipe asks, and what corrects upstream's, with the reason.

    `question`, `answers` and `keywords` stand for upstream's, in its words, where they are given;
    keywords come before those of another table. The question's id stays that of upstream's.
    `dropped` says why it is not asked after all: the row stays, so that nobody draws it again.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question_id: Text
    question: OptionalText = ""
    answers: tuple[Text, ...] = ()
    keywords: OptionalText = ""
    reason: OptionalText = ""
    dropped: OptionalText = ""
    note: Note = ""

    @property
    def corrects(self) -> bool:
        """Whether anything stands for upstream's."""
        return bool(self.question or self.answers or self.keywords)

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if self.corrects != bool(self.reason):
            given = "corrects upstream: say why" if self.corrects else "corrects nothing"
            raise ValueError(f"the row {given}, by reason")
        return self


class QuestionRow(Row):
    """A question that an annotator wrote on a document of the recipe's corpora.

    `evidence` are the passages of the document that answer it, word for word; without them its
    answer is looked for. Its question_id in other tables is `written:<id>`.
    """

    id: Text
    document_id: Text
    question: Text
    answers: tuple[Text, ...] = Field(min_length=1)
    evidence: tuple[FactText, ...] = ()


class AnswerKeywordsRow(Row):
    """The words of an answer that carry it."""

    question_id: Text
    keywords: Text


class NeedleRow(Row):
    """A fact to be recalled, its question and answers, in the original words."""

    id: Text
    fact: FactText
    question: Text
    answers: Annotated[tuple[Text, ...], Field(min_length=1)]
    keywords: OptionalText = ""


class ConfusingFactRow(Row):
    """A fact about another `subject` that can be mistaken for the evidence of a question.

    `passage` is, in mixups, what the fact stands in as one of its sentences: a passage on that
    subject in the manner of the corpus. Where it is empty the fact is a passage by itself. `answer`
    is what who takes it for the evidence would answer.
    """

    former: ClassVar = {"home": ("passage", False)}

    question_id: Text
    fact: FactText
    subject: Text
    passage: OptionalText = ""
    answer: OptionalText = ""


class ReplacementRow(Row):
    """A word or phrase of a question's texts, and what stands for it.

    `question_id` is "*" for every question. Rows with one `entity` replace forms of its name, or
    what is told of it. A passage that is not the question's own stands as it is, and the question
    does not get one that holds a name; `scope` says of an original that it is such a name
    (`everywhere`), or none (`own`). A term matches capitalised words in `any_case`. A variant takes
    one of the `alternatives`, the same place of the list in all rows of a question.
    """

    former: ClassVar = {"everywhere": ("any_case", True)}

    question_id: Text
    entity: OptionalPhrase = ""
    original: Phrase
    replacement: Phrase
    plural: OptionalPhrase = ""
    alternatives: Annotated[tuple[Phrase, ...], Field(max_length=MOST_ALTERNATIVES)] = ()
    kind: Kind
    scope: Scope | Literal[""] = ""
    any_case: bool = False

    @model_validator(mode="after")
    def _has_new_words(self) -> Self:
        """Refuse a word that leaves the original as it is."""
        for word in self.words:
            if word.casefold() == self.original.casefold():
                raise ValueError(f"{word!r} is the original; write another word in its place")
        return self

    @property
    def words(self) -> tuple[str, ...]:
        """All that may stand for the original, the replacement first."""
        return self.replacement, *self.alternatives
