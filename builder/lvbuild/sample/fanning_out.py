"""Questions over five to ten articles of a province: one fact of each of several things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from lvbuild.core.model import FanOut, Leaf
from lvbuild.sample.asking import ProvinceArticles, QuestionDraft, QuestionSort, lane
from lvbuild.sample.telling import Material, fill
from lvbuild.sample.words import read_words
from lvbuild.sample.world import Entity, Fact

_ARTICLES = (5, 10)
_TRIES = 30


def fan_out_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions that ask one thing of several of a kind, by kind and relation.

    An article supports one of them at most: else those that often stand together would be known for
    evidence by that.
    """
    sorts, taken = {}, set[Entity]()
    for key in read_words(province.world.language, "fan_out"):
        kind, relation = key.split(".")
        sorts[key] = QuestionSort((kind,), _drafts(province, kind, relation, taken))
    return sorts


def _drafts(
    province: ProvinceArticles, kind: str, relation: str, taken: set[Entity]
) -> Iterator[QuestionDraft]:
    """Yield questions over what is not taken, until none is found in many tries."""
    facts = [fact for one in province.of(kind) if (fact := province.fact(one, relation))]
    every = [fact for fact in facts if province.evidence(fact)]
    tries = 0
    while tries < _TRIES:
        told = [fact for fact in every if fact.subject not in taken]
        if len(told) < _ARTICLES[0]:
            return
        tries += 1
        size = province.draws.between(_ARTICLES[0], min(_ARTICLES[1], len(told)))
        drawn = province.draws.shuffled(told)[:size]
        name = f"{'+'.join(sorted(fact.subject.id for fact in drawn))}/{relation}"
        if lane(name) == province.lane:
            taken.update(fact.subject for fact in drawn)
            tries = 0
            yield _draft(province, name, drawn)


def _draft(province: ProvinceArticles, name: str, facts: list[Fact]) -> QuestionDraft:
    draws, grammar = province.draws, province.grammar
    key = facts[0].key
    subjects = tuple(fact.subject for fact in facts)
    asked = draws.choice(read_words(province.world.language, "fan_out")[key])
    text = grammar.sentence(fill(asked, subjects=grammar.listed(subjects)))
    answer = {fact.subject.name: province.answer(fact) for fact in facts}
    leaves = tuple(_leaf(province, fact) for fact in facts)
    decomposition = [
        {"id": f"{name}/{number}", "question": leaf.question, "answer": leaf.answers[0]}
        for number, leaf in enumerate(leaves, 1)
    ]
    said = tuple(text for pair in answer.items() for text in pair)
    question = province.ask(name, text, "", facts)
    return QuestionDraft(
        question=replace(
            question, answers=said, fan_out=FanOut(answer, leaves, decomposition), evidence=()
        ),
        keywords=" ".join(answer.values()),
        facts=tuple(facts),
        subjects=subjects,
        answering=tuple(fact.value for fact in facts),
    )


def _leaf(province: ProvinceArticles, fact: Fact) -> Leaf:
    """Return what is asked of one of the things."""
    question = province.asking(fact).questions[0]
    named = province.grammar.named(fact.subject)
    text = Material(province.world, fact.subject).fill(question, s=named)
    return Leaf(fact.subject.document_id, text, (province.answer(fact),))
