"""Layouts: what a record looks like, its keys and their types, and how its passages are headed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from lvbuild.languages import Heading, Language

LayoutName = Literal["lveval", "longbench"]
"""How a recipe names a layout: by the benchmark whose records look so."""

PassageKind = Literal["article", "paragraph"]
"""What passages are: articles, which may have titles, or paragraphs of a haystack."""


class Field(NamedTuple):
    """A key of a record: one value of `dtype`, as Arrow names it, or a list of them."""

    name: str
    dtype: str
    is_list: bool = False

    @property
    def feature(self) -> dict[str, str]:
        """The field as the `dataset_info` of a card describes it."""
        return {"name": self.name, "list" if self.is_list else "dtype": self.dtype}


@dataclass(frozen=True, slots=True)
class RecordLayout:
    """What the records of a layout look like.

    `fields` are all the keys that they may have, in their order. `own` are those that only lvbuild
    has, which strict releases leave out.
    """

    fields: tuple[Field, ...]
    own: frozenset[str] = frozenset()

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
        fields=(*_ASKED, Field("all_classes", "string", is_list=True), Field("_id", "string"))
    ),
}
"""The layouts by their names."""


def heading_of(layout: LayoutName, kind: PassageKind, language: Language) -> Heading:
    """Return how the passages of a context are headed."""
    if layout == "longbench":
        return language.article_heading if kind == "article" else language.paragraph_heading
    return Heading(language.heading, title="# ")
