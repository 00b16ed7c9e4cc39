"""Layouts: what a record looks like, its keys and their types, and how its passages are headed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from lvbuild.languages import Heading, Language

LayoutName = Literal["lveval", "longbench", "longbench_v2"]
"""How a recipe names a layout: by the benchmark whose records look so."""

PassageKind = Literal["article", "paragraph", "example"]
"""What passages are: articles, which may have titles, paragraphs of a haystack, or examples."""


class Field(NamedTuple):
    """A key of a record: one value of `dtype`, as Arrow names it, or a list of them.

    What is `nullable` may be null.
    """

    name: str
    dtype: str
    is_list: bool = False
    nullable: bool = False

    @property
    def feature(self) -> dict[str, str]:
        """The field as the `dataset_info` of a card describes it."""
        return {"name": self.name, "list" if self.is_list else "dtype": self.dtype}


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """What the records of a layout look like.

    `fields` are all the keys that they may have, in their order. `own` are those that only lvbuild
    has, which strict releases leave out. `choices` are the letters of the answers that records
    offer, where these are chosen from. A prompt has all `placeholders`.
    """

    fields: tuple[Field, ...]
    own: frozenset[str] = frozenset()
    choices: str = ""
    placeholders: tuple[str, ...] = ("context", "input")

    def has(self, key: str) -> bool:
        """Tell whether records may have a key."""
        return any(field.name == key for field in self.fields)


_ASKED = (
    Field("input", "string"),
    Field("context", "string"),
    Field("answers", "string", is_list=True),
    Field("length", "int64"),
    Field("dataset", "string"),
    Field("language", "string"),
)

layouts: Mapping[LayoutName, RecordLayout] = {
    "lveval": RecordLayout(
        fields=(
            *_ASKED,
            Field("answer_keywords", "string"),
            Field("confusing_facts", "string", is_list=True),
            Field("_id", "string"),
            Field("contamination_identifier", "string"),
        ),
        own=frozenset({"_id", "contamination_identifier"}),
    ),
    "longbench": RecordLayout(
        fields=(
            *_ASKED,
            Field("all_classes", "string", is_list=True, nullable=True),
            Field("_id", "string"),
        )
    ),
    "longbench_v2": RecordLayout(
        fields=(
            Field("_id", "string"),
            Field("domain", "string"),
            Field("sub_domain", "string"),
            Field("difficulty", "string", nullable=True),
            Field("length", "string"),
            Field("question", "string"),
            *(Field(f"choice_{letter}", "string") for letter in "ABCD"),
            Field("answer", "string"),
            Field("context", "string"),
        ),
        choices="ABCD",
        placeholders=("context", "question", "choice_A", "choice_B", "choice_C", "choice_D"),
    ),
}
"""The layouts by their names."""


class Content(NamedTuple):
    """What a record says, whatever its layout.

    `length` is in the recipe's unit. Where `answers` are chosen from, `choices` are what is
    offered, by its letters, and `right` is the letter of the right one.
    """

    question: str
    answers: tuple[str, ...]
    length: int
    keywords: str = ""
    choices: Mapping[str, str] = MappingProxyType({})
    right: str = ""

    @property
    def scored(self) -> tuple[str, ...]:
        """What a prediction is scored by: the answers, or the letter of the right one."""
        return (self.right,) if self.right else self.answers


def offers_choices(fields: Mapping[str, Any]) -> bool:
    """Tell whether a record's answer is chosen from several."""
    return "choice_A" in fields


def content_of(fields: Mapping[str, Any], provenance: Mapping[str, Any]) -> Content:
    """Read a record; where its layout does not say it, its provenance has it."""
    if not offers_choices(fields):
        keywords = fields.get("answer_keywords", "")
        return Content(fields["input"], tuple(fields["answers"]), fields["length"], keywords)
    offered = {letter: fields[f"choice_{letter}"] for letter in layouts["longbench_v2"].choices}
    return Content(
        fields["question"],
        tuple(provenance["answers"]),
        provenance["length"],
        choices=offered,
        right=fields["answer"],
    )


_SHORT, _MEDIUM = 32_000, 128_000


def length_class(units: int) -> str:
    """Return what LongBench v2 calls a length."""
    if units < _SHORT:
        return "short"
    return "medium" if units < _MEDIUM else "long"


def heading_of(layout: LayoutName, kind: PassageKind, language: Language) -> Heading:
    """Return how the passages of a context are headed; examples are not."""
    if kind == "example":
        return Heading("")
    if layout == "longbench":
        return language.article_heading if kind == "article" else language.paragraph_heading
    return Heading(language.heading, title="# ")
