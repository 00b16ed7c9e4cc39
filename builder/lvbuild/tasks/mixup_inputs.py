"""What contexts of numbered passages are planned from, whatever is asked about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from lvbuild.core.options import ResolvedOptions
from lvbuild.corpora.corpus import QuestionCorpus, named_corpora
from lvbuild.languages import find_language
from lvbuild.mixing.documents import PoolDocuments, SplitDocument, pool_documents
from lvbuild.mixing.layout import ContextLayout
from lvbuild.mixing.lengths import PassageLengths
from lvbuild.questions.annotations import VariantWords
from lvbuild.questions.shared_evidence import CorpusDocuments
from lvbuild.recipe import Recipe
from lvbuild.rules.context import LintContext
from lvbuild.tasks.mixup_questions import QuestionReader
from lvbuild.tasks.task import Source
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.text.tokens import TokenCounting


@dataclass(frozen=True)
class NumberedInputs:
    """A recipe over numbered passages, as it was gathered."""

    source: Source

    @property
    def recipe(self) -> Recipe:
        """The recipe."""
        return self.source.file.recipe

    @property
    def options(self) -> ResolvedOptions:
        """What a user chooses."""
        return self.source.options

    @property
    def counting(self) -> Counting:
        """How its levels count."""
        return self.source.counters.levels

    @property
    def layout(self) -> ContextLayout:
        """What stands between passages."""
        return ContextLayout(find_language(self.recipe.language).heading)

    def count_in(
        self, tokens: TokenCounting | None, documents: Iterable[SplitDocument]
    ) -> PassageLengths | None:
        """Return what counts records in tokens, where that is asked for."""
        if tokens is None:
            return None
        return PassageLengths(tokens, documents, self.layout, counted=tokens is self.counting)


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
    def words(self) -> VariantWords:
        """The words of its questions, and of what is evidence of them."""
        return VariantWords(self.context.annotations, self.options)

    @cached_property
    def reader(self) -> QuestionReader:
        """What reads its questions."""
        return QuestionReader(
            self.recipe,
            self.options,
            self.context.annotations,
            self.words,
            self.documents,
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

    @cached_property
    def context(self) -> LintContext:
        """What the rules of tables look at."""
        return LintContext(
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
            documents=self.documents,
            read_pool=lambda: {
                document.id: document.text for document in self.pool_documents.documents
            },
        )
