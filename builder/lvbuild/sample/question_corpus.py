"""The sample corpus as one that asks: as many questions and articles as a recipe takes."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.sample.articles import SampleArticles
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.questions import (
    MOST_OF_A_PROVINCE,
    SampleQuestion,
    Shape,
    sample_questions,
)
from lvbuild.text.counting import Counting


class SampleQuestionCorpus(SampleArticles):
    """The first provinces of a sample corpus, which end, and so many questions about them.

    There are provinces enough for the questions and for contexts of `size` units. More units of
    the same corpus hold the same questions and, first, the same articles.
    """

    def __init__(
        self, corpus: SampleCorpus, asked: Sequence[SampleQuestion], size: int, counting: Counting
    ) -> None:
        self.sample_questions = asked
        needed = {name for one in asked for name in one.question.supporting}
        super().__init__(corpus, size, counting, needed)

    @classmethod
    def asking(
        cls, corpus: SampleCorpus, shape: Shape, questions: int, size: int, counting: Counting
    ) -> SampleQuestionCorpus:
        """Ask so many questions about the provinces that contexts of `size` units are made of."""
        fewest = -(-questions // MOST_OF_A_PROVINCE)
        provinces = max(fewest, SampleArticles(corpus, size, counting).provinces)
        asked = sample_questions(corpus, shape, questions, provinces)
        return cls(corpus, asked, size, counting)

    def reaching(self, size: int) -> SampleQuestionCorpus:
        """Return the same questions with provinces enough for contexts of so many units."""
        return SampleQuestionCorpus(self._corpus, self.sample_questions, size, self._counting)

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, without what annotators would have written for them."""
        return [one.question for one in self.sample_questions]

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return nothing: every invented question can be asked."""
        return ()
