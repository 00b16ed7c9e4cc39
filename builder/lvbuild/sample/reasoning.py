"""Answers in steps about a province, some of them wrong, as Reveal has them of models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice, zip_longest
from typing import Any

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.judged_chains import (
    NOT_RELEVANT,
    RELEVANT,
    Chain,
    Evidence,
    Step,
    judged,
    questions_of,
)
from lvbuild.sample.asking import ProvinceArticles
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import (
    MOST_OF_A_PROVINCE,
    AskedArticles,
    SampleQuestion,
    SampleQuestionCorpus,
)
from lvbuild.sample.telling import fill
from lvbuild.sample.words import read_words
from lvbuild.sample.world import Entity, Fact, Value
from lvbuild.text.counting import Counting

_PARTS: Mapping[str, str] = {
    "step_attribution": "attribution",
    "step_logic": "logic",
    "step_relevance": "relevance",
    "step_type": "type",
    "answer_correctness": "full_correctness",
}
"""The parts of Reveal that shapes are those of."""

_BY_EVIDENCE = frozenset({"attribution", "full_correctness"})
_ENTITIES = 3
"""What a chain compares."""
_MODELS = 2
_IN_SO_MANY = 4
"""Of so many questions one has an answer of another model."""
_CHAINS_BESIDE = 4
"""Of so many chains one stands among evidence, as each is among what its steps were judged by."""
_OFF = (3, 40)
"""By how much a number is off that its article contradicts."""
_VERDICTS = ("Fully",) * 6 + ("Contradictory", "Unsupported")
_ASIDES = (0, 0, 1, 2)
_CORRECT = (True,) * 3 + (False,)


def tell_chains(province: ProvinceArticles) -> Iterator[Chain]:
    """Yield a chain that begins with each thing of a province, where its kind has such."""
    words = read_words(province.world.language, "chains")
    for entity in province.world.entities:
        draws, kind = province.draws, entity.kind
        compared = [key for key, lines in words.items() if _is_asked(key, kind, lines)]
        if not compared:
            continue
        relation = draws.choice(compared).partition(".")[2]
        others = [one for one in draws.shuffled(province.of(kind)) if one != entity]
        facts: dict[int, Fact] = {}
        for one in (entity, *others):
            fact = province.fact(one, relation)
            if fact and isinstance(fact.value, int) and len(facts) < _ENTITIES:
                facts.setdefault(fact.value, fact)
        told = list(facts.values())
        if len(told) == _ENTITIES and told[0].subject == entity:
            models = _MODELS if draws.index(_IN_SO_MANY) == 0 else 1
            question = _Question(province, told)
            yield from (question.answered(f"model-{number}") for number in range(1, models + 1))


def _is_asked(key: str, kind: str, lines: Sequence[str]) -> bool:
    return key.startswith(f"{kind}.") and any(line.startswith("? ") for line in lines)


class _Question:
    """A question that compares three things by a number, and models' answers to it."""

    def __init__(self, province: ProvinceArticles, facts: Sequence[Fact]) -> None:
        self._province, self._draws, self._grammar = province, province.draws, province.grammar
        self._facts = facts
        self._key = facts[0].key
        names = (self._grammar.named(fact.subject) for fact in facts)
        self._text = self._say(self._key, "?", **dict(zip("abc", names, strict=True)))

    def _say(self, key: str, mark: str, **slots: str) -> str:
        """Return a sentence of a sort about a relation."""
        lines = read_words(self._province.world.language, "chains")[key]
        drawn = self._draws.choice([line for line in lines if line.startswith(f"{mark} ")])
        return self._grammar.sentence(fill(drawn.removeprefix(f"{mark} "), **slots))

    def answered(self, model: str) -> Chain:
        """Return an answer to it in steps: what its things are, and what follows."""
        name = f"{self._facts[0].subject.id}/{self._facts[0].relation}"
        answer = Chain("the sample", f"{name}/{model}", name, self._text)
        values: dict[int, Entity] = {}
        steps: list[Step] = []
        for fact in self._draws.shuffled(self._facts):
            step, value = self._telling(fact)
            steps.append(step)
            values.setdefault(value, fact.subject)
        for fact in self._draws.shuffled(self._beside)[: self._draws.choice(_ASIDES)]:
            steps.insert(self._draws.index(len(steps) + 1), self._aside(fact))
        steps += self._following(values)
        answer.steps = dict(enumerate(steps))
        final = [each.label for step in steps for each in step.rated if each.final]
        borne_out = all(label == "Fully" for label in final)
        right = all(not step.says("correctness_label", "incorrect") for step in steps)
        answer.labels = {
            "answer_is_fully_attributable": str(borne_out),
            "answer_is_logically_correct": str(right),
            "answer_is_fully_attributable_and_correct": str(borne_out and right),
        }
        return answer

    def _telling(self, fact: Fact) -> tuple[Step, int]:
        """Return a step that tells a number of a thing, and the number that it tells."""
        value, subject = int(str(fact.value)), fact.subject
        verdict = self._draws.choice(_VERDICTS)
        if verdict == "Contradictory":
            value += self._draws.between(*_OFF)
        step = self._statement(fact.key, fact.relation, subject, value)
        step.labels |= {"logic_relevance_label": RELEVANT, "attribution_relevance_label": "Yes"}
        seen = 2 if verdict == "Unsupported" else self._draws.index(2)
        shown = [Evidence(text, "Unsupported") for text in islice(self._others(subject), seen)]
        if verdict != "Unsupported":
            shown.append(Evidence(self._article(subject), verdict))
        shown[-1] = shown[-1]._replace(final=True)
        step.evidence = dict(enumerate(shown, 1))
        return step, value

    def _statement(self, key: str, relation: str, subject: Entity, value: Value) -> Step:
        """Return a step that tells of a thing, a person by the surname alone."""
        said = self._grammar.said(relation, value)
        alone = self._say(key, "+", s=self._grammar.named(subject), x=said)
        text = alone
        if subject.short != subject.name:
            text = self._grammar.sentence(alone.replace(subject.name, subject.short))
        return Step(text, "" if text == alone else alone, {"type_label": "Attribution step."})

    @cached_property
    def _beside(self) -> Sequence[Fact]:
        """What else is known of its things, that none of them is compared by."""
        words = read_words(self._province.world.language, "chains")
        return [
            fact
            for compared in self._facts
            for fact in self._province.world.facts(compared.subject)
            if not any(line.startswith("? ") for line in words.get(fact.key, ("? ",)))
        ]

    def _aside(self, fact: Fact) -> Step:
        """Return a step that leads nowhere."""
        step = self._statement(fact.key, fact.relation, fact.subject, fact.value)
        step.labels["logic_relevance_label"] = NOT_RELEVANT
        step.labels["attribution_relevance_label"] = "No"
        return step

    def _following(self, values: Mapping[int, Entity]) -> Iterator[Step]:
        """Yield what an answer says to follow from numbers and whose these are, rightly or not."""
        ascending = sorted(values)
        for mark in "-=":
            right = self._draws.choice(_CORRECT)
            drawn = ascending[0] if right else self._draws.choice(ascending[1:] or ascending)
            slots = {
                "low": self._grammar.said(self._facts[0].relation, drawn),
                "first": self._grammar.named(values[drawn]),
            }
            yield Step(
                self._say(self._key, mark, **slots),
                labels={
                    "type_label": "Logical step.",
                    "logic_relevance_label": RELEVANT,
                    "correctness_label": "Correct" if drawn == ascending[0] else "Incorrect",
                },
            )

    def _others(self, subject: Entity) -> Iterator[str]:
        """Yield articles that do not name a thing, first on others of its kind."""
        province, draws = self._province, self._draws
        alike = draws.shuffled(province.of(subject.kind))
        for other in dict.fromkeys((*alike, *draws.shuffled(province.world.entities))):
            if not province.article_holds(other, subject.name):
                yield self._article(other)

    def _article(self, entity: Entity) -> str:
        return self._province.corpus.document(entity.document_id).text


