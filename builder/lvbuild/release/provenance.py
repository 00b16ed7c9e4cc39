"""A record's provenance: where each passage and fact of its context comes from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from lvbuild.core.model import Level
from lvbuild.mixing.plan import ContextLayout, RecordPlan
from lvbuild.release.contexts import RecordTexts, Spans, document_of, kept
from lvbuild.release.records import RecordSchema


class Provenance(NamedTuple):
    """A record's provenance as a line of JSON, and the depths that it tells of what is asked.

    The line comes in pieces, some at a time. The depths are those of its needles, or of its
    supporting passages where it has none.
    """

    line: Iterator[Sequence[bytes]]
    depths: list[float]


def provenance_of_plan(
    plan: RecordPlan,
    level: Level,
    texts: RecordTexts,
    layout: ContextLayout,
    schema: RecordSchema,
) -> Provenance:
    """Return a record's provenance.

    A span is [start, end) in characters of the context; a passage's is its text with the facts set
    into it, without the final line feed. "cut" is what is kept of the document, in characters of
    its text before replacement: all of it for a whole one. "place" is there where records stand in
    another order than they are planned in, "tokens" where a tokenizer was to be reported,
    "corrected" where a table corrects upstream's question, of which it is a hash, and "annotated",
    which is false, where a question was drawn beside those that a table selects.
    Where a record is multiple choice, "answers" are what is asked for in words, and "length" is its
    exact length.
    One that fans out over documents has its "answer" as upstream structures it (null where upstream
    keeps it), its "decomposition" likewise, and "revisions", those that are meant of the documents.
    """
    question = plan.question
    spans = texts.spans(layout)
    head: dict[str, object] = {
        "_id": schema.record_id(question.id, plan.position),
        "question_id": question.id,
        "level": level.label,
    }
    if plan.place is not None:
        head["place"] = plan.place
    if plan.tokens is not None:
        head["tokens"] = plan.tokens
    if plan.choices:
        head |= {"answers": question.answers, "length": plan.length}
    if question.upstream:
        head["corrected"] = question.upstream
    if not question.selected:
        head["annotated"] = False
    if fan_out := question.fan_out:
        head |= {
            "answer": fan_out.answer,
            "decomposition": fan_out.decomposition,
            "revisions": fan_out.revisions,
        }
    facts, evidence = set_facts(plan, spans), evidence_depths(plan, spans, texts)
    tail = {"facts": facts, "evidence_depths": evidence}
    line = _line(head, tail, plan, spans.with_facts(plan, layout), texts)
    return Provenance(line, asked_depths(facts, evidence))


def _line(
    head: Mapping[str, object],
    tail: Mapping[str, object],
    plan: RecordPlan,
    spans: Spans,
    texts: RecordTexts,
) -> Iterator[Sequence[bytes]]:
    """Yield the pieces of a line: its head, its passages, its tail with the replacements."""
    yield [orjson.dumps(head)[:-1], b',"passages":[']
    numbers, done = _numbers(len(plan.passages)), 0
    for before, after in texts.told():
        stop = done + len(before)
        # Each step runs in C over all passages, and none makes objects that are looked through for
        # garbage.
        edges = orjson.dumps(spans.edges[done:stop], option=orjson.OPT_SERIALIZE_NUMPY)
        pieces = [b""] * (4 * len(before))
        pieces[::4], pieces[1::4] = numbers[done:stop], before
        pieces[2::4], pieces[3::4] = edges[2:-2].split(b"],["), after
        yield [b"".join(pieces)]
        done = stop
    used = Counter(texts.uses() if plan.question.replacements else ())
    replacements = [
        {"original": original, "replacement": new, "count": uses + used[index]}
        for index, (original, new, uses) in enumerate(plan.question.replacements)
    ]
    yield [b"],", orjson.dumps({**tail, "replacements": replacements})[1:], b"\n"]


def asked_depths(
    facts: Iterable[Mapping[str, Any]], evidence_depths: Sequence[float]
) -> list[float]:
    """Return the depths of what a record asks for: of its needles, else of its evidence."""
    needles = [fact["depth"] for fact in facts if fact["kind"] == "needle"]
    return needles or [*evidence_depths]


def _numbers(passages: int) -> list[bytes]:
    """Return how each of so many passages begins."""
    return _many_numbers(1 << passages.bit_length())[:passages]


@lru_cache(maxsize=16)
def _many_numbers(passages: int) -> list[bytes]:
    return [b'%b{"number":%d,' % (b"," if place else b"", place + 1) for place in range(passages)]


def evidence_depths(plan: RecordPlan, spans: Spans, texts: RecordTexts) -> list[float]:
    """Return the distracting characters before each supporting passage, over all of them.

    The passages of one document come in its order. Where nothing distracts, all are 0.

    A passage's characters are those of its heading, of its text without the facts set into it, and
    of its final line feed. The `spans` are those without facts.
    """
    supporting = plan.question.supporting
    if not supporting:
        return []
    depths: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    others = 0
    for place, passage in plan.standing("supporting"):
        # Each passage's last line feed counts; its heading begins where the one before ended.
        start = spans.of_passage(place - 1)[1] + 1 if place else 0
        text = texts.of(place, passage)
        begin, _ = kept(passage, text)
        depths[document_of(passage, text)].append((begin, start - others))
        others += spans.of_passage(place)[1] + 1 - start
    told = [depth for name in supporting for _, depth in sorted(depths[name])]
    return [depth / max(spans.length - others, 1) for depth in told]


def set_facts(plan: RecordPlan, spans: Spans) -> list[dict[str, Any]]:
    """Return the facts that the context tells, each with its span and its depth.

    The depth is where the fact starts, over all the places where it could. The `spans` are those
    without the facts that are set into passages; those in rivals stand in their documents.
    """
    length = spans.length + sum(len(plan.inserted(one)) for one in plan.insertions)
    facts = []
    rivals = {
        rival.document_id: (role, text, rival.text.find(text))
        for role, text, rival in plan.question.facts
        if rival
    }
    for place, passage in plan.standing("rival") if rivals else ():
        role, text, offset = rivals[passage.document_id]
        facts.append(_told(role, spans.of_passage(place)[0] + offset, len(text), length))
    shift = 0
    for one in plan.insertions:
        role, text, _ = plan.question.facts[one.fact]
        begin, _ = spans.of_passage(one.passage)
        place = begin + one.offset - plan.passages[one.passage].start
        start = place + shift + len(one.lead)
        facts.append(_told(role, start, len(text), length))
        shift = start + len(text) + len(one.tail) - place
    return facts


def _told(role: str, start: int, size: int, length: int) -> dict[str, Any]:
    """Return a fact of so many characters in a context of a length."""
    return {"kind": role, "span": (start, start + size), "depth": start / (length - size)}
