"""What a recipe says: its keys, and what has to hold of them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from lvbuild.inline.source import (
    LONGEST_NAME,
    NAME,
    CorpusSource,
    InlineSource,
    one_line,
    source_names,
)
from lvbuild.model import Language, Level
from lvbuild.recipe.level import parse_level
from lvbuild.text.counting import LevelUnit


def _check_level(value: object) -> str:
    return parse_level(str(value)).label


class Recipe(BaseModel):
    """What to build: a data set's name, its sources, its levels and how it is scored."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, str_min_length=1)

    name: Annotated[
        str,
        Field(pattern=NAME, max_length=LONGEST_NAME),
        Field(description="names the data set, its tables and its files"),
    ]
    title: Annotated[str, AfterValidator(one_line)] = Field(description="one line for people")
    task: Literal["fact_recall", "single_hop_qa", "multi_hop_qa", "multi_doc_qa"] = Field(
        description="the shape of the questions"
    )
    language: Language = Field(description="of texts and questions")
    licence: Annotated[str, AfterValidator(one_line)] = Field(
        description="of the tables, an SPDX expression"
    )
    haystack: str = Field(
        "", min_length=0, description="of fact_recall: the corpus whose texts are run together"
    )
    questions: tuple[CorpusSource, ...] = Field(
        (),
        strict=False,
        description="of the other tasks: the corpora that ask",
    )
    distractors: tuple[CorpusSource, ...] = Field(
        (),
        strict=False,
        description="of the other tasks: the corpora of the distracting documents",
    )
    count: int = Field(
        ge=1,
        le=100_000,
        description="records a level: the needle's positions; of a mixup at most so many questions",
    )
    answer_limit: int | None = Field(
        None, ge=1, description="questions with an answer of more units are left out"
    )
    levels: tuple[Annotated[str, BeforeValidator(_check_level)], ...] = Field(
        min_length=1,
        strict=False,
        description="numbers with k or M; the plan always runs over all of them",
    )
    unit: LevelUnit = Field(description="what a level counts")
    tokenizer: str | None = Field(
        None, description="of tokens: an encoding of tiktoken by name, or a file (see README)"
    )
    confusing_facts: int = Field(
        0, ge=0, description="how many are set into a context; 0: no such key"
    )
    answer_keywords: bool = Field(False, description="whether records have this key, from a table")
    replacements: bool = Field(False, description="whether words are replaced, by a table")
    nested: bool = Field(True, description="a level's distracting documents stand in longer ones")
    hard_negatives: int = Field(
        0, ge=0, description="of the distracting documents, those most like the question (BM25)"
    )
    metric: Literal["f1_keywords", "f1", "rouge_l"] = Field(description="how answers are scored")
    keyword_recall: float | None = Field(
        None,
        ge=0,
        le=1,
        description="of f1_keywords: below it a score is 0 (default: 0.2, in Chinese 0.4)",
    )
    blacklist: (
        Literal["english", "chinese"] | Annotated[tuple[str, ...], Field(strict=False)] | None
    ) = Field(
        None, description="words that do not count as hits (default: LV-Eval's of the language)"
    )
    prompt: str = Field(description="how a model is asked, with {context} and {input}")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        self.check_unit()
        if len(set(self.levels)) < len(self.levels):
            raise ValueError("levels: each level can stand there once")
        if self.task == "fact_recall":
            if not self.haystack or self.questions or self.distractors:
                raise ValueError("fact_recall takes a haystack, no questions and no distractors")
            if self.hard_negatives:
                raise ValueError("hard_negatives: fact_recall has no distracting documents")
            if self.count < 2:
                raise ValueError("count: a needle takes at least 2 positions")
        elif self.haystack or not (self.questions and self.distractors):
            raise ValueError(f"{self.task} takes questions and distractors, and no haystack")
        self._check_inline()
        for placeholder in ("{context}", "{input}"):
            if placeholder not in self.prompt:
                raise ValueError(f"prompt: {placeholder} is missing")
        return self

    def check_unit(self) -> None:
        """Raise ValueError where the unit does not go with the language or with a tokenizer."""
        if self.unit == "words" and self.language == "zh":
            raise ValueError("unit: Chinese has no words between spaces; write characters")
        if self.unit == "tokens" and self.tokenizer is None:
            raise ValueError(
                "unit: tokens takes a tokenizer; name an encoding or a file (--tokenizer)"
            )
        if self.unit != "tokens" and self.tokenizer is not None:
            raise ValueError(f"tokenizer: goes with unit: tokens, not with {self.unit}")

    def _check_inline(self) -> None:
        inline: dict[str, InlineSource] = {}
        for source in (*self.questions, *self.distractors):
            if (
                isinstance(source, InlineSource)
                and inline.setdefault(source.name, source) != source
            ):
                raise ValueError(
                    f"{source.name}: stands there twice, unlike; write it once and name it again"
                )
        for name in self.asking:
            if name in inline and not inline[name].asks:
                raise ValueError(
                    f"questions: {name} asks nothing; name where its questions are by "
                    "fields.question, or take it among the distractors only"
                )

    @property
    def asking(self) -> tuple[str, ...]:
        """The names of the corpora that ask, each once."""
        return source_names(self.questions)

    @property
    def distracting(self) -> tuple[str, ...]:
        """The names of the corpora of the distracting documents, each once."""
        return source_names(self.distractors)

    @property
    def sources(self) -> dict[str, CorpusSource]:
        """All corpora it is built from by their names: an inline source in full, else the name."""
        given = (self.haystack,) if self.haystack else (*self.questions, *self.distractors)
        inline = {s.name: s for s in given if isinstance(s, InlineSource)}
        return {name: inline.get(name, name) for name in source_names(given)}

    @property
    def corpora(self) -> tuple[str, ...]:
        """The names of all corpora it is built from, each once."""
        return tuple(self.sources)

    @property
    def ascending_levels(self) -> tuple[Level, ...]:
        """The levels as numbers, the smallest first."""
        return tuple(sorted(parse_level(level) for level in self.levels))
