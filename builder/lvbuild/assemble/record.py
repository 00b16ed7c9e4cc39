"""A record's bytes: slices of escaped texts between a head and a tail."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import orjson

from lvbuild.assemble.background import Background
from lvbuild.assemble.escaped import escape
from lvbuild.assemble.schema import RecordSchema
from lvbuild.mix.plan import Insertion, RecordPlan
from lvbuild.model import Language, Question
from lvbuild.text.replacement import Pair


@dataclass(frozen=True, slots=True)
class Wording:
    """A question after its replacement, the pairs, and how often each was used outside passages.

    `uses` counts over the fields of the record and over the facts set into its context.
    `supporting` are the ids of its supporting documents, in their order.
    """

    question: Question
    pairs: tuple[Pair, ...] = ()
    uses: tuple[int, ...] = ()
    supporting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """What all records of a recipe have in common: the keys they hold and their fixed values.

    `heading` stands before each passage's number; "" for running text without headings.
    """

    recipe: str
    language: Language
    canary: str
    schema: RecordSchema
    heading: str = ""


def record_id(recipe: str, question_id: str, position: int) -> str:
    """Name a record, alike at every level."""
    digest = blake2b(f"{question_id}\n{position}".encode(), digest_size=6)
    return f"{recipe}-{digest.hexdigest()}"


def record_line(
    plan: RecordPlan, wording: Wording, background: Background, form: RecordFormat
) -> bytes:
    """Return a record as a line of JSON, its keys in LV-Eval's order."""
    return b"".join(_line(plan, wording, background, form))


def record_size(
    plan: RecordPlan, wording: Wording, background: Background, form: RecordFormat
) -> int:
    """Return the bytes of a record's line, without writing it."""
    return sum(map(len, _line(plan, wording, background, form)))


def _line(
    plan: RecordPlan, wording: Wording, background: Background, form: RecordFormat
) -> list[bytes | memoryview]:
    question = wording.question
    pieces = list(background.pieces)
    # From the last one on, so that the places of those before stay what they are.
    for fact in reversed(plan.insertions):
        piece, position = background.locate(fact.passage, fact.offset)
        whole = memoryview(pieces[piece])
        text = escape(fact.lead + fact_text(fact, question) + fact.tail)
        pieces[piece : piece + 1] = whole[:position], text, whole[position:]
    head = b'{"input":"', escape(question.input), b'","context":"'
    return [*head, *pieces, b'",', orjson.dumps(_tail(plan, question, form))[1:], b"\n"]


def fact_text(insertion: Insertion, question: Question) -> str:
    """Return the words of an inserted fact."""
    if insertion.kind == "needle":
        return question.needle
    return question.confusing_facts[insertion.fact]


def _tail(plan: RecordPlan, question: Question, form: RecordFormat) -> dict[str, object]:
    values = {
        "answers": question.answers,
        "length": plan.length,
        "dataset": form.recipe,
        "language": form.language,
        "answer_keywords": question.keywords,
        "confusing_facts": question.confusing_facts,
        "_id": record_id(form.recipe, plan.question_id, plan.position),
        "contamination_identifier": form.canary,
    }
    return {name: values[name] for name in form.schema.after_context}
