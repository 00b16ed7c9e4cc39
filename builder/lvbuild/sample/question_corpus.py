"""The sample corpus as one that asks: as many questions and articles as a recipe takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lvbuild.corpora.corpus import CorpusFile, CorpusQuestion
from lvbuild.model import Document
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import SampleQuestion, Shape, sample_questions
from lvbuild.text.counting import Counting

_SPARE = 1.5
"""How much more than a context holds is written: a question may not have every article."""


class SampleQuestionCorpus:
    """The first provinces of a sample corpus, which end, and so many questions about them.

    There are provinces enough for the questions and for contexts of `size` units. More units of
    the same corpus hold the same questions and, first, the same articles.
    """

    def __init__(
        self, corpus: SampleCorpus, shape: Shape, questions: int, size: int, counting: Counting
    ) -> None:
        self.name = corpus.name
        self.revision = corpus.revision
        self.licence = corpus.licence
        self.size = size
        self.sample_questions: Sequence[SampleQuestion] = sample_questions(corpus, shape, questions)
        self._corpus = corpus
        self._shape = shape
        self._counting = counting
        documents = {name for one in self.sample_questions for name in one.question.supporting}
        units = reached = 0
        for number, batch in enumerate(corpus.batches(), start=1):
            units += sum(counting.count(corpus.document(name).text) for name in batch)
            documents -= set(batch)
            if not documents and units >= _SPARE * size:
                reached = number
                break
        self._provinces = reached

    def reaching(self, size: int) -> SampleQuestionCorpus:
        """Return the same with provinces enough for contexts of so many units."""
        return SampleQuestionCorpus(
            self._corpus, self._shape, len(self.sample_questions), size, self._counting
        )

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles."""
        return islice(self._corpus.batches(), self._provinces)

    def document(self, document_id: str) -> Document:
        """Return one of the articles."""
        return self._corpus.document(document_id)

    def files(self) -> Sequence[CorpusFile]:
        """Return nothing: the sample corpus reads no files."""
        return self._corpus.files()

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, without what annotators would have written for them."""
        return [one.question for one in self.sample_questions]

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return nothing: every invented question can be asked."""
        return ()
