"""A record's bytes: slices of escaped texts between a head and a tail."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import orjson

from lvbuild.assemble.background import Background
from lvbuild.assemble.escaped import escape
from lvbuild.assemble.schema import RecordSchema
from lvbuild.core.model import LanguageCode
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.plan import RecordPlan


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """What all records of a recipe have in common: keys, fixed values, how passages are laid."""

    recipe: str
    language: LanguageCode
    canary: str
    schema: RecordSchema
    layout: ContextLayout


def record_id(recipe: str, question_id: str, position: int) -> str:
    """Name a record, alike at every level."""
    digest = blake2b(f"{question_id}\n{position}".encode(), digest_size=6)
    return f"{recipe}-{digest.hexdigest()}"


def record_line(plan: RecordPlan, background: Background, form: RecordFormat) -> bytes:
    """Return a record as a line of JSON, its keys in LV-Eval's order."""
    return b"".join(_line(plan, background, form))


def record_size(plan: RecordPlan, background: Background, form: RecordFormat) -> int:
    """Return the bytes of a record's line, without writing it."""
    return sum(map(len, _line(plan, background, form)))


def _line(plan: RecordPlan, background: Background, form: RecordFormat) -> list[bytes | memoryview]:
    line: list[bytes | memoryview] = [
        b'{"input":"',
        escape(plan.question.input),
        b'","context":"',
    ]
    pieces = background.pieces
    piece, rest = 0, memoryview(pieces[0])
    done = 0
    for insertion in plan.insertions:
        at, position = background.locate(insertion.passage, insertion.offset)
        if at > piece:
            line += rest[done:], *pieces[piece + 1 : at]
            piece, rest, done = at, memoryview(pieces[at]), 0
        line += rest[done:position], escape(plan.inserted(insertion))
        done = position
    line += rest[done:], *pieces[piece + 1 :]
    return [*line, b'",', orjson.dumps(_tail(plan, form))[1:], b"\n"]


def _tail(plan: RecordPlan, form: RecordFormat) -> dict[str, object]:
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
