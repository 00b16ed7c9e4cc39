"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson

from lvbuild.assemble.background import Background
from lvbuild.assemble.record import RecordFormat, Wording, fact_text, record_id
from lvbuild.mix.plan import RecordPlan

_BEGINNINGS: list[str] = []
"""How the JSON of the first, second, ... passage begins: made once for all contexts."""


def provenance_line(
    plan: RecordPlan, level: str, wording: Wording, background: Background, form: RecordFormat
) -> bytes:
    """Return a record's provenance as a line of JSON.

    A span is [start, end) in characters of the context; a passage's is its text with the facts set
    into it, without the final line feed. "cut" is what is kept of the document, in characters of
    its text after replacement, or null. "tokens" is there where a tokenizer was to be reported.
    """
    head: dict[str, str | int] = {
        "_id": record_id(form.recipe, plan.question_id, plan.position),
        "question_id": plan.question_id,
        "level": level,
    }
    if plan.tokens is not None:
        head["tokens"] = plan.tokens
    tail = {
        "facts": set_facts(plan, wording, background),
        "evidence_depths": evidence_depths(plan, wording.supporting, background),
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
    """Return the passages as JSON; a long context has thousands."""
    begins, ends = background.places, background.ends
    if plan.insertions:
        sizes = list(background.sizes)
        for fact in plan.insertions:
            sizes[fact.passage] += len(fact.lead + fact_text(fact, wording.question) + fact.tail)
        begins, ends = background.spans(sizes)
    names = background.texts.names
    # By their places in the tuple, since unpacking each would take as long again.
    told = [
        f'{number}{names[p[0]]},"role":"{p[1]}","span":[{begin},{end}],'
        f'"cut":{"null" if p[4] else f"[{p[2]},{p[3]}]"}}}'
        for number, p, begin, end in zip(
            _numbered(len(plan.passages)), plan.passages, begins, ends, strict=True
        )
    ]
    return ",".join(told).encode()


def _numbered(passages: int) -> list[str]:
    """Return how the JSON of each of so many passages begins."""
    for number in range(len(_BEGINNINGS) + 1, passages + 1):
        _BEGINNINGS.append(f'{{"number":{number},"document_id":')
    return _BEGINNINGS[:passages]


def evidence_depths(
    plan: RecordPlan, supporting: Sequence[str], background: Background
) -> list[float]:
    """Return the distracting characters before each supporting passage, over all of them.

    A passage's characters are those of its heading, of its text without the facts set into it, and
    of its final line feed.
    """
    if not supporting:
        return []
    ends = background.ends
    held = [place for place, passage in enumerate(plan.passages) if passage.role == "supporting"]
    depths: dict[str, int] = {}
    others = 0
    for place in held:
        # Each passage's last line feed counts; its heading begins where the one before ended.
        begin = ends[place - 1] + 1 if place else 0
        depths[plan.passages[place].document_id] = begin - others
        others += ends[place] + 1 - begin
    return [depths[name] / (background.length - others) for name in supporting]


def set_facts(plan: RecordPlan, wording: Wording, background: Background) -> list[dict[str, Any]]:
    """Return the facts set into the context, each with its span and its depth.

    The depth is where the fact starts, over all the places where it could.
    """
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
