"""A question while it is being made: what it asks of which facts, and where those stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.phrasing import Phrasing, RelationWords
from lvbuild.sample.world import Entity, Fact, Value, World

BY_NAME = "{s}"
"""The phrase for a subject that the question names itself."""

DISTRACTING = 8
"""Articles that distract a question, as many as HotpotQA's paragraphs."""

Replacement = tuple[str, str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question over the sample world and the rows of the tables that go with it.

    `keywords` are the words of the answer that carry it. `confusing_facts` are (fact, subject),
    like the evidence but of somebody or something that is nowhere in the world. `replacements`
    are (original, replacement, kind, alternatives), the replacements nowhere in the world either.
    """

    question: CorpusQuestion
    keywords: str
    confusing_facts: tuple[tuple[str, str], ...]
    replacements: tuple[Replacement, ...]


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


@dataclass(frozen=True, slots=True)
class QuestionSort:
    """Questions of one sort about a province: the kinds of articles they rest on, and each."""

    kinds: tuple[str, ...]
    drafts: Iterator[QuestionDraft]


@dataclass(frozen=True, slots=True)
class ProvinceArticles:
    """A province, its articles, and the words to ask about them."""

    world: World
    corpus: SampleCorpus
    phrasing: Phrasing

    def of(self, kind: str) -> list[Entity]:
        """Return what there is of a kind."""
        return [entity for entity in self.world.entities if entity.kind == kind]

    def noun(self, entity: Entity) -> str:
        """Return what a question calls a thing: its kind, or its sort where it has one."""
        sort = self.fact(entity, "sort")
        return str(sort.value) if sort else self.phrasing.nouns[entity.kind]

    def fact(self, entity: Entity, relation: str) -> Fact | None:
        """Return what is true of an entity in a relation, None where nothing is."""
        facts = (fact for fact in self.world.facts(entity) if fact.relation == relation)
        return next(facts, None)

    def words(self, fact: Fact) -> RelationWords:
        """Return how the relation of a fact is spoken of."""
        return self.phrasing.relations[fact.key]

    def answer(self, fact: Fact) -> str:
        """Return a fact's value as a bare answer, as articles have it."""
        return self.phrasing.as_answer(fact.relation, fact.value)

    def in_sentence(self, fact: Fact) -> str:
        """Return a fact's value as it stands within a sentence."""
        return self.phrasing.in_sentence(fact.relation, fact.value)

    def holds(self, text: str, phrase: str) -> bool:
        """Tell whether a phrase stands in a text."""
        return find_language(self.world.language).holds(text, phrase)

    def article_holds(self, entity: Entity, phrase: str) -> bool:
        """Tell whether a phrase stands in the article about an entity."""
        return self.holds(self.corpus.document(_document_id(entity)).text, phrase)

    def evidence(self, fact: Fact) -> tuple[str, ...]:
        """Return the sentences of the subject's article that state a fact, none where none does.

        The one that names the subject in full comes first, where the statement does not.
        """
        answer, name, words = self.answer(fact), fact.subject.name, self.words(fact)
        sentences = self.corpus.sentences(_document_id(fact.subject))
        for sentence in sentences:
            if self.holds(sentence, answer) and words.stated.search(sentence):
                if self.holds(sentence, name):
                    return (sentence,)
                naming = next(one for one in sentences if self.holds(one, name))
                return (naming, sentence)
        return ()

    def ask(self, name: str, text: str, answer: str, facts: tuple[Fact, ...]) -> CorpusQuestion:
        """Make a question that rests on some facts; their subjects' articles support it.

        Articles on others of the subjects' kinds are marked as distracting it.
        """
        evidence = [sentence for fact in facts for sentence in self.evidence(fact)]
        supporting = dict.fromkeys(_document_id(fact.subject) for fact in facts)
        kinds = dict.fromkeys(fact.subject.kind for fact in facts)
        alike = [one for kind in kinds for one in self.of(kind)]
        others = self.corpus.draws("distracting", name).shuffled(alike)
        distracting = [_document_id(one) for one in others if _document_id(one) not in supporting]
        return CorpusQuestion(
            id=f"sample:{name}",
            input=text,
            answers=(answer,),
            supporting=tuple(supporting),
            evidence=tuple(dict.fromkeys(evidence)),
            distracting=tuple(distracting[:DISTRACTING]),
        )


def _document_id(entity: Entity) -> str:
    return f"sample:{entity.id}"
