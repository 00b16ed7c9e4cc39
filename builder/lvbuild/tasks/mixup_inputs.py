"""What a mixup is planned from: its recipe, questions, documents and pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from lvbuild.corpora.corpus import QuestionCorpus, named_corpora
from lvbuild.mixing.documents import CorpusDocuments, PoolDocuments, pool_documents
from lvbuild.questions.shared_evidence import Owners
from lvbuild.rules.context import LintContext
from lvbuild.tasks.mixup_questions import Annotations, QuestionReader
from lvbuild.tasks.numbered_inputs import NumberedInputs
from lvbuild.tasks.wording import Wording


@dataclass(frozen=True)
class MixupInputs(NumberedInputs):
    """What a mixup is planned from.

    `distractor_corpora` are the names of those that its distracting documents are from. Questions
    with an answer of more than `answer_limit` units are left out; `hard_negatives` is how many each
    of the others gets, or "upstream": those that upstream marks.
    """

    distractor_corpora: Sequence[str]
    answer_limit: int | None
    hard_negatives: int | Literal["upstream"]

    @cached_property
    def question_corpora(self) -> list[QuestionCorpus]:
        """The corpora that ask."""
        return named_corpora(self.recipe.question_corpora, self.source.corpora)  # type: ignore[return-value]

    @cached_property
    def documents(self) -> CorpusDocuments:
        """The documents of the corpora that ask."""
        return CorpusDocuments(self.question_corpora)

    @cached_property
    def owners(self) -> Owners:
        """The questions that it may ask and that replace words, by the documents they rest on."""
        asked = (question for corpus in self.question_corpora for question in corpus.questions())
        return Owners.of_rows(self.source.tables, asked)

    @cached_property
    def annotations(self) -> Annotations:
        """The rows of its questions."""
        return Annotations(self.recipe, self.source.tables, self.options, self.owners)

    @cached_property
    def wording(self) -> Wording:
        """What words the documents that are evidence, as their questions have them."""
        return Wording(self.owners, self.annotations.own_pairs, self.recipe.language)

    @cached_property
    def reader(self) -> QuestionReader:
        """What reads its questions."""
        return QuestionReader(
            self.recipe,
            self.options,
            self.annotations,
            self.documents,
            self.wording,
            self.counting,
            self.answer_limit,
        )

    @cached_property
    def pool_documents(self) -> PoolDocuments:
        """The documents of the corpora that distract."""
        corpora = named_corpora(self.distractor_corpora, self.source.corpora)
        return pool_documents(self.recipe, corpora)

    @cached_property
    def asking(self) -> Mapping[str, str]:
        """The names of the corpora that ask, by question."""
        return {
            question.id: corpus.name
            for corpus in self.question_corpora
            for question in corpus.questions()
        }

    def case(self) -> LintContext:
        """Return its rows, with the supporting documents of the questions that have some."""
        case = LintContext(
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
            read_pool=lambda: {
                document.id: document.text for document in self.pool_documents.documents
            },
        )
        needed = {name for question in case.known for name in question.supporting}
        return replace(case, documents={name: self.documents[name] for name in sorted(needed)})
