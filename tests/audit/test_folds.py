"""What is learnt is tested on texts and documents that were not learnt from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from lvbuild.audit.areas import (
    FOLDS,
    MOST_DISTRACTING,
    Context,
    Passage,
    deal_questions,
    draw_passages,
)
from tests.audit.made_contexts import made_contexts


def folds_of(contexts: list[Context], of: str) -> dict[str, set[int]]:
    """Return the folds in which each text, or each document, stands."""
    found = defaultdict(set)
    for fold, passage in draw_passages(contexts):
        found[getattr(passage, of)].add(fold)
    return found


def supporting_folds(contexts: list[Context]) -> dict[str, int]:
    return {p.document_id: fold for fold, p in draw_passages(contexts) if p.supports}


def test_no_text_and_no_document_stands_in_two_folds() -> None:
    contexts = made_contexts()
    for of in ("text", "document_id"):
        found = folds_of(contexts, of)
        assert len(found) > 100
        assert all(len(folds) == 1 for folds in found.values())


def test_excerpts_of_a_document_stay_in_its_fold() -> None:
    contexts = [
        replace(one, passages=tuple(_excerpt(p, n) for p in one.passages))
        for n, one in enumerate(made_contexts())
    ]
    found = folds_of(contexts, "document_id")
    texts = folds_of(contexts, "text")
    assert len(texts) > 1.2 * len(found)
    assert all(len(folds) == 1 for folds in found.values())


def _excerpt(passage: Passage, number: int) -> Passage:
    """Return another stretch of a document for each context."""
    return replace(passage, text=f"{number}: {passage.text}")


def test_questions_that_a_document_supports_are_in_one_fold() -> None:
    contexts = made_contexts()
    linked = Passage("gold:0", "the same page", 0, supports=True)
    for number in (7, 19):
        there = contexts[number].passages
        contexts[number] = replace(contexts[number], passages=(*there, linked))
    folds = supporting_folds(contexts)
    assert folds["gold:0"] == folds["gold:7"] == folds["gold:19"]


def test_documents_of_which_some_passages_are_alike_are_in_one_fold() -> None:
    contexts = made_contexts()
    for number in (3, 11, 30):
        alike = Passage(f"copy:{number}", "one text under three names", 0, supports=True)
        passages = (*contexts[number].passages, alike)
        contexts[number] = replace(contexts[number], passages=passages)
    folds = supporting_folds(contexts)
    assert folds["gold:3"] == folds["gold:11"] == folds["gold:30"]


def test_a_document_that_supports_another_question_distracts_in_its_fold_alone() -> None:
    contexts = made_contexts()
    shared = tuple(
        replace(p, supports=False) for one in contexts for p in one.passages if p.supports
    )
    contexts = [
        replace(one, passages=(*(p for p in one.passages if p.supports), *shared))
        for one in contexts
    ]
    own = supporting_folds(contexts)
    drawn = [(fold, p) for fold, p in draw_passages(contexts) if not p.supports]
    assert len(drawn) == MOST_DISTRACTING * len(contexts)
    assert all(own[p.document_id] == fold for fold, p in drawn)


def test_a_context_gives_its_supporting_passages_and_at_most_eight_that_distract() -> None:
    contexts = made_contexts(10, 200)
    drawn = draw_passages(contexts)
    assert sum(p.supports for _, p in drawn) == 10
    assert len(drawn) == 10 * (1 + MOST_DISTRACTING)


def test_folds_hold_as_many_questions_each() -> None:
    contexts = made_contexts(42)
    dealt = [*deal_questions(contexts).values()]
    grouped = [*supporting_folds(contexts).values()]
    for folds in (dealt, grouped):
        assert sorted(folds.count(fold) for fold in range(FOLDS)) == [8, 8, 8, 9, 9]


def test_the_order_of_the_records_does_not_matter_to_which_questions_meet() -> None:
    contexts = made_contexts()
    assert deal_questions(contexts) == deal_questions(contexts[::-1])
