"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from typing import Any

import orjson

from lvbuild.assemble.background import Background
from lvbuild.assemble.record import RecordFormat, record_id
from lvbuild.mixing.plan import RecordPlan

_BEGINNINGS: list[str] = []
"""How the JSON of the first, second, ... passage begins: made once for all contexts."""


def provenance_line(
    plan: RecordPlan, level: str, background: Background, form: RecordFormat
) -> bytes:
    """Return a record's provenance as a line of JSON.

    A span is [start, end) in characters of the context; a passage's is its text with the facts set
    into it, without the final line feed. "cut" is what is kept of the document, in characters of
    its text before replacement: all of it for a whole one. "tokens" is there where a tokenizer was
    to be reported.
    """
    question = plan.question
    head: dict[str, str | int] = {
        "_id": record_id(form.recipe, question.id, plan.position),
        "question_id": question.id,
        "level": level,
    }
    if plan.tokens is not None:
        head["tokens"] = plan.tokens
    tail = {
        "facts": set_facts(plan, background),
        "evidence_depths": evidence_depths(plan, background),
        "replacements": [
            {"original": original, "replacement": new, "count": uses + background.uses[index]}
            for index, (original, new, uses) in enumerate(question.replacements)
        ],
    }
    passages = _passages(plan, background)
    return b'%b,"passages":[%b],%b\n' % (orjson.dumps(head)[:-1], passages, orjson.dumps(tail)[1:])


def _passages(plan: RecordPlan, background: Background) -> bytes:
    """Return the passages as JSON; a long context has thousands."""
    begins, ends = background.places, background.ends
    if plan.insertions:
        sizes = list(background.sizes)
        for insertion in plan.insertions:
            sizes[insertion.passage] += len(plan.inserted(insertion))
        begins, ends = background.spans(sizes)
    names = background.texts.names
    # By their places in the tuple, since unpacking each would take as long again.
    told = [
        f'{number}{names[p[0]]},"role":"{p[1]}","span":[{begin},{end}],"cut":[{cut[0]},{cut[1]}]}}'
        for number, p, begin, end, cut in zip(
            _numbered(len(plan.passages)),
            plan.passages,
            begins,
            ends,
            background.texts.cuts(plan.passages),
            strict=True,
        )
    ]
    return ",".join(told).encode()


def _numbered(passages: int) -> list[str]:
    """Return how the JSON of each of so many passages begins."""
    for number in range(len(_BEGINNINGS) + 1, passages + 1):
        _BEGINNINGS.append(f'{{"number":{number},"document_id":')
    return _BEGINNINGS[:passages]


def evidence_depths(plan: RecordPlan, background: Background) -> list[float]:
    """Return the distracting characters before each supporting passage, over all of them.

    A passage's characters are those of its heading, of its text without the facts set into it, and
    of its final line feed.
    """
    supporting = plan.question.supporting
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


def set_facts(plan: RecordPlan, background: Background) -> list[dict[str, Any]]:
    """Return the facts set into the context, each with its span and its depth.

    The depth is where the fact starts, over all the places where it could.
    """
    length = background.length + sum(len(plan.inserted(one)) for one in plan.insertions)
    facts = []
    shift = 0
    for one in plan.insertions:
        role, text, _ = plan.question.facts[one.fact]
        place = background.places[one.passage] + one.offset - plan.passages[one.passage].start
        start = place + shift + len(one.lead)
        end = start + len(text)
        facts.append({"kind": role, "span": (start, end), "depth": start / (length - len(text))})
        shift = end + len(one.tail) - place
    return facts
