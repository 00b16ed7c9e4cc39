"""Questions about a province: for one fact, for what a fact leads to, over several articles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.word_files import Phrasing
from lvbuild.sample.world import Entity, Fact, Value, World

BY_NAME = "{s}"
"""The phrase for a subject that the question names itself."""
DISTRACTING = 8
"""Articles that distract a question, as many as HotpotQA's paragraphs."""
_SMALL = 100
_MOST_ARTICLES = 2
"""Of the 63 of a province, those that may hold an answer that is no name."""


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question and the facts it rests on, the one that answers it last.

    `subjects` are what it names, `answering` the values and things that its answer names.
    `subject_phrase` is how it names, over {s}, what the last fact is of: the birthplace of {s}.
    """

    question: CorpusQuestion
    keywords: str
    facts: tuple[Fact, ...]
    subjects: tuple[Entity, ...]
    answering: tuple[Value, ...]
    subject_phrase: str = BY_NAME


class QuestionSort(NamedTuple):
    """Questions of one sort about a province: the kinds of articles they rest on, and each."""

    kinds: tuple[str, ...]
    drafts: Iterator[QuestionDraft]


@dataclass(frozen=True, slots=True)
class ProvinceArticles:
    """A province, its articles, the words to ask about them, and the draws to ask by."""

    world: World
    corpus: SampleCorpus
    phrasing: Phrasing
    draws: Draws

    def of(self, kind: str) -> list[Entity]:
        """Return what there is of a kind."""
        return [entity for entity in self.world.entities if entity.kind == kind]

    def noun(self, entity: Entity) -> str:
        """Return what a question calls a thing: its kind, or its sort where it has one."""
        sort = self.fact(entity, "sort")
        return str(sort.value) if sort else self.phrasing.nouns[entity.kind]

    def fact(self, entity: Entity, relation: str) -> Fact | None:
        """Return what is true of an entity in a relation, None where nothing is."""
        return next((fact for fact in self.world.facts(entity) if fact.relation == relation), None)

    def answer(self, fact: Fact) -> str:
        """Return a fact's value as a bare answer, as articles have it."""
        return self.phrasing.as_answer(fact.relation, fact.value)

    def holds(self, text: str, phrase: str) -> bool:
        """Tell whether a phrase stands in a text."""
        return find_language(self.world.language).holds(text, phrase)

    def article_holds(self, entity: Entity, phrase: str) -> bool:
        """Tell whether a phrase stands in the article about an entity."""
        return self.holds(self.corpus.document(entity.document_id).text, phrase)

    def evidence(self, fact: Fact) -> tuple[str, ...]:
        """Return the sentences of the subject's article that state a fact, none where none does.

        The one that names the subject in full comes first, where the statement does not.
        """
        answer, name = self.answer(fact), fact.subject.name
        stated = self.phrasing.relations[fact.key].stated
        sentences = self.corpus.sentences(fact.subject.document_id)
        for sentence in sentences:
            if self.holds(sentence, answer) and stated.search(sentence):
                if self.holds(sentence, name):
                    return (sentence,)
                naming = next(one for one in sentences if self.holds(one, name))
                return (naming, sentence)
        return ()

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
    relations, world = province.phrasing.relations, province.world
    facts = (fact for entity in world.entities for fact in world.facts(entity))
    return _hop_sorts(province, [(fact,) for fact in facts if fact.key in relations])


def multi_hop_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions for a fact of what another leads to, by kinds and relations."""
    relations, world = province.phrasing.relations, province.world
    chains = [
        (first, second)
        for entity in world.entities
        for first in world.facts(entity)
        if isinstance(first.value, Entity) and _phrases(province, first)
        for second in world.facts(first.value)
        if second.key in relations and second.value != entity
    ]
    return _hop_sorts(province, chains)


def _hop_sorts(province: ProvinceArticles, chains: Sequence[_Chain]) -> Mapping[str, QuestionSort]:
    """Return the questions that chains come to, each sort's in a drawn order."""
    decks: dict[str, list[_Chain]] = {}
    for chain in province.draws.shuffled(chains):
        decks.setdefault(".".join(fact.key for fact in chain), []).append(chain)
    ask = partial(_hop_draft, province)
    return {
        sort: QuestionSort(
            tuple(fact.subject.kind for fact in deck[0]), filter(None, map(ask, deck))
        )
        for sort, deck in decks.items()
    }


