"""What a record is: its keys and their types, its id, its bytes."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import orjson

from lvbuild.core.model import LanguageCode
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.plan import ContextLayout, RecordPlan
from lvbuild.recipe import Recipe
from lvbuild.release.contexts import QuestionTexts
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


FIELDS = (
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


@dataclass(frozen=True, slots=True)
class RecordSchema:
    """What all records of a recipe have in common: their keys, and the values that are fixed."""

    recipe: str
    language: LanguageCode
    canary: str
    fields: tuple[Field, ...]
    variant: str = ""

    @classmethod
    def of(cls, recipe: Recipe, options: BuildOptions) -> RecordSchema:
        """Return the schema of a recipe's records: with `strict` LV-Eval's keys alone.

        A twin's records have a name and a canary of their own, and ids that begin otherwise.
        """
        recipe = recipe.without(options.left_out)
        held = {
            "answer_keywords": recipe.answer_keywords,
            "confusing_facts": recipe.confusing_facts > 0,
            **dict.fromkeys(("_id", "contamination_identifier"), not options.strict),
        }
        fields = tuple(field for field in FIELDS if held.get(field.name, True))
        name, language = recipe.name, recipe.language
        return cls(name, language, canary(name, options), fields, options.variant)

    def record_id(self, question_id: str, position: int) -> str:
        """Name a record, alike at every level; a named variant's is its own.

        So predictions of one variant are not scored on another.
        """
        parts = [question_id, str(position), *([self.variant] if self.variant else [])]
        digest = blake2b("\n".join(parts).encode(), digest_size=6)
        return f"{self.recipe}-{digest.hexdigest()}"


def canary(recipe: str, options: BuildOptions) -> str:
    """Return the contamination identifier: the recipe's name and 64 base62 characters."""
    source = f"{options.seed}\n{options.variant}\n{recipe}".encode()
    number = int.from_bytes(blake2b(source, digest_size=47).digest(), "big")
    digits = []
    for _ in range(64):
        number, digit = divmod(number, 62)
        digits.append(_BASE62[digit])
    return f"{recipe}:{''.join(reversed(digits))}"


def record_line(
    plan: RecordPlan, texts: QuestionTexts, layout: ContextLayout, schema: RecordSchema
) -> bytes:
    """Return a record as a line of JSON, its keys in LV-Eval's order."""
    line: list[bytes | memoryview] = [
        b'{"input":"',
        escape(plan.question.input),
        b'","context":"',
    ]
    pieces = texts.pieces(plan.passages, layout)
    piece, rest = 0, memoryview(pieces[0])
    done = 0
    for insertion in plan.insertions:
        passage = plan.passages[insertion.passage]
        at = 2 * insertion.passage + 1  # each stands behind what parts it from the one before
        text = texts[passage.document_id]
        position = text.position(insertion.offset) - text.position(passage.start)
        if at > piece:
            line += rest[done:], *pieces[piece + 1 : at]
            piece, rest, done = at, memoryview(pieces[at]), 0
        line += rest[done:position], escape(plan.inserted(insertion))
        done = position
    line += rest[done:], *pieces[piece + 1 :]
    question = plan.question
    values = {
        "answers": question.answers,
        "length": plan.length,
        "dataset": schema.recipe,
        "language": schema.language,
        "answer_keywords": question.keywords,
        "confusing_facts": question.confusing_facts,
        "_id": schema.record_id(question.id, plan.position),
        "contamination_identifier": schema.canary,
    }
    after_context = {field.name: values[field.name] for field in schema.fields[2:]}
    return b"".join([*line, b'",', orjson.dumps(after_context)[1:], b"\n"])
