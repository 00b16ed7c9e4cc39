"""What a mixup is planned from: its recipe, questions, documents and pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from lvbuild.corpora.corpus import QuestionCorpus, named_corpora
from lvbuild.model import Document
from lvbuild.tables.case import Case
from lvbuild.tasks.documents import CorpusDocuments, SplitDocument, pool_documents
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.mixup_questions import Annotations, MixupQuestion, QuestionReader
from lvbuild.tasks.numbered_inputs import NumberedInputs
from lvbuild.tasks.passage_lengths import PassageLengths
from lvbuild.tasks.pool import split_pool

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


@dataclass(frozen=True)
class MixupInputs(NumberedInputs):
    """What a mixup is planned from.

    `distractor_corpora` are the names of those that its distracting documents are from. Questions
    with an answer of more than `answer_limit` units are left out; `hard_negatives` is how many each
    of the others gets.
    """

    distractor_corpora: Sequence[str]
    answer_limit: int | None
    hard_negatives: int

    @cached_property
    def question_corpora(self) -> list[QuestionCorpus]:
        """The corpora that ask."""
        return named_corpora(self.recipe.question_corpora, self.source.corpora)  # type: ignore[return-value]

    @cached_property
    def documents(self) -> CorpusDocuments:
        """The documents of the corpora that ask."""
        return CorpusDocuments(self.question_corpora)

    @cached_property
    def reader(self) -> QuestionReader:
        """What reads its questions."""
        annotations = Annotations(self.recipe, self.source.tables, self.options)
        return QuestionReader(
            self.recipe, annotations, self.documents, self.counting, self.answer_limit
        )

    @cached_property
    def pool(self) -> list[SplitDocument]:
        """The distracting documents, in the recipe's order."""
        draws = draws_for(self.recipe, self.options, "pool")
        documents, _ = self._pool_documents
        return split_pool(documents, draws, self.recipe.language, self.counting)

    @property
    def unused(self) -> Mapping[str, int]:
        """How many documents are not in the pool, by the reason."""
        _, reasons = self._pool_documents
        return reasons

    @cached_property
    def _pool_documents(self) -> tuple[list[Document], dict[str, int]]:
        corpora = named_corpora(self.distractor_corpora, self.source.corpora)
        return pool_documents(self.recipe, corpora)

    def case(self, *, approved_only: bool = False) -> Case:
        """Return its rows, with the supporting documents of the questions that have some."""
        case = Case(
            self.recipe,
            self.source.tables,
            sources={
                question.id: question
                for corpus in self.question_corpora
                for question in corpus.questions()
            },
            unasked={
                name: why for corpus in self.question_corpora for name, why in corpus.left_out()
            },
            read_pool=lambda: {document.id: document.text for document in self._pool_documents[0]},
            approved_only=approved_only,
        )
        needed = {name for question in case.known for name in question.supporting}
        return replace(case, documents={name: self.documents[name] for name in sorted(needed)})

    def lengths(
        self, tokens: TokenCounting | None, questions: Iterable[MixupQuestion]
    ) -> PassageLengths | None:
        """Return what counts its records in tokens, where that is asked for."""
        if tokens is None:
            return None
        return self.count_in(tokens, self.pool, {one.id: one.own for one in questions})
