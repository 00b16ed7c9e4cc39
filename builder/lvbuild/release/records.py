"""What a record is: its keys and their types, its id, its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import orjson

from lvbuild.core.model import LanguageCode
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.plan import ContextLayout, RecordPlan
from lvbuild.recipe import Recipe
from lvbuild.recipe.layouts import Field, layouts, length_class
from lvbuild.release.contexts import RecordTexts

_PART, _MOST_JOINED = 2**17, 2**20
"""Bytes of a line that are written together, and up to which its pieces are put together."""
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class RecordSchema:
    """What all records of a recipe have in common: their keys, and the values that are fixed."""

    recipe: str
    language: LanguageCode
    canary: str
    fields: tuple[Field, ...]
    variant: str = ""
    labels: Sequence[str] | None = None
    task: str = ""
    keeps_ids: bool = False

    @classmethod
    def of(cls, recipe: Recipe, options: BuildOptions, labels: Sequence[str] = ()) -> RecordSchema:
        """Return the schema of a recipe's records: with `strict` the keys of its layout alone.

        A twin's records have a name and a canary of their own, and ids that begin otherwise. The
        `labels` are those of its corpora; there are none where the recipe's own hold.
        """
        recipe = recipe.without(options.left_out)
        held = {
            "answer_keywords": recipe.answer_keywords,
            "confusing_facts": recipe.confusing_facts > 0,
            **dict.fromkeys(layouts[recipe.layout].own, not options.strict),
        }
        fields = tuple(f for f in layouts[recipe.layout].fields if held.get(f.name, True))
        name, language = recipe.name, recipe.language
        known = list(labels or recipe.labels or ()) or None
        marked = canary(name, options)
        return cls(
            name, language, marked, fields, options.variant, known, recipe.task, recipe.keeps_ids
        )

    def record_id(self, question_id: str, position: int) -> str:
        """Name a record, alike at every level; a named variant's is its own.

        So predictions of one variant are not scored on another. Where ids are kept it is what the
        corpus calls it.
        """
        if self.keeps_ids:
            return question_id.partition(":")[2]
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


def in_parts(
    line: Iterable[Sequence[bytes | memoryview]],
) -> Iterator[bytes | memoryview]:
    """Yield a line in parts, none of which is much longer than a document, given its pieces."""
    waiting: list[bytes | memoryview] = []
    size = 0
    for pieces in line:
        waiting += pieces
        size += sum(map(len, pieces))
        if size >= _PART:
            # Long texts are not copied.
            yield from waiting if size > _MOST_JOINED else (b"".join(waiting),)
            waiting.clear()
            size = 0
    yield b"".join(waiting)


def line_pieces(
    plan: RecordPlan, texts: RecordTexts, layout: ContextLayout, schema: RecordSchema
) -> Iterator[Sequence[bytes | memoryview]]:
    """Yield the pieces of a record's line, some at a time: they share what they are cut from."""
    place = [field.name for field in schema.fields].index("context")
    values = record_values(plan, schema)
    before, after = (
        {f.name: values[f.name] for f in fields}
        for fields in (schema.fields[:place], schema.fields[place + 1 :])
    )
    yield [orjson.dumps(before)[:-1], b',"context":"']
    yield from texts.pieces(layout)
    yield [b'",' if after else b'"', orjson.dumps(after)[1:] if after else b"}", b"\n"]


def record_values(plan: RecordPlan, schema: RecordSchema) -> dict[str, object]:
    """Return what a record may say beside its context, by the keys of all layouts."""
    question = plan.question
    values: dict[str, object] = {
        "input": question.input,
        "answers": question.answers,
        "length": plan.length,
        "dataset": schema.recipe,
        "language": schema.language,
        "answer_keywords": question.keywords,
        "confusing_facts": question.confusing_facts,
        "all_classes": schema.labels,
        "_id": schema.record_id(question.id, plan.position),
        "contamination_identifier": schema.canary,
    }
    if plan.choices:
        letters = layouts["longbench_v2"].choices
        values |= {
            "domain": schema.task,
            "sub_domain": schema.recipe,
            "difficulty": None,
            "length": length_class(plan.length),
            "question": question.input,
            **{
                f"choice_{key}": text for key, text in zip(letters, plan.choices.texts, strict=True)
            },
            "answer": letters[plan.choices.right],
        }
    return values
