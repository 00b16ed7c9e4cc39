"""The pool of a mixup: the passages that its questions may have to distract from the evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from lvbuild.mixing.pool import Pool, QuestionPool
from lvbuild.tasks.distracting import DistractingDocuments
from lvbuild.tasks.documents import SplitDocument, least_units
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.excerpts import UsualLengths, pool_texts
from lvbuild.tasks.hard_negatives import MarkedUpstream, MostAlike, asked_terms
from lvbuild.tasks.likeness import PoolTerms
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.tasks.surroundings import FactTerms, PoolSurroundings, fact_terms, opening_terms
from lvbuild.text.replacement import Reworded


@dataclass(frozen=True)
class MixupPool:
    """The passages beside the questions that were chosen, like whose own long ones are cut."""

    inputs: MixupInputs
    chosen: Sequence[MixupQuestion]

    @cached_property
    def distracting(self) -> DistractingDocuments:
        """The passages as the corpora have them, in the recipe's order."""
        inputs = self.inputs
        language, counting = inputs.recipe.language, inputs.counting
        documents = inputs.pool_documents.documents
        longest = self._usual.longest
        texts = pool_texts(documents, longest, self._lengths_of, language, counting)
        draws = draws_for(inputs.recipe, inputs.options, "pool")
        return DistractingDocuments(draws.shuffled(texts), language)

    @cached_property
    def reworded(self) -> Mapping[int, Reworded]:
        """Those of them that are evidence of a question, or like such, by their places."""
        inputs = self.inputs
        evidence = {name: inputs.documents[name] for name in inputs.wording.documents}
        return self.distracting.reworded(evidence, inputs.wording)

    @cached_property
    def documents(self) -> list[SplitDocument]:
        """The passages in the words that all contexts have of them."""
        return self.distracting.split(self.reworded, self.inputs.counting)

    @cached_property
    def outlines(self) -> Pool:
        """What planning knows of them."""
        corpora = self.inputs.pool_documents.corpora
        names = [document.origin.document_id for document in self.documents]
        outlines = [document.outline for document in self.documents]
        return Pool(outlines, [corpora[name] for name in names], names)

    def find_hard_negatives(self, question: MixupQuestion, pool: QuestionPool) -> Sequence[int]:
        """Return the places of the passages that come first in a question's contexts."""
        number = self.inputs.hard_negatives
        if number == "upstream":
            return self._marked.find(question.source, pool)
        return self._alike.find(question.replaced, pool, number) if number else ()

    def count_unmarked(self, questions: Iterable[MixupQuestion]) -> int:
        """Count those for which upstream marks no distracting document, where it should."""
        if self.inputs.hard_negatives != "upstream":
            return 0
        return sum(not question.source.distracting for question in questions)

    def count_homeless(
        self, questions: Iterable[MixupQuestion], refused: Mapping[str, Collection[int]]
    ) -> int:
        """Count the confusing facts whose rows name homes that their questions may not have.

        `refused` are the places of the documents that each question may not have, by its id.
        """
        return sum(
            bool(fact.home) and self.surroundings.places_of(fact.home) <= set(refused[one.id])
            for one in questions
            for fact in self.facts[one.id]
        )

    @cached_property
    def facts(self) -> Mapping[str, tuple[FactTerms, ...]]:
        """What the confusing facts of each question are about, by its id."""
        language = self.inputs.recipe.language
        return {
            one.id: fact_terms(one.replaced, (each.text for each in one.documents), language)
            for one in self.chosen
        }

    @cached_property
    def surroundings(self) -> PoolSurroundings:
        """What the passages are about, as far as confusing facts ask."""
        return PoolSurroundings(
            self.documents,
            self._terms,
            opening_terms(self.documents, self.facts.values(), self.inputs.recipe.language),
            self.inputs.recipe.language,
        )

    @cached_property
    def _terms(self) -> PoolTerms:
        """The terms by which they are like questions and confusing facts."""
        inputs = self.inputs
        language = inputs.recipe.language
        terms = {term for facts in self.facts.values() for fact in facts for term in fact.own}
        if inputs.hard_negatives and inputs.hard_negatives != "upstream":
            terms.update(*(asked_terms(one.replaced, language) for one in self.chosen))
        return PoolTerms([document.text for document in self.documents], terms, language)

    @cached_property
    def _alike(self) -> MostAlike:
        return MostAlike(self._terms, self.inputs.recipe.language)

    @cached_property
    def _marked(self) -> MarkedUpstream:
        return MarkedUpstream(self.documents, self.inputs.pool_documents.kept)

    @cached_property
    def _usual(self) -> UsualLengths:
        recipe = self.inputs.recipe
        sizes = chain.from_iterable(question.passage_sizes for question in self.chosen)
        return UsualLengths.of(sizes, recipe.ascending_levels[0], least_units(recipe))

    def _lengths_of(self, document_id: str) -> Iterator[float]:
        inputs = self.inputs
        return self._usual.draw(
            draws_for(inputs.recipe, inputs.options, f"excerpts of {document_id}")
        )
