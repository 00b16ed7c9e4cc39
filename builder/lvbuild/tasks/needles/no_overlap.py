"""The task needle_no_overlap: a fact that shares no word with the question it answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Fact, LanguageCode
from lvbuild.languages import Language, any_content, find_language
from lvbuild.recipe import register
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.needles.task import NeedleQuestion, NeedleTask
from lvbuild.tasks.needles.unique_words import UniqueWords
from lvbuild.tasks.own_tables import fill, holding

_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。．！？!?])|\n\s*\n")


class LinkRow(OwnRow):
    """A fact about a name, and a question that takes knowledge of the world to lead to it."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "gallery",
        "fact": "{name} sketches the glass pyramid of the Louvre.",
        "question": "Who has been to Paris?",
    }

    fact: Annotated[FactText, holding("name")] = Field(
        description="the sentence that is set into a context, with {name}"
    )
    question: Annotated[Text, holding()] = Field(
        description="what is asked, in words of which the fact has none; the name answers it"
    )

    @model_validator(mode="after")
    def _shares_nothing(self) -> Self:
        told, asked = any_content(self.fact.replace("{name}", " ")), any_content(self.question)
        if shared := sorted(told & asked):
            raise ValueError(f"question: it shares {shared[0]!r} with the fact; use other words")
        pairs = ((one, other) for one in sorted(asked) for other in sorted(told))
        if alike := next((pair for pair in pairs if Language.share_stem(*pair)), None):
            raise ValueError(
                f"question: {alike[0]!r} has the stem of the fact's {alike[1]!r}; use other words"
            )
        return self


@register
class NeedleNoOverlap(NeedleTask):
    """A recipe that asks who it was, in other words than the fact's."""

    own_tables: ClassVar = {"links": LinkRow}

    task: Literal["needle_no_overlap"] = Field(
        description="what is asked: a name, in words of which its fact has none"
    )
    decoys: int = Field(
        3, ge=0, le=1_000, description="how many facts of other rows stand in a text"
    )

    def ask(
        self, rows: Sequence[LinkRow], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the name of a fact among those of other rows that cannot answer."""
        own, *others = rows
        name = words("person")
        unlike = [row for row in others if not _may_answer(row, own)]
        facts = [Fact("needle", fill(own.fact, name=name))]
        facts += [Fact("decoy", fill(r.fact, name=words("person"))) for r in unlike[: self.decoys]]
        lacking = len(unlike) < self.decoys
        return [NeedleQuestion(own.question, (name,), tuple(facts), lacks_rows=lacking)]

    def answered(self, rows: Sequence[LinkRow], text: str) -> Collection[str]:
        """Return the rows all of whose question's content words stand in one sentence."""
        folded, language = text.casefold(), find_language(self.language)
        words = _words(tuple(row.question for row in rows), self.language)
        questions = zip((row.id for row in rows), words, strict=True)
        possible = [each for each in questions if all(word in folded for word in each[1])]
        found: set[str] = set()
        for sentence in _SENTENCE_ENDS.split(folded) if possible else []:
            likely = [each for each in possible if all(word in sentence for word in each[1])]
            likely = [each for each in likely if language.holds_words(sentence, each[1])]
            found.update(name for name, _ in likely)
        return found


def _may_answer(other: LinkRow, own: LinkRow) -> bool:
    """Tell whether the fact of another row may answer a row's question.

    It may where it has words of the question or is the same fact, or where its own question asks
    the same, less or more.
    """
    asked, asks = any_content(own.question), any_content(other.question)
    fact, told = any_content(own.fact), any_content(other.fact)
    return bool(asked & told) or fact == told or asked <= asks or asks <= asked


@cache
def _words(questions: Sequence[str], language: LanguageCode) -> Sequence[frozenset[str]]:
    return [find_language(language).telling_words(question) for question in questions]
