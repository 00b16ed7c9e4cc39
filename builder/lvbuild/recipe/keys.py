"""The keys that every recipe may have: what each means, and which values it takes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    ValidationInfo,
)

from lvbuild.core.model import LONGEST_NAME, NAME, LanguageCode, Level, LevelUnit
from lvbuild.core.twins import full_name
from lvbuild.languages import languages
from lvbuild.recipe.layouts import LayoutName
from lvbuild.recipe.mapping import STRICT
from lvbuild.recipe.registries import metrics, tasks
from lvbuild.recipe.sources import one_line

ALL = "all"
"""Stands for every recipe that comes with lvbuild, wherever recipes are named."""


def _check_level(value: object) -> str:
    return Level.parse(str(value)).label


def _check_family(name: str) -> str:
    if name == ALL:
        raise ValueError(f"must be another name: {ALL!r} stands for every recipe")
    return name


def _check_name(name: str) -> str:
    if full_name(name) != name:
        raise ValueError(f"{name!r} is what the twin of {full_name(name)} is called (--without)")
    return name


DESCRIBED = "described"
"""The context in which a recipe is read that is only described: its metric may be unknown."""


def _known_metric(name: str, info: ValidationInfo) -> str:
    return name if info.context == DESCRIBED else metrics.check(name)


NewTokens = Annotated[
    int, Field(ge=1, le=1_000_000, description="a model may answer at most so many tokens")
]


class RecipeKeys(BaseModel):
    """What a recipe says, key by key; what its keys say together is for `Recipe` to check."""

    model_config = STRICT

    name: Annotated[
        str,
        Field(pattern=NAME, max_length=LONGEST_NAME),
        AfterValidator(_check_name),
        Field(description="names the data set, its tables and its files"),
    ]
    title: Annotated[str, AfterValidator(one_line)] = Field(description="one line for people")
    family: Annotated[
        str,
        Field(pattern=NAME, max_length=LONGEST_NAME),
        AfterValidator(_check_family),
        Field(description="stands for all of its recipes that come with lvbuild, or in a release"),
    ] = ""
    task: str = Field(
        description="what is asked, and how the records are planned",
        json_schema_extra=lambda schema: schema.update(enum=list(tasks)),
    )
    language: Annotated[LanguageCode, AfterValidator(languages.check)] = Field(
        description="of texts and questions",
        json_schema_extra=lambda schema: schema.update(enum=list(languages)),
    )
    licence: Annotated[str, AfterValidator(one_line)] = Field(
        description="of the tables, an SPDX expression"
    )
    count: int = Field(
        ge=1,
        le=100_000,
        description="records a level: a needle's positions, or at most so many questions",
    )
    levels: tuple[Annotated[str, BeforeValidator(_check_level)], ...] = Field(
        min_length=1,
        strict=False,
        description="numbers with k or M such as 16k, ranges such as 4-8k, evidence, closed; the"
        " plan always runs over all of them",
    )
    passages: int | None = Field(
        None,
        ge=2,
        le=100_000,
        description="of tasks over whole passages, instead of levels: each context has so many,"
        " however long",
    )
    unit: LevelUnit = Field(description="what a level counts")
    tokenizer: str | None = Field(
        None, description="of tokens: an encoding of tiktoken by name, or a file"
    )
    layout: LayoutName = Field("lveval", description="whose keys and headings records have")
    confusing_facts: int = Field(
        0, ge=0, description="how many are set into a context; 0: no such key"
    )
    answer_keywords: bool = Field(False, description="whether records have this key, from a table")
    replacements: bool = Field(False, description="whether words are replaced, by a table")
    nested: bool = Field(True, description="a level's distracting documents stand in longer ones")
    order: Literal["prefix"] | None = Field(
        None,
        description="prefix: records whose contexts begin alike stand next to each other, so that a"
        " prefix cache serves them (default: as they are planned)",
    )
    metric: Annotated[str, AfterValidator(_known_metric)] = Field(
        description="how answers are scored: by the first, unless the metric takes the best or all",
        json_schema_extra=lambda schema: schema.update(enum=list(metrics)),
    )
    keyword_recall: float | None = Field(
        None,
        ge=0,
        le=1,
        description="of f1_keywords: below it a score is 0 (default: 0.2, in Chinese 0.4)",
    )
    blacklist: (
        Literal["english", "chinese"] | Annotated[tuple[str, ...], Field(strict=False)] | None
    ) = Field(
        None,
        description="of f1_keywords and rouge_l: words that do not count as hits (default:"
        " LV-Eval's of the language)",
    )
    labels: Annotated[tuple[str, ...], Field(strict=False, min_length=2)] | None = Field(
        None,
        description="of label, macro_f1 and classification: what may be answered (default of"
        " few_shot and as_published: what their corpora have)",
    )
    answers: Literal["first", "best"] | None = Field(
        None,
        description="of f1 and rouge_l: which of a record's answers counts, the first or the one"
        " that scores best (default: the first, as in LV-Eval; LongBench takes the best)",
    )
    words: Literal["plain"] | None = Field(
        None,
        description="of rouge_l: compare words as they are written, as LongBench does (default: as"
        " LV-Eval does, in small letters and without punctuation and blacklisted words)",
    )
    first_line: bool = Field(
        False, description="only the first line of a prediction that is not empty is scored"
    )
    prompt: str = Field(
        description="how a model is asked, with {context} and {input}, in"
        " longbench_v2 with {context}, {question} and {choice_A} to {choice_D}"
    )
    max_new_tokens: NewTokens = 64
    upstream: str | None = Field(
        None,
        description="what the data set is called upstream: --prompts takes the prompt of that name"
        " (default: the recipe's own)",
    )
