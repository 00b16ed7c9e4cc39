"""What a record is: its keys and their types, its id, its bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

import orjson

from lvbuild.core.model import LanguageCode
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.plan import RecordPlan
from lvbuild.recipe import Recipe
from lvbuild.release.contexts import ContextBytes
from lvbuild.text.escaped import escape


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

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
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


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """What all records of a recipe have in common: keys and fixed values."""

    recipe: str
    language: LanguageCode
    canary: str
    schema: RecordSchema

    @classmethod
    def of(cls, recipe: Recipe, options: BuildOptions) -> RecordFormat:
        """Return the format of a recipe's records, as they are built with options."""
        schema = RecordSchema.of(recipe, strict=options.strict)
        return cls(recipe.name, recipe.language, canary(recipe.name, options), schema)


def canary(recipe: str, options: BuildOptions) -> str:
    """Return the contamination identifier: the recipe's name and 64 base62 characters."""
    source = f"{options.seed}\n{options.variant}\n{recipe}".encode()
    number = int.from_bytes(blake2b(source, digest_size=47).digest(), "big")
    digits = []
    for _ in range(64):
        number, digit = divmod(number, 62)
        digits.append(_BASE62[digit])
    return f"{recipe}:{''.join(reversed(digits))}"


def record_id(recipe: str, question_id: str, position: int) -> str:
    """Name a record, alike at every level."""
    digest = blake2b(f"{question_id}\n{position}".encode(), digest_size=6)
    return f"{recipe}-{digest.hexdigest()}"


def record_line(
    plan: RecordPlan, context: ContextBytes, form: RecordFormat
) -> list[bytes | memoryview]:
    """Return a record as a line of JSON in parts, its keys in LV-Eval's order."""
    line: list[bytes | memoryview] = [
        b'{"input":"',
        escape(plan.question.input),
        b'","context":"',
    ]
    pieces = context.pieces
    piece, rest = 0, memoryview(pieces[0])
    done = 0
    for insertion in plan.insertions:
        at, position = context.locate(insertion.passage, insertion.offset)
        if at > piece:
            line += rest[done:], *pieces[piece + 1 : at]
            piece, rest, done = at, memoryview(pieces[at]), 0
        line += rest[done:position], escape(plan.inserted(insertion))
        done = position
    line += rest[done:], *pieces[piece + 1 :]
    return [*line, b'",', orjson.dumps(_after_context(plan, form))[1:], b"\n"]


def _after_context(plan: RecordPlan, form: RecordFormat) -> dict[str, object]:
    question = plan.question
    values = {
        "answers": question.answers,
        "length": plan.length,
        "dataset": form.recipe,
        "language": form.language,
        "answer_keywords": question.keywords,
        "confusing_facts": question.confusing_facts,
        "_id": record_id(form.recipe, question.id, plan.position),
        "contamination_identifier": form.canary,
    }
    return {name: values[name] for name in form.schema.after_context}
