"""A record's bytes and its provenance, against a slow construction and golden bytes."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import Fact, Level, Question, Replacement
from lvbuild.mixing.plan import ContextLayout, Insertion, Passage, RecordPlan
from lvbuild.recipe.layouts import layouts
from lvbuild.release.contexts import LevelTexts
from lvbuild.release.provenance import provenance_of_plan
from lvbuild.release.records import RecordSchema, in_parts, line_pieces
from lvbuild.text.escaped import EscapedText
from lvbuild.text.replacing import Hit

SCHEMA = RecordSchema("mine", "en", "mine:0", layouts["lveval"].fields)
LAYOUT = ContextLayout()
ASKED = Question(
    "needle:q",
    'Who "ate"?',
    ("Eve", "she"),
    "Eve",
    (Fact("needle", "Eve ate."), Fact("confusing", "Bob sat.")),
    replacements=(Replacement("Ann", "Eve", 3),),
)
TEXTS = {"x:1": 'One.\n\n"Two", Eve.', "x:2": "Drei. Vier. Eve five."}
HITS = {"x:1": (Hit(0, 13, 16, -2),), "x:2": (Hit(0, 12, 15, 1),)}
ENDS = {"x:1": [4, 17], "x:2": [5, 11, 21]}
ESCAPED = {name: EscapedText.of(text, ENDS[name], HITS[name]) for name, text in TEXTS.items()}
PASSAGES = (Passage("x:1", "haystack", 0, 17, True), Passage("x:2", "haystack", 0, 11, False))
PLAN = RecordPlan(
    ASKED, 2, 13, PASSAGES, (Insertion(1, 0, 4, "\n\n", ""), Insertion(0, 1, 5, " ", ""))
)
CONTEXT = 'One.\n\nBob sat.\n\n"Two", Eve.\nDrei. Eve ate. Vier.\n'

SHOWN = LevelTexts(ESCAPED, {})

GOLDEN_RECORD = (
    rb'{"input":"Who \"ate\"?","context":"One.\n\nBob sat.\n\n\"Two\", Eve.\nDrei. Eve ate. Vier.\n'
    rb'","answers":["Eve","she"],"length":13,"dataset":"mine","language":"en","answer_keywords":'
    rb'"Eve","confusing_facts":["Bob sat."],"_id":"mine-0f94a0201404",'
    rb'"contamination_identifier":"mine:0"}'
) + b"\n"
GOLDEN_PROVENANCE = (
    b'{"_id":"mine-0f94a0201404","question_id":"needle:q","level":"16k","passages":['
    b'{"number":1,"document_id":"x:1","role":"haystack","span":[0,27],"cut":[0,19]},'
    b'{"number":2,"document_id":"x:2","role":"haystack","span":[28,48],"cut":[0,11]}],"facts":['
    b'{"kind":"confusing","span":[6,14],"depth":0.14634146341463414},'
    b'{"kind":"needle","span":[34,42],"depth":0.8292682926829268}],"evidence_depths":[],'
    b'"replacements":[{"original":"Ann","replacement":"Eve","count":4}]}\n'
)


def record_bytes(plan: RecordPlan, schema: RecordSchema) -> bytes:
    return b"".join(in_parts(line_pieces(plan, SHOWN.of(plan), LAYOUT, schema)))


def provenance_bytes(plan: RecordPlan) -> bytes:
    found = provenance_of_plan(plan, Level(16_000), SHOWN.of(plan), LAYOUT, SCHEMA)
    return b"".join(in_parts(found.line))


def record(plan: RecordPlan = PLAN, schema: RecordSchema = SCHEMA) -> dict[str, Any]:
    line = record_bytes(plan, schema)
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    parsed: dict[str, Any] = json.loads(line)
    return parsed


def provenance(plan: RecordPlan = PLAN) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(provenance_bytes(plan))
    return parsed


def test_a_record_has_these_very_bytes() -> None:
    assert record_bytes(PLAN, SCHEMA) == GOLDEN_RECORD
    assert record()["context"] == CONTEXT


def test_a_provenance_has_these_very_bytes() -> None:
    assert provenance_bytes(PLAN) == GOLDEN_PROVENANCE


LEADS = st.sampled_from(["", " ", "\n\n"])


@st.composite
def plans(draw: st.DrawFn) -> RecordPlan:
    """Draw passages and, in their order, facts at their boundaries."""
    names = draw(st.lists(st.sampled_from(sorted(TEXTS)), min_size=1, max_size=2, unique=True))
    passages = []
    for name in names:
        start, stop = sorted(
            draw(st.sets(st.sampled_from([0, *ENDS[name]]), min_size=2, max_size=2))
        )
        passages.append(
            Passage(name, "haystack", start, stop, (start, stop) == (0, ENDS[name][-1]))
        )
    spots = [
        (number, at)
        for number, passage in enumerate(passages)
        for at in [0, *ENDS[passage.document_id]]
        if passage.start <= at <= passage.stop
    ]
    chosen = sorted(draw(st.lists(st.sampled_from(spots), max_size=4)))
    insertions = tuple(
        Insertion(draw(st.integers(0, 1)), number, at, draw(LEADS), "\n") for number, at in chosen
    )
    return RecordPlan(ASKED, draw(st.integers(0, 9)), 7, tuple(passages), insertions)


def slow_context(plan: RecordPlan) -> str:
    """Set the facts from the last to the first into each passage's plain text."""
    context = ""
    for number, passage in enumerate(plan.passages):
        text = TEXTS[passage.document_id][: passage.stop]
        for fact in reversed(plan.insertions):
            if fact.passage == number:
                words = ASKED.facts[fact.fact].text
                text = text[: fact.offset] + fact.lead + words + fact.tail + text[fact.offset :]
        context += text[passage.start :] + "\n"
    return context


