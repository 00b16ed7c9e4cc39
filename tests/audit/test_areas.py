"""Passages are read without facts, as they stand; what is learnt is tested on other documents."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.audit.areas import (
    FOLDS,
    MOST_DISTRACTING,
    Context,
    Passage,
    deal_questions,
    draw_passages,
    ngrams,
    without_facts,
)
from lvbuild.release.telltale import Ngram
from tests.audit.made_contexts import made_contexts

BEFORE, FACT, AFTER = "It rained.", "Bob hid the key.", "The boats came home."


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        (("", BEFORE, "\n\n", FACT, "\n\n", AFTER), f"{BEFORE}\n\n{AFTER}"),
        (("", BEFORE, " ", FACT, "", ""), BEFORE),
        (("", "", "", FACT, " ", AFTER), AFTER),
        (("", "下雨了。", "", "钥匙丢了。", "", "船回来了。"), "下雨了。船回来了。"),
        (("### 1\n", BEFORE, " ", FACT, " ", f"{AFTER} "), f"{BEFORE} {AFTER} "),
    ],
)
def test_a_fact_goes_with_the_white_space_that_parts_it(parts: tuple[str, ...], left: str) -> None:
    head, before, lead, fact, *_ = parts
    begin = len(head + before + lead)
    context, end = "".join(parts) + "\n### 2\n", len("".join(parts))
    assert without_facts(context, len(head), end, [(begin, begin + len(fact))]) == left
    assert without_facts(context, len(head), end, [(end, end + 1)]) == context[len(head) : end]


def test_two_facts_of_a_passage_both_go_and_those_of_others_are_no_matter() -> None:
    context = f"{FACT} {BEFORE} {FACT} {FACT} {AFTER} {FACT}"
    own = len(FACT) + 1
    first = own + len(BEFORE) + 1
    second = first + len(FACT) + 1
    last = len(context) - len(FACT)
    facts = [(0, len(FACT)), (first, second - 1), (second, second + len(FACT))]
    left = without_facts(context, own, last - 1, [*facts, (last, len(context))])
    assert left == f"{BEFORE} {AFTER}"


@given(st.text("aA \n※山", max_size=30))
def test_ngrams_are_all_runs_of_one_to_four_characters(text: str) -> None:
    parts = (text[a:b] for a in range(len(text)) for b in range(len(text) + 1))
    assert sorted(ngrams(text)) == sorted(part for part in parts if 1 <= len(part) <= 4)


def test_an_ngram_is_shown_with_its_sign_and_what_is_not_seen_as_escapes() -> None:
    shown = {"a\n": "+'a\\n'", "\x1b[1m": "+'\\x1b[1m'", "\u202e|`": "+'\\u202e|`'"}
    assert {text: str(Ngram(text, 0.5)) for text in shown} == shown
    assert str(Ngram("\u3000山", -1.0)) == "-'\\u3000山'"


def folds_of(contexts: list[Context], of: str) -> dict[str, set[int]]:
    """Return the folds in which each text, or each document, stands."""
    found = defaultdict(set)
    for fold, passage in draw_passages(contexts):
        found[getattr(passage, of)].add(fold)
    return found


def supporting_folds(contexts: list[Context]) -> dict[str, int]:
    return {p.document_id: fold for fold, p in draw_passages(contexts) if p.supports}


def test_no_text_and_no_document_stands_in_two_folds_nor_do_its_excerpts() -> None:
    contexts = made_contexts()
    excerpts = [
        replace(one, passages=tuple(replace(p, text=f"{n}: {p.text}") for p in one.passages))
        for n, one in enumerate(contexts)
    ]
    assert len(folds_of(excerpts, "text")) > 1.2 * len(folds_of(excerpts, "document_id"))
    for made in (contexts, excerpts):
        for of in ("text", "document_id"):
            found = folds_of(made, of)
            assert len(found) > 100
            assert all(len(folds) == 1 for folds in found.values())


@pytest.mark.parametrize("name", ["gold:0", "copy:{}"])
def test_what_shares_a_document_or_a_text_is_in_one_fold(name: str) -> None:
    contexts = made_contexts()
    for number in (0, 7, 19):
        alike = Passage(name.format(number), "one text", 0, supports=True)
        passages = (*contexts[number].passages, alike)
        contexts[number] = replace(contexts[number], passages=passages)
    folds = supporting_folds(contexts)
    assert folds["gold:0"] == folds["gold:7"] == folds["gold:19"]


def test_a_document_that_supports_another_question_distracts_in_its_fold_alone() -> None:
    contexts = made_contexts()
    shared = tuple(
        replace(p, supports=False) for one in contexts for p in one.passages if p.supports
    )
    contexts = [
        replace(one, passages=(*(p for p in one.passages if p.supports), *shared))
        for one in contexts
    ]
    own, drawn = supporting_folds(contexts), draw_passages(contexts)
    distracting = [(fold, p) for fold, p in drawn if not p.supports]
    assert len(distracting) == MOST_DISTRACTING * len(contexts)
    assert len(drawn) == len(distracting) + len(contexts)
    assert all(own[p.document_id] == fold for fold, p in distracting)


def test_folds_hold_as_many_questions_each_whatever_the_order_of_the_records() -> None:
    contexts = made_contexts(42)
    for dealt in (deal_questions(contexts), supporting_folds(contexts)):
        folds = [*dealt.values()]
        assert sorted(folds.count(fold) for fold in range(FOLDS)) == [8, 8, 8, 9, 9]
    assert deal_questions(contexts) == deal_questions(contexts[::-1])
