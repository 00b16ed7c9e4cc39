"""Questions over the sample world, with all that annotators would have written for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import cycle, islice
from typing import Literal

from lvbuild.errors import BuildError
from lvbuild.model import Language
from lvbuild.sample.balance import Balance
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.sample.hop_questions import multi_hop_sorts, single_hop_sorts
from lvbuild.sample.multi_doc_questions import multi_doc_sorts
from lvbuild.sample.phrasing import Phrasing
from lvbuild.sample.question_draft import (
    ProvinceArticles,
    QuestionDraft,
    QuestionSort,
    SampleQuestion,
)
from lvbuild.sample.rivals import UnusedNames, confusing_facts, replacements
from lvbuild.seeds import Draws

__all__ = ["MOST_OF_A_PROVINCE", "SampleQuestion", "Shape", "sample_questions"]

Shape = Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]

MOST_OF_A_PROVINCE = 12
"""How many questions are asked of a province at most."""

_SORTS: Mapping[Shape, Callable[[ProvinceArticles, Draws], Mapping[str, QuestionSort]]] = {
    "single_hop_qa": single_hop_sorts,
    "multi_hop_qa": multi_hop_sorts,
    "multi_doc_qa": multi_doc_sorts,
}
_PHRASINGS: Mapping[Language, str] = {
    "en": "lvbuild.sample.english.questions",
    "zh": "lvbuild.sample.chinese.questions",
}


class _Asker:
    """Asks of one province, with draws of its own; new names are `given` once in all of them."""

    def __init__(self, corpus: SampleCorpus, shape: Shape, number: int, given: set[str]) -> None:
        world = corpus.province(number)
        phrasing: Phrasing = import_module(_PHRASINGS[world.language]).PHRASING
        self._province = ProvinceArticles(world, corpus, phrasing)
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
