"""Questions for one fact, asked of its subject or of what another fact leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from lvbuild.sample.entities import Entity, Fact
from lvbuild.sample.question_draft import BY_NAME, ProvinceArticles, QuestionDraft
from lvbuild.seeds import Draws

T = TypeVar("T")

_SMALL = 100
_MOST_ARTICLES = 2
"""Of the 63 of a province, those that may hold an answer that is no name."""


def draft_single_hop(province: ProvinceArticles, draws: Draws) -> Iterator[QuestionDraft]:
    """Yield questions for a fact of one article, of each relation once before any comes again."""
    facts = [fact for entity in province.world.entities for fact in province.world.facts(entity)]
    asked = [
        (_relation(fact), fact) for fact in facts if _relation(fact) in province.phrasing.relations
    ]
    for fact in _varied(asked, draws):
        question = draws.choice(province.words(fact).questions)
        text = province.phrasing.fill(question, s=province.phrasing.named(fact.subject))
        draft = _draft(province, text, (fact,))
        if draft:
            yield draft


def draft_multi_hop(province: ProvinceArticles, draws: Draws) -> Iterator[QuestionDraft]:
    """Yield questions for a fact of what another leads to, each chain once before any again."""
    world, relations = province.world, province.phrasing.relations
    chains = [
        (f"{_relation(first)}.{second.relation}", (first, second))
        for entity in world.entities
        for first in world.facts(entity)
        if isinstance(first.value, Entity)
        and relations[_relation(first)].phrases
        # The phrases call the water that a river flows into a sea.
        and (first.relation != "flows_into" or first.value.kind == "sea")
        for second in world.facts(first.value)
        if _relation(second) in relations
    ]
    for first, second in _varied(chains, draws):
        phrase = draws.choice(province.words(first).phrases)
        question = draws.choice(province.words(second).questions)
        subject = province.phrasing.fill(phrase, s=province.phrasing.named(first.subject))
        bridge, answer = province.answer(first), province.answer(second)
        text = province.phrasing.fill(question, s=subject)
        if province.holds(text, bridge) or province.article_holds(first.subject, answer):
            continue
        draft = _draft(province, text, (first, second), phrase)
        if draft:
            yield draft


def _draft(
    province: ProvinceArticles, text: str, facts: tuple[Fact, ...], subject_phrase: str = BY_NAME
) -> QuestionDraft | None:
    """Make a question for the last of the facts, None where an article does not state one."""
    answer = province.answer(facts[-1])
    if province.holds(text, answer) or not _is_rare(province, facts[-1]):
        return None
    if not all(map(province.evidence, facts)):
        return None
    name = "/".join((facts[0].subject.id, *(fact.relation for fact in facts)))
    return QuestionDraft(
        question=province.ask(name, text, answer, facts),
        keywords=answer,
        facts=facts,
        subjects=(facts[0].subject,),
        answering=(facts[-1].value,),
        subject_phrase=subject_phrase,
    )


def _is_rare(province: ProvinceArticles, fact: Fact) -> bool:
    """Tell whether few articles hold a fact's value, so that most can stand beside its own."""
    value, answer = fact.value, province.answer(fact)
    if isinstance(value, Entity):
        return True
    if value in province.phrasing.common or (isinstance(value, int) and value < _SMALL):
        return False
    entities = province.world.entities
    return sum(province.article_holds(one, answer) for one in entities) <= _MOST_ARTICLES


def _relation(fact: Fact) -> str:
    return f"{fact.subject.kind}.{fact.relation}"


def _varied(sorted_items: list[tuple[str, T]], draws: Draws) -> Iterator[T]:
    """Yield the items in a drawn order: one of each sort, then the second of each, and so on."""
    decks: dict[str, list[T]] = {}
    for sort, item in draws.shuffled(sorted_items):
        decks.setdefault(sort, []).append(item)
    while decks:
        for sort in draws.shuffled(list(decks)):
            yield decks[sort].pop()
            if not decks[sort]:
                del decks[sort]
