"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from collections.abc import Mapping

import orjson

from lvbuild.assemble.escaped import EscapedText
from lvbuild.assemble.layout import Stretch, walk
from lvbuild.assemble.record import RecordFormat, Wording, fact_text, record_id
from lvbuild.mix.plan import Insertion, RecordPlan


def provenance_line(
    plan: RecordPlan,
    level: str,
    wording: Wording,
    texts: Mapping[str, EscapedText],
    form: RecordFormat,
) -> bytes:
    """Return a record's provenance as a line of JSON.

    A span is [start, end) in characters of the context; a passage's is its text with the facts set
    into it, without the final line feed. "cut" is what is kept of the document, in characters of
    its text after replacement, or null.
    """
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    spans: list[tuple[Insertion, int, int]] = []
    uses = list(wording.uses)
    cursor = 0
    for number, part in walk(plan):
        starts.setdefault(number, cursor)
        if isinstance(part, Stretch):
            for hit in texts[part.passage.document_id].hits_between(part.start, part.stop):
                uses[hit.pair] += 1
            cursor += part.stop - part.start
        elif isinstance(part, Insertion):
            start = cursor + len(part.lead)
            end = start + len(fact_text(part, wording.question))
            spans.append((part, start, end))
            cursor = end + len(part.tail)
        else:
            ends[number] = cursor
            cursor += len(part)
    line = {
        "_id": record_id(form.recipe, plan.question_id, plan.position),
        "question_id": plan.question_id,
        "level": level,
        "passages": [
            {
                "number": number + 1,
                "document_id": passage.document_id,
                "role": passage.role,
                "span": [starts[number], ends[number]],
                "cut": None if passage.whole else [passage.start, passage.stop],
            }
            for number, passage in enumerate(plan.passages)
        ],
        "facts": [
            {"kind": part.kind, "span": [start, end], "depth": start / (cursor - (end - start))}
            for part, start, end in spans
        ],
        "evidence_depths": [],
        "replacements": [
            {"original": pair.original, "replacement": pair.replacement, "count": used}
            for pair, used in zip(wording.pairs, uses, strict=True)
        ],
    }
    return orjson.dumps(line) + b"\n"
