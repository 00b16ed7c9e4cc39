"""Questions about a province: for one fact, for what a fact leads to, over several articles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from typing import NamedTuple

from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.telling import Asking, Grammar, Material, fill, grammar, read_frames
from lvbuild.sample.words import read_words
from lvbuild.sample.world import Entity, Fact, Value, World

DISTRACTING = 8
"""Articles that distract a question, as many as HotpotQA's paragraphs."""
_SMALL = 100
_MOST_ARTICLES = 2
"""Of the 62 of a province, those that may hold an answer that is no name."""
_LANES = 4


def lane(name: str) -> int:
    """Return the part of all questions that a name has: those whose ids have the same.

    Recipes of different lanes share no question; those of a family that are shipped and ask alike
    have different ones.
    """
    return blake2b(name.encode(), digest_size=1, person=b"lane0").digest()[0] % _LANES


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question and the facts it rests on, the one that answers it last.

    `subjects` are what it names, `answering` the values and things that its answer names.
    """

    question: CorpusQuestion
    keywords: str
    facts: tuple[Fact, ...]
    subjects: tuple[Entity, ...]
    answering: tuple[Value, ...]


class QuestionSort(NamedTuple):
    """Questions of one sort about a province: the kinds of articles they rest on, and each."""

    kinds: tuple[str, ...]
    drafts: Iterator[QuestionDraft]


_NOT_ASKED = Asking((), ())


@dataclass(frozen=True)
class ProvinceArticles:
    """A province, its articles, the draws to ask about them by, and what has been asked for.

    `lane` is that of its questions.
    """

    world: World
    corpus: SampleCorpus
    draws: Draws
    lane: int
    asked: set[Fact] = field(default_factory=set)

    @property
    def grammar(self) -> Grammar:
        """The grammar of its language."""
        return grammar(self.world.language)

    def of(self, kind: str) -> list[Entity]:
        """Return what there is of a kind."""
        return [entity for entity in self.world.entities if entity.kind == kind]

    def fact(self, entity: Entity, relation: str) -> Fact | None:
        """Return what is true of an entity in a relation, None where nothing is."""
        value = self.world.value(entity, relation)
        return None if value is None else Fact(entity, relation, value)

    def asking(self, fact: Fact) -> Asking:
        """Return how a fact is asked for: in no way, where its relation is not."""
        asking = read_frames(self.world.language, fact.subject.kind).asking
        return asking.get(fact.relation, _NOT_ASKED)

    def answer(self, fact: Fact) -> str:
        """Return a fact's value as a bare answer, as articles have it."""
        return self.grammar.answer(fact.relation, fact.value)

    def holds(self, text: str, phrase: str) -> bool:
        """Tell whether a phrase stands in a text."""
        return find_language(self.world.language).holds(text, phrase)

    @cached_property
    def _folded(self) -> Mapping[str, str]:
        entities = self.world.entities
        texts = {one.id: self.corpus.document(one.document_id).text for one in entities}
        return {name: text.casefold() for name, text in texts.items()}

    def article_holds(self, entity: Entity, phrase: str) -> bool:
        """Tell whether a phrase stands in the article about an entity."""
        language = find_language(self.world.language)
        return language.folded_holds(self._folded[entity.id], phrase)

    def evidence(self, fact: Fact) -> tuple[str, ...]:
        """Return the sentences of the subject's article that state a fact, none where none does.

        The one that names the subject in full comes first, where the statement does not.
        """
        article = self.corpus.article(fact.subject.document_id)
        stating = article.stating(fact.relation)
        if not stating:
            return ()
        naming = stating if fact.subject.name in stating else article.paragraphs[0][0].text
        return tuple(dict.fromkeys((naming, stating)))

    def ask(self, name: str, text: str, answer: str, facts: Sequence[Fact]) -> CorpusQuestion:
        """Make a question that rests on some facts; their subjects' articles support it.

        Articles on others of the subjects' kinds are marked as distracting it.
        """
        evidence = [sentence for fact in facts for sentence in self.evidence(fact)]
        supporting = dict.fromkeys(fact.subject.document_id for fact in facts)
        kinds = dict.fromkeys(fact.subject.kind for fact in facts)
        alike = [one.document_id for kind in kinds for one in self.of(kind)]
        others = self.corpus.draws("distracting", name).shuffled(alike)
        distracting = [other for other in others if other not in supporting]
        return CorpusQuestion(
            id=f"sample:{name}",
            input=text,
            answers=(answer,),
            supporting=tuple(supporting),
            evidence=tuple(dict.fromkeys(evidence)),
            distracting=tuple(distracting[:DISTRACTING]),
        )


