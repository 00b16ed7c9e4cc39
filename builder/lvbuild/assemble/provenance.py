"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
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
    head = {
        "_id": record_id(form.recipe, plan.question_id, plan.position),
        "question_id": plan.question_id,
        "level": level,
    }
    tail = {
        "facts": _facts(plan, wording, background),
        "evidence_depths": _evidence_depths(plan, wording.supporting, background),
        "replacements": [
            {
                "original": pair.original,
                "replacement": pair.replacement,
                "count": used + background.uses[index],
            }
            for index, (pair, used) in enumerate(zip(wording.pairs, wording.uses, strict=True))
        ],
    }
    passages = _passages(plan, wording, background)
    return b'%b,"passages":[%b],%b\n' % (orjson.dumps(head)[:-1], passages, orjson.dumps(tail)[1:])


def _passages(plan: RecordPlan, wording: Wording, background: Background) -> bytes:
    """Return the passages as JSON; a long context has thousands, of which only the spans differ."""
    inserted: Counter[int] = Counter()
    for fact in plan.insertions:
        length = len(fact.lead) + len(fact_text(fact, wording.question)) + len(fact.tail)
        inserted[fact.passage] += length
    told = []
    shift = 0
    described = zip(background.places, background.descriptions, strict=True)
    for index, (place, (span, before, after)) in enumerate(described):
        begin = place + shift
        if index in inserted:
            shift += inserted[index]
        told.append(f"{before}{begin},{place + span + shift}{after}")
    return ",".join(told).encode()


def _evidence_depths(
    plan: RecordPlan, supporting: Sequence[str], background: Background
) -> list[float]:
    """Return the distracting characters before each supporting passage, over all of them.

    A passage's characters are those of its heading, of its text without the facts set into it, and
    of its final line feed.
    """
    spans = [passage.stop - passage.start for passage in plan.passages]
    ends = [place + span + 1 for place, span in zip(background.places, spans, strict=True)]
    depths: dict[str, int] = {}
    before = 0
    for passage, (start, stop) in zip(plan.passages, pairwise([0, *ends]), strict=True):
        if passage.role == "supporting":
            depths[passage.document_id] = before
        else:
            before += stop - start
    return [depths[document_id] / before for document_id in supporting]


def _facts(plan: RecordPlan, wording: Wording, background: Background) -> list[dict[str, Any]]:
    texts = [fact_text(fact, wording.question) for fact in plan.insertions]
    spaces = sum(len(fact.lead) + len(fact.tail) for fact in plan.insertions)
    length = background.length + sum(map(len, texts)) + spaces
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
