"""The sorts of questions: for one fact, for what a fact leads to, over several articles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lvbuild.core.seeds import Draws
from lvbuild.sample.question_draft import BY_NAME, ProvinceArticles, QuestionDraft, QuestionSort
from lvbuild.sample.world import Entity, Fact

T = TypeVar("T")

_SMALL = 100
_MOST_ARTICLES = 2
"""Of the 63 of a province, those that may hold an answer that is no name."""


def single_hop_sorts(province: ProvinceArticles, draws: Draws) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of one article, by its kind and relation."""

    def ask(fact: Fact) -> QuestionDraft | None:
        question = draws.choice(province.words(fact).questions)
        text = province.phrasing.fill(question, s=_introduced(province, fact.subject, draws))
        return _hop_draft(province, text, (fact,))

    facts = [fact for entity in province.world.entities for fact in province.world.facts(entity)]
    asked = [(fact.key, fact) for fact in facts if fact.key in province.phrasing.relations]
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
        return _hop_draft(province, text, chain, phrase)

    return _sorted(
        _chains(province), lambda chain: tuple(f.subject.kind for f in chain), ask, draws
    )


def _chains(province: ProvinceArticles) -> list[tuple[str, tuple[Fact, Fact]]]:
    world, relations = province.world, province.phrasing.relations
    return [
        (f"{first.key}.{second.key}", (first, second))
        for entity in world.entities
        for first in world.facts(entity)
        if isinstance(first.value, Entity) and _phrases(province, first)
        for second in world.facts(first.value)
        if second.key in relations and second.value != entity
    ]


def _phrases(province: ProvinceArticles, fact: Fact) -> Sequence[str]:
    """Return the phrases for what a fact leads to, over its subject alone."""
    words = province.phrasing.relations.get(fact.key)
    if not words or not isinstance(fact.value, Entity):
        return ()
    noun = province.noun(fact.value)
    return [phrase.replace("{what}", noun) for phrase in words.phrases]


def _introduced(province: ProvinceArticles, entity: Entity, draws: Draws) -> str:
    """Name an entity, half the time with what it is: the town of Lommiby."""
    if draws.index(2):
        return province.phrasing.introduced(entity, province.noun(entity))
    return province.phrasing.named(entity)


def _hop_draft(
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
    return {
        sort: QuestionSort(kinds(deck[0]), filter(None, map(ask, deck)))
        for sort, deck in decks.items()
    }


_TRIES = 30


@dataclass(frozen=True, slots=True)
class _Found:
    """What a survey has found: its facts, those that answer it, and its templates' slots."""

    subjects: Sequence[Entity]
    facts: Sequence[Fact]
    answering: Sequence[Fact]
    slots: dict[str, str]
    leading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Some things of a kind, and the relation that is asked of each.

    `compared` is the relation by whose number one of two leads: the larger, or with `least` the
    smaller; without it none does.
    """

    kind: str
    count: int
    relation: str
    compared: str = ""
    least: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind,) * self.count

    def find(self, province: ProvinceArticles, draws: Draws) -> _Found | None:
        subjects = draws.shuffled(province.of(self.kind))[: self.count]
        answering = [fact for one in subjects if (fact := province.fact(one, self.relation))]
        slots = dict(zip("abc", map(province.phrasing.named, subjects), strict=False))
        if len(answering) < self.count:
            return None
        slots |= {
            f"{letter}_{self.relation}": province.in_sentence(fact)
            for letter, fact in zip("abc", answering, strict=False)
        }
        if not self.compared:
            return _Found(subjects, answering, answering, slots)
        measured = [fact for one in subjects if (fact := province.fact(one, self.compared))]
        values = [int(str(fact.value)) for fact in measured]
        if len(set(values)) < self.count:
            return None
        first = values.index(min(values) if self.least else max(values))
        leading, trailing = subjects[first], subjects[1 - first]
        slots |= {
            "leading": province.phrasing.named(leading),
            "trailing": province.phrasing.named(trailing),
        }
        return _Found(subjects, answering + measured, answering, slots, (leading.name,))


@dataclass(frozen=True, slots=True)
class _Journey:
    """A way from a thing of a kind over one of another, told in the articles about both."""

    kind: str
    over: str
    path: tuple[str, str]

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.kind, self.over

    def find(self, province: ProvinceArticles, draws: Draws) -> _Found | None:
        subject = place = draws.choice(province.of(self.kind))
        facts: list[Fact] = []
        for relation in self.path:
            fact = province.fact(place, relation)
            if not fact:
                return None
            facts.append(fact)
            place = fact.value if isinstance(fact.value, Entity) else place
        slots = {"a": province.phrasing.named(subject)}
        slots |= {fact.relation: province.in_sentence(fact) for fact in facts}
        return _Found([subject], facts, facts, slots)


_SURVEYS: dict[str, _Comparison | _Journey] = {
    "births": _Comparison("person", 2, "born_in", "born", least=True),
    "founders": _Comparison("town", 2, "founded_by", "founded", least=True),
    "lengths": _Comparison("river", 2, "surveyed_by", "length_km"),
    "sizes": _Comparison("town", 2, "craft", "population"),
    "heads": _Comparison("institution", 2, "headed_by", "opened", least=True),
    "authors": _Comparison("work", 2, "made_by", "pages"),
    "collectors": _Comparison("person", 3, "collected"),
    "treasures": _Comparison("institution", 2, "treasure", "opened", least=True),
    "author": _Journey("work", "person", ("made_by", "born_in")),
    "keeper": _Journey("work", "institution", ("kept_at", "founded_by")),
    "school": _Journey("person", "institution", ("studied_at", "located_in")),
    "teacher": _Journey("person", "person", ("taught_by", "died_in")),
}


def multi_doc_sorts(province: ProvinceArticles, draws: Draws) -> Mapping[str, QuestionSort]:
    """Return the questions over two or three articles, by survey."""
    return {
        name: QuestionSort(survey.kinds, _survey_drafts(province, name, draws))
        for name, survey in _SURVEYS.items()
    }


def _survey_drafts(province: ProvinceArticles, name: str, draws: Draws) -> Iterator[QuestionDraft]:
    """Yield questions of a survey, none twice, until none is found in many tries."""
    seen: set[str] = set()
    tries = 0
    while tries < _TRIES:
        draft = _survey_draft(province, name, draws)
        tries += 1
        if draft and draft.question.id not in seen:
            seen.add(draft.question.id)
            yield draft
            tries = 0


def _survey_draft(province: ProvinceArticles, name: str, draws: Draws) -> QuestionDraft | None:
    found = _SURVEYS[name].find(province, draws)
    if not found or not all(map(province.evidence, found.facts)):
        return None
    words, fill = province.phrasing.surveys[name], province.phrasing.fill
    text = fill(draws.choice(words.questions), **found.slots)
    answers = [province.answer(fact) for fact in found.answering]
    if len(set(answers)) < len(answers) or any(province.holds(text, one) for one in answers):
        return None
    identity = "+".join(sorted(one.id for one in found.subjects))
    answer = fill(draws.choice(words.answers), **found.slots)
    return QuestionDraft(
        question=province.ask(f"{identity}/{name}", text, answer, tuple(found.facts)),
        keywords=" ".join((*answers, *found.leading)),
        facts=tuple(found.answering),
        subjects=tuple(found.subjects),
        answering=tuple(fact.value for fact in found.answering),
    )