_Chain = tuple[Fact, ...]
"""Facts each of which leads to what the next is of; the last answers a question."""


def single_hop_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of one article, by its kind and relation."""
    facts = (fact for entity in province.world.entities for fact in province.world.facts(entity))
    return _hop_sorts(province, [(fact,) for fact in facts if province.asking(fact).questions])


def multi_hop_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of what another leads to, by kinds and relations."""
    world = province.world
    asked = {
        entity: [fact for fact in world.facts(entity) if province.asking(fact).questions]
        for entity in world.entities
    }
    chains = [
        (first, second)
        for entity in world.entities
        for first in world.facts(entity)
        if isinstance(first.value, Entity) and province.asking(first).phrases
        for second in asked[first.value]
        if second.value != entity
    ]
    return _hop_sorts(province, chains)


def _hop_sorts(province: ProvinceArticles, chains: Sequence[_Chain]) -> Mapping[str, QuestionSort]:
    """Return the questions that chains come to, each sort's in a drawn order."""
    decks: dict[str, list[_Chain]] = {}
    for chain in province.draws.shuffled(chains):
        decks.setdefault(".".join([fact.key for fact in chain]), []).append(chain)
    ask = partial(_hop_draft, province)
    return {
        sort: QuestionSort(
            tuple(fact.subject.kind for fact in deck[0]), filter(None, map(ask, deck))
        )
        for sort, deck in decks.items()
    }


def _hop_draft(province: ProvinceArticles, chain: _Chain) -> QuestionDraft | None:
    """Ask for the last fact of a chain; None where that gives it away or no article states one."""
    draws, answer = province.draws, province.answer(chain[-1])
    *leading, asked = chain
    subject = chain[0].subject
    name = "/".join((subject.id, *(fact.relation for fact in chain)))
    if lane(name) != province.lane or asked in province.asked or not _is_rare(province, asked):
        return None
    phrase = draws.choice(province.asking(leading[0]).phrases) if leading else "{s}"
    called = fill(phrase, s=province.grammar.named(subject))
    question = draws.choice(province.asking(asked).questions)
    text = Material(province.world, asked.subject).fill(question, s=called)
    bridged = [answer, *map(province.answer, leading)]
    if any(province.holds(text, name) for name in bridged):
        return None
    if leading and province.article_holds(subject, answer):
        return None
    if not all(map(province.evidence, chain)):
        return None
    province.asked.add(asked)
    return QuestionDraft(
        question=province.ask(name, text, answer, chain),
        keywords=answer,
        facts=chain,
        subjects=(subject,),
        answering=(asked.value,),
    )


def _is_rare(province: ProvinceArticles, fact: Fact) -> bool:
    """Tell whether few articles hold a fact's value, so that most can stand beside its own."""
    value, answer = fact.value, province.answer(fact)
    if isinstance(value, Entity):
        return True
    if isinstance(value, int) and value < _SMALL:
        return False
    entities = province.world.entities
    return sum(province.article_holds(one, answer) for one in entities) <= _MOST_ARTICLES


_TRIES = 30


class _Found(NamedTuple):
    """What a survey has found: its facts, those that answer it, and its templates' slots."""

    subjects: Sequence[Entity]
    facts: Sequence[Fact]
    answering: Sequence[Fact]
    slots: dict[str, str]
    leading: tuple[str, ...] = ()


