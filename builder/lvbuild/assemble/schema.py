"""The keys of a record, their order and their types, which writer and card follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lvbuild.recipe import Recipe


class Field(NamedTuple):
    """A key of a record: one value of `dtype`, as Arrow names it, or a list of them."""

    name: str
    dtype: str
    is_list: bool = False

    @property
    def feature(self) -> dict[str, str]:
        """The field as the `dataset_info` of a card describes it."""
        return {"name": self.name, "list" if self.is_list else "dtype": self.dtype}


_FIELDS = (
    Field("input", "string"),
    Field("context", "string"),
    Field("answers", "string", is_list=True),
    Field("length", "int64"),
    Field("dataset", "string"),
    Field("language", "string"),
    Field("answer_keywords", "string"),
    Field("confusing_facts", "string", is_list=True),
    Field("_id", "string"),
    Field("contamination_identifier", "string"),
)
"""All keys in LV-Eval's order; the last two are lvbuild's own."""

_OWN = ("_id", "contamination_identifier")


@dataclass(frozen=True)
class RecordSchema:
    """Which of the keys the records of a recipe have."""

    answer_keywords: bool
    confusing_facts: bool
    strict: bool = False

    @classmethod
    def of(cls, recipe: Recipe, *, strict: bool) -> RecordSchema:
        """Return the schema of a recipe's records, with `strict` LV-Eval's keys alone."""
        return cls(recipe.answer_keywords, recipe.confusing_facts > 0, strict)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The keys in their order."""
        left_out = set(_OWN) if self.strict else set()
        if not self.answer_keywords:
            left_out.add("answer_keywords")
        if not self.confusing_facts:
            left_out.add("confusing_facts")
        return tuple(field for field in _FIELDS if field.name not in left_out)

    @cached_property
    def after_context(self) -> tuple[str, ...]:
        """The names of the keys that follow the context."""
        names = [field.name for field in self.fields]
        return tuple(names[names.index("context") + 1 :])
