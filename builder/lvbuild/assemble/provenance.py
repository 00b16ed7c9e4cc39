"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from collections import Counter
from typing import Any

import orjson

from lvbuild.assemble.background import Background
from lvbuild.assemble.record import RecordFormat, Wording, fact_text, record_id
from lvbuild.mix.plan import RecordPlan


def provenance_line(
    plan: RecordPlan, level: str, wording: Wording, background: Background, form: RecordFormat
) -> bytes:
    """Return a record's provenance as a line of JSON.

    A span is [start, end) in characters of the context; a passage's is its text with the facts set
    into it, without the final line feed. "cut" is what is kept of the document, in characters of
    its text after replacement, or null.
    """
    line = {
        "_id": record_id(form.recipe, plan.question_id, plan.position),
        "question_id": plan.question_id,
        "level": level,
        "passages": _passages(plan, wording, background),
        "facts": _facts(plan, wording, background),
        "evidence_depths": [],
        "replacements": [
            {
                "original": pair.original,
                "replacement": pair.replacement,
                "count": used + background.uses[index],
            }
            for index, (pair, used) in enumerate(zip(wording.pairs, wording.uses, strict=True))
        ],
    }
    return orjson.dumps(line) + b"\n"


def _passages(plan: RecordPlan, wording: Wording, background: Background) -> list[dict[str, Any]]:
    inserted: Counter[int] = Counter()
    for fact in plan.insertions:
        length = len(fact.lead) + len(fact_text(fact, wording.question)) + len(fact.tail)
        inserted[fact.passage] += length
    told = []
    shift = 0
    places = background.places
    for index, (document_id, role, start, stop, whole) in enumerate(plan.passages):
        begin = places[index] + shift
        if index in inserted:
            shift += inserted[index]
        told.append(
            {
                "number": index + 1,
                "document_id": document_id,
                "role": role,
                "span": (begin, places[index + 1] + shift - 1),
                "cut": None if whole else (start, stop),
            }
        )
    return told


def _facts(plan: RecordPlan, wording: Wording, background: Background) -> list[dict[str, Any]]:
    texts = [fact_text(fact, wording.question) for fact in plan.insertions]
    spaces = sum(len(fact.lead) + len(fact.tail) for fact in plan.insertions)
    length = background.places[-1] + sum(map(len, texts)) + spaces
    told = []
    shift = 0
    for fact, text in zip(plan.insertions, texts, strict=True):
        place = background.places[fact.passage] + fact.offset - plan.passages[fact.passage].start
        start = place + shift + len(fact.lead)
        end = start + len(text)
        told.append(
            {"kind": fact.kind, "span": (start, end), "depth": start / (length - len(text))}
        )
        shift = end + len(fact.tail) - place
    return told
