"""Questions for one fact, asked of its subject or of what another fact leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from lvbuild.core.seeds import Draws
from lvbuild.sample.entities import Entity, Fact
from lvbuild.sample.question_draft import (
    BY_NAME,
    ProvinceArticles,
    QuestionDraft,
    QuestionSort,
)

T = TypeVar("T")

_SMALL = 100
_MOST_ARTICLES = 2
"""Of the 63 of a province, those that may hold an answer that is no name."""


def single_hop_sorts(province: ProvinceArticles, draws: Draws) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of one article, by its kind and relation."""

    def ask(fact: Fact) -> QuestionDraft | None:
        question = draws.choice(province.words(fact).questions)
        text = province.phrasing.fill(question, s=_introduced(province, fact.subject, draws))
        return _draft(province, text, (fact,))

    facts = [fact for entity in province.world.entities for fact in province.world.facts(entity)]
    asked = [
        (_relation(fact), fact) for fact in facts if _relation(fact) in province.phrasing.relations
    ]
    return _sorted(asked, lambda fact: (fact.subject.kind,), ask, draws)


def multi_hop_sorts(province: ProvinceArticles, draws: Draws) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of what another leads to, by kinds and relations."""

    def ask(chain: tuple[Fact, Fact]) -> QuestionDraft | None:
        first, second = chain
        phrase = draws.choice(_phrases(province, first))
        question = draws.choice(province.words(second).questions)
        subject = province.phrasing.fill(phrase, s=_introduced(province, first.subject, draws))
        bridge, answer = province.answer(first), province.answer(second)
        text = province.phrasing.fill(question, s=subject)
        if province.holds(text, bridge) or province.article_holds(first.subject, answer):
            return None
        return _draft(province, text, chain, phrase)

    return _sorted(_chains(province), _kinds_of_chain, ask, draws)


def _chains(province: ProvinceArticles) -> list[tuple[str, tuple[Fact, Fact]]]:
    world, relations = province.world, province.phrasing.relations
    return [
        (f"{_relation(first)}.{_relation(second)}", (first, second))
        for entity in world.entities
        for first in world.facts(entity)
        if isinstance(first.value, Entity) and _phrases(province, first)
        for second in world.facts(first.value)
        if _relation(second) in relations and second.value != entity
    ]


def _kinds_of_chain(chain: tuple[Fact, Fact]) -> tuple[str, ...]:
    return tuple(fact.subject.kind for fact in chain)


def _phrases(province: ProvinceArticles, fact: Fact) -> Sequence[str]:
    """Return the phrases for what a fact leads to, over its subject alone."""
    words = province.phrasing.relations.get(_relation(fact))
    if not words or not isinstance(fact.value, Entity):
        return ()
    noun = province.noun(fact.value)
    return [phrase.replace("{what}", noun) for phrase in words.phrases]


def _introduced(province: ProvinceArticles, entity: Entity, draws: Draws) -> str:
    """Name an entity, half the time with what it is: the town of Lommiby."""
    if draws.index(2):
        return province.phrasing.introduced(entity, province.noun(entity))
    return province.phrasing.named(entity)


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


def _sorted(
    items: list[tuple[str, T]],
    kinds: Callable[[T], tuple[str, ...]],
    ask: Callable[[T], QuestionDraft | None],
    draws: Draws,
) -> Mapping[str, QuestionSort]:
    """Return the questions that items come to, each sort's in a drawn order."""
    decks: dict[str, list[T]] = {}
    for sort, item in draws.shuffled(items):
        decks.setdefault(sort, []).append(item)
    return {sort: QuestionSort(kinds(deck[0]), _asked(deck, ask)) for sort, deck in decks.items()}


def _asked(deck: list[T], ask: Callable[[T], QuestionDraft | None]) -> Iterator[QuestionDraft]:
    return filter(None, map(ask, deck))