class SampleChains(AskedArticles):
    """The first provinces of a sample corpus, and what a part of Reveal asks of chains about them.

    The documents are what the chains are judged by: articles, chains or both.
    """

    def __init__(
        self, corpus: SampleCorpus, size: int, counting: Counting, *, shape: str, **asked: Any
    ) -> None:
        super().__init__(corpus, size, counting, shape=shape, **asked)
        self._part = _PARTS[shape]
        self._told: dict[int, Sequence[Chain]] = {}
        self._documents: dict[int, Mapping[str, str]] = {}
        self._texts: dict[str, str] = {}

    @cached_property
    def provinces(self) -> int:
        """How many provinces there are."""
        return max(self._reached(frozenset()), -(-self._count // MOST_OF_A_PROVINCE))

    @cached_property
    def sample_questions(self) -> Sequence[SampleQuestion]:
        """The questions, which no annotator has to write anything for."""
        decks = map(self._asked, range(self.provinces))
        rounds = filter(None, chain.from_iterable(zip_longest(*decks)))
        return [SampleQuestion(one, "", (), ()) for one in islice(rounds, self._count)]

    def _asked(self, number: int) -> list[CorpusQuestion]:
        """Return what is asked about a province, in the order that it is drawn in."""
        ids = {text: name for name, text in self._texts_of(number).items()}
        found = questions_of("sample", self._part, self._chains(number), ids)
        draws = self._corpus.draws("judged", self._part, self._asker, number)
        return draws.shuffled([question for _, question in found])

    def _chains(self, number: int) -> Sequence[Chain]:
        if number not in self._told:
            draws = self._corpus.draws("chains", number)
            province = ProvinceArticles(self._corpus.province(number), self._corpus, draws, 0)
            every = [*tell_chains(province)]
            beside = self._part == "full_correctness"
            self._told[number] = every[::_CHAINS_BESIDE] if beside else every
        return self._told[number]

    def _texts_of(self, number: int) -> Mapping[str, str]:
        """Return the documents about a province, by their ids."""
        if number not in self._documents:
            entities = self._corpus.province(number).entities if self._part in _BY_EVIDENCE else ()
            names = [entity.document_id for entity in entities]
            articles = {name: self._corpus.document(name).text for name in names}
            every = (one for told in self._chains(number) for one in judged(self._part, told))
            known = {*articles.values()}
            texts = dict.fromkeys(t for one in every for t in one.texts if t not in known)
            named = {f"sample:chain-{number}-{place}": text for place, text in enumerate(texts)}
            self._texts |= named
            self._documents[number] = articles | named
        return self._documents[number]

    def _walk(self) -> Iterator[Sequence[str]]:
        return (tuple(self._texts_of(number)) for number in count())

    def _units(self, number: int) -> int:
        return sum(map(self._counting.count, self._texts_of(number).values()))

    def document(self, document_id: str) -> Document:
        """Return an article or a chain."""
        if document_id in self._texts:
            return Document(document_id, self._texts[document_id])
        return super().document(document_id)


def asking_corpus(shape: str) -> type[AskedArticles]:
    """Return what has questions of a shape."""
    return SampleChains if shape in _PARTS else SampleQuestionCorpus