class _Comparison(NamedTuple):
    """Two things of a kind, and the relation that is asked of each.

    `compared` is the relation by whose number one leads: the larger, or with `least` the smaller.
    """

    kinds: tuple[str, str]
    relation: str
    compared: str
    least: bool = False

    def find(self, province: ProvinceArticles) -> _Found | None:
        named, world = province.grammar.named, province.world
        subjects = province.draws.shuffled(province.of(self.kinds[0]))[:2]
        answering = [fact for one in subjects if (fact := province.fact(one, self.relation))]
        values = [world.number(one, self.compared) for one in subjects]
        if len(answering) < len(subjects) or values[0] == values[1]:
            return None
        slots: dict[str, str] = {}
        for letter, fact in zip("ab", answering, strict=True):
            slots[letter] = named(fact.subject)
            slots[f"{letter}.{self.relation}"] = province.grammar.said(fact.relation, fact.value)
        measured = [Fact(one, self.compared, v) for one, v in zip(subjects, values, strict=True)]
        first = subjects[values.index(min(values) if self.least else max(values))]
        slots["leading"] = named(first)
        return _Found(subjects, answering + measured, answering, slots, (first.name,))


class _Journey(NamedTuple):
    """A way from a thing of a kind over one of another, told in the articles about both."""

    kinds: tuple[str, str]
    path: tuple[str, str]

    def find(self, province: ProvinceArticles) -> _Found | None:
        subject = place = province.draws.choice(province.of(self.kinds[0]))
        facts: list[Fact] = []
        for relation in self.path:
            fact = province.fact(place, relation)
            if not fact:
                return None
            facts.append(fact)
            place = fact.value if isinstance(fact.value, Entity) else place
        slots = {"a": province.grammar.named(subject)}
        slots |= {one.relation: province.grammar.said(one.relation, one.value) for one in facts}
        return _Found([subject], facts, facts, slots)


_SURVEYS: dict[str, _Comparison | _Journey] = {
    "births": _Comparison(("person", "person"), "born_in", "born", least=True),
    "founders": _Comparison(("town", "town"), "founded_by", "founded", least=True),
    "lengths": _Comparison(("river", "river"), "surveyed_by", "length_km"),
    "sizes": _Comparison(("town", "town"), "craft", "population"),
    "heads": _Comparison(("institution", "institution"), "headed_by", "opened", least=True),
    "authors": _Comparison(("work", "work"), "made_by", "pages"),
    "treasures": _Comparison(("institution", "institution"), "treasure", "opened", least=True),
    "author": _Journey(("work", "person"), ("made_by", "born_in")),
    "keeper": _Journey(("work", "institution"), ("kept_at", "founded_by")),
    "school": _Journey(("person", "institution"), ("studied_at", "located_in")),
    "teacher": _Journey(("person", "person"), ("taught_by", "died_in")),
}


def multi_doc_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions over two articles, by survey."""
    return {
        name: QuestionSort(survey.kinds, _survey_drafts(province, name))
        for name, survey in _SURVEYS.items()
    }


def _survey_drafts(province: ProvinceArticles, name: str) -> Iterator[QuestionDraft]:
    """Yield questions of a survey, none twice, until none is found in many tries."""
    seen: set[str] = set()
    tries = 0
    while tries < _TRIES:
        draft = _survey_draft(province, name)
        tries += 1
        if draft and draft.question.id not in seen:
            seen.add(draft.question.id)
            yield draft
            tries = 0


def _survey_draft(province: ProvinceArticles, name: str) -> QuestionDraft | None:
    found = _SURVEYS[name].find(province)
    if not found:
        return None
    identity = f"{'+'.join(sorted(one.id for one in found.subjects))}/{name}"
    if lane(identity) != province.lane or not all(map(province.evidence, found.facts)):
        return None
    lines = read_words(province.world.language, "surveys")[name]
    questions, statements = (
        [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        for mark in ("? ", "= ")
    )
    text = province.grammar.sentence(fill(province.draws.choice(questions), **found.slots))
    answers = [province.answer(fact) for fact in found.answering]
    if len(set(answers)) < len(answers) or any(province.holds(text, one) for one in answers):
        return None
    answer = province.grammar.sentence(fill(province.draws.choice(statements), **found.slots))
    return QuestionDraft(
        question=province.ask(identity, text, answer, tuple(found.facts)),
        keywords=" ".join((*answers, *found.leading)),
        facts=tuple(found.answering),
        subjects=tuple(found.subjects),
        answering=tuple(fact.value for fact in found.answering),
    )