def _hop_draft(province: ProvinceArticles, chain: _Chain) -> QuestionDraft | None:
    """Ask for the last fact of a chain; None where that gives it away or no article states one."""
    draws, fill = province.draws, province.phrasing.fill
    *leading, asked = chain
    subject, answer = chain[0].subject, province.answer(asked)
    phrase = draws.choice(_phrases(province, leading[0])) if leading else BY_NAME
    question = draws.choice(province.phrasing.relations[asked.key].questions)
    introduced = province.phrasing.named(subject)
    if draws.index(2):
        introduced = province.phrasing.introduced(subject, province.noun(subject))
    text = fill(question, s=fill(phrase, s=introduced))
    bridged = [answer, *map(province.answer, leading)]
    if any(province.holds(text, name) for name in bridged) or not _is_rare(province, asked):
        return None
    if leading and province.article_holds(subject, answer):
        return None
    if not all(map(province.evidence, chain)):
        return None
    name = "/".join((subject.id, *(fact.relation for fact in chain)))
    return QuestionDraft(
        question=province.ask(name, text, answer, chain),
        keywords=answer,
        facts=chain,
        subjects=(subject,),
        answering=(asked.value,),
        subject_phrase=phrase,
    )


def _phrases(province: ProvinceArticles, fact: Fact) -> Sequence[str]:
    """Return the phrases for what a fact leads to, over its subject alone."""
    words = province.phrasing.relations.get(fact.key)
    if not words or not isinstance(fact.value, Entity):
        return ()
    noun = province.noun(fact.value)
    return [phrase.replace("{what}", noun) for phrase in words.phrases]


def _is_rare(province: ProvinceArticles, fact: Fact) -> bool:
    """Tell whether few articles hold a fact's value, so that most can stand beside its own."""
    value, answer = fact.value, province.answer(fact)
    if isinstance(value, Entity):
        return True
    if value in province.phrasing.common or (isinstance(value, int) and value < _SMALL):
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
    """Some things of a kind, and the relation that is asked of each.

    `compared` is the relation by whose number one of two leads: the larger, or with `least` the
    smaller; without it none does.
    """

    kinds: tuple[str, ...]
    relation: str
    compared: str = ""
    least: bool = False

    def find(self, province: ProvinceArticles) -> _Found | None:
        phrasing = province.phrasing
        subjects = province.draws.shuffled(province.of(self.kinds[0]))[: len(self.kinds)]
        answering = [fact for one in subjects if (fact := province.fact(one, self.relation))]
        if len(answering) < len(subjects):
            return None
        slots: dict[str, str] = {}
        for letter, fact in zip("abc", answering, strict=False):
            slots[letter] = phrasing.named(fact.subject)
            slots[f"{letter}_{self.relation}"] = phrasing.in_sentence(fact.relation, fact.value)
        if not self.compared:
            return _Found(subjects, answering, answering, slots)
        measured = [fact for one in subjects if (fact := province.fact(one, self.compared))]
        values = [province.world.number(one, self.compared) for one in subjects]
        if len(set(values)) < len(subjects):
            return None
        first = values.index(min(values) if self.least else max(values))
        slots["leading"] = phrasing.named(subjects[first])
        slots["trailing"] = phrasing.named(subjects[1 - first])
        leading = (subjects[first].name,)
        return _Found(subjects, answering + measured, answering, slots, leading)


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
        phrasing = province.phrasing
        slots = {"a": phrasing.named(subject)}
        slots |= {each.relation: phrasing.in_sentence(each.relation, each.value) for each in facts}
        return _Found([subject], facts, facts, slots)


_SURVEYS: dict[str, _Comparison | _Journey] = {
    "births": _Comparison(("person",) * 2, "born_in", "born", least=True),
    "founders": _Comparison(("town",) * 2, "founded_by", "founded", least=True),
    "lengths": _Comparison(("river",) * 2, "surveyed_by", "length_km"),
    "sizes": _Comparison(("town",) * 2, "craft", "population"),
    "heads": _Comparison(("institution",) * 2, "headed_by", "opened", least=True),
    "authors": _Comparison(("work",) * 2, "made_by", "pages"),
    "collectors": _Comparison(("person",) * 3, "collected"),
    "treasures": _Comparison(("institution",) * 2, "treasure", "opened", least=True),
    "author": _Journey(("work", "person"), ("made_by", "born_in")),
    "keeper": _Journey(("work", "institution"), ("kept_at", "founded_by")),
    "school": _Journey(("person", "institution"), ("studied_at", "located_in")),
    "teacher": _Journey(("person", "person"), ("taught_by", "died_in")),
}


def multi_doc_sorts(province: ProvinceArticles) -> Mapping[str, QuestionSort]:
    """Return the questions over two or three articles, by survey."""
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
    if not found or not all(map(province.evidence, found.facts)):
        return None
    words, fill = province.phrasing.surveys[name], province.phrasing.fill
    text = fill(province.draws.choice(words.questions), **found.slots)
    answers = [province.answer(fact) for fact in found.answering]
    if len(set(answers)) < len(answers) or any(province.holds(text, one) for one in answers):
        return None
    identity = "+".join(sorted(one.id for one in found.subjects))
    answer = fill(province.draws.choice(words.statements), **found.slots)
    return QuestionDraft(
        question=province.ask(f"{identity}/{name}", text, answer, tuple(found.facts)),
        keywords=" ".join((*answers, *found.leading)),
        facts=tuple(found.answering),
        subjects=tuple(found.subjects),
        answering=tuple(fact.value for fact in found.answering),
    )
