"""Questions over the sample world, with all that annotators would have written for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Literal

from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.errors import BuildError
from lvbuild.sample.corpus import SampleArticles, SampleCorpus, side
from lvbuild.sample.inventing import COUNTS
from lvbuild.sample.question_draft import (
    ProvinceArticles,
    QuestionDraft,
    QuestionSort,
    SampleQuestion,
)
from lvbuild.sample.question_sorts import multi_doc_sorts, multi_hop_sorts, single_hop_sorts
from lvbuild.sample.rivals import UnusedNames, confusing_facts, replacements
from lvbuild.text.counting import Counting

_OVER = 1.5
"""Articles of a kind by which questions may be ahead of its share."""

_SHARES = {kind: count / sum(COUNTS.values()) for kind, count in COUNTS.items()}


class Balance:
    """What has been asked so far: how often each sort, about how many articles of each kind."""

    def __init__(self) -> None:
        self._kinds = Counter[str]()
        self._sorts = Counter[str]()

    def ask(self, sorts: dict[str, QuestionSort], draws: Draws) -> QuestionDraft | None:
        """Take a question that keeps the kinds even, None where there are no more.

        Of those it is of the sort that was asked least; sorts that are spent are removed.
        """
        while sorts:
            ahead = {kinds: self._ahead(kinds) for kinds in {one.kinds for one in sorts.values()}}
            most = max(_OVER, min(ahead.values()))
            shuffled = draws.shuffled(list(sorts))
            fitting = [sort for sort in shuffled if ahead[sorts[sort].kinds] <= most]
            sort = min(fitting, key=lambda one: self._sorts[one])
            draft = next(sorts[sort].drafts, None)
            if draft:
                self._kinds.update(sorts[sort].kinds)
                self._sorts[sort] += 1
                return draft
            del sorts[sort]
        return None

    def _ahead(self, kinds: tuple[str, ...]) -> float:
        """Return by how many articles one of the kinds would be ahead of its share."""
        tally = self._kinds + Counter(kinds)
        total = tally.total()
        return max(tally[kind] - _SHARES[kind] * total for kind in kinds)


__all__ = ["MOST_OF_A_PROVINCE", "SampleQuestion", "Shape", "sample_questions"]

Shape = Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]

MOST_OF_A_PROVINCE = 12
"""How many questions are asked of a province at most."""

_SORTS: Mapping[Shape, Callable[[ProvinceArticles, Draws], Mapping[str, QuestionSort]]] = {
    "single_hop_qa": single_hop_sorts,
    "multi_hop_qa": multi_hop_sorts,
    "multi_doc_qa": multi_doc_sorts,
}


class _Asker:
    """Asks of one province, with draws of its own; new names are `given` once in all of them."""

    def __init__(self, corpus: SampleCorpus, shape: Shape, number: int, given: set[str]) -> None:
        world = corpus.province(number)
        self._province = ProvinceArticles(world, corpus, side(world.language).PHRASING)
        self._draws = corpus.draws("questions", shape, number)
        self._names = UnusedNames(self._province, self._draws, given)
        self._sorts = dict(_SORTS[shape](self._province, self._draws))

    def ask(self, balance: Balance) -> SampleQuestion | None:
        draft = balance.ask(self._sorts, self._draws)
        return self._annotated(draft) if draft else None

    def _annotated(self, draft: QuestionDraft) -> SampleQuestion:
        confusing = confusing_facts(self._province, draft, self._names, self._draws)
        rows = replacements(self._province, draft, self._names)
        return SampleQuestion(draft.question, draft.keywords, confusing, rows)


def sample_questions(
    corpus: SampleCorpus, shape: Shape, count: int, provinces: int
) -> list[SampleQuestion]:
    """Return so many questions of a shape, in turn about each of the first provinces.

    Were they about a few of the provinces that distracting articles are of, the names there would
    tell the supporting ones. The first n are the same however many are asked for and however far
    the corpus was walked. Raises BuildError where the provinces are too few.
    """
    questions = list(islice(_stream(corpus, shape, provinces), count))
    if len(questions) < count:
        raise BuildError(
            f"sample: {provinces} provinces have {len(questions)} questions, not {count};"
            " ask for fewer"
        )
    return questions


def _stream(corpus: SampleCorpus, shape: Shape, provinces: int) -> Iterator[SampleQuestion]:
    balance = Balance()
    askers: dict[int, _Asker] = {}
    given: set[str] = set()
    spent: set[int] = set()
    for number in cycle(range(provinces)):
        if number not in askers:
            askers[number] = _Asker(corpus, shape, number, given)
        asked = askers[number].ask(balance)
        if asked:
            yield asked
        else:
            spent.add(number)
            if len(spent) == provinces:
                return


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