@given(plans())
def test_a_record_is_what_a_slow_construction_makes(plan: RecordPlan) -> None:
    assert record(plan) == {
        "input": ASKED.input,
        "context": slow_context(plan),
        "answers": list(ASKED.answers),
        "length": plan.length,
        "dataset": "mine",
        "language": "en",
        "answer_keywords": "Eve",
        "confusing_facts": list(ASKED.confusing_facts),
        "_id": SCHEMA.record_id("needle:q", plan.position),
        "contamination_identifier": "mine:0",
    }


@given(plans())
def test_spans_cut_their_texts_out_of_the_context(plan: RecordPlan) -> None:
    context, told = slow_context(plan), provenance(plan)
    for fact, insertion in zip(told["facts"], plan.insertions, strict=True):
        start, end = fact["span"]
        role, words, _ = ASKED.facts[insertion.fact]
        assert (fact["kind"], context[start:end]) == (role, words)
        assert fact["depth"] == start / (len(context) - len(words))
    spans = [passage["span"] for passage in told["passages"]]
    assert "".join(f"{context[start:end]}\n" for start, end in spans) == context
    for passage, planned, (start, end) in zip(told["passages"], plan.passages, spans, strict=True):
        assert passage["document_id"] == planned.document_id
        assert passage["cut"] == [
            at - HITS[planned.document_id][0].ahead * (at == len(TEXTS[planned.document_id]))
            for at in (planned.start, planned.stop)
        ]
        bare = TEXTS[planned.document_id][planned.start : planned.stop]
        assert is_within(bare, context[start:end])
    assert [passage["number"] for passage in told["passages"]] == [
        *range(1, len(plan.passages) + 1)
    ]


def is_within(part: str, whole: str) -> bool:
    """Tell whether the characters of `part` stand in `whole` in their order."""
    rest = iter(whole)
    return all(character in rest for character in part)


@given(plans())
def test_replacements_are_counted_in_the_fields_and_in_what_is_kept(plan: RecordPlan) -> None:
    kept = sum(
        passage.start <= hit.start < passage.stop
        for passage in plan.passages
        for hit in HITS[passage.document_id]
    )
    [pair] = provenance(plan)["replacements"]
    assert pair == {"original": "Ann", "replacement": "Eve", "count": 3 + kept}
