"""Questions over the sample world: with rows of tables, as LongBench publishes them, by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, count, cycle

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.longbench import LongBenchRecord
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.sample.asking import (
    ProvinceArticles,
    QuestionDraft,
    QuestionSort,
    lane,
    multi_doc_sorts,
    multi_hop_sorts,
    single_hop_sorts,
)
from lvbuild.sample.corpus import SPARE, SampleArticles, SampleCorpus
from lvbuild.sample.fanning_out import fan_out_sorts
from lvbuild.sample.inventing import COUNTS
from lvbuild.sample.rivals import Replacement, Rivals
from lvbuild.sample.telling import Material, grammar, read_frames
from lvbuild.sample.words import read_lists
from lvbuild.text.counting import Counting

MOST_OF_A_PROVINCE = 12
"""How many questions are asked of a province at most, if each takes an article or two."""
_MOST_FANNING_OUT = 3

_SORTS: Mapping[str, Callable[[ProvinceArticles], Mapping[str, QuestionSort]]] = {
    "single_hop_qa": single_hop_sorts,
    "multi_hop_qa": multi_hop_sorts,
    "multi_doc_qa": multi_doc_sorts,
    "fan_out_qa": fan_out_sorts,
}


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question over the sample world and the rows of the tables that go with it.

    `keywords` are the words of the answer that carry it. `confusing_facts` are (fact, subject,
    passage), like the evidence but of somebody or something that is nowhere in the world.
    `replacements` are (original, replacement, kind, alternatives), the new words nowhere in it.
    """

    question: CorpusQuestion
    keywords: str
    confusing_facts: tuple[tuple[str, str, str], ...]
    replacements: tuple[Replacement, ...]


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


def sample_questions(
    corpus: SampleCorpus, shape: str, count: int, provinces: int, asker: str = ""
) -> list[SampleQuestion]:
    """Return so many questions of a shape, in turn about each of the first provinces.

    Were they about a few of the provinces that distracting articles are of, the names there would
    tell the supporting ones. The first n are the same however many are asked for and however far
    the corpus was walked. An `asker` has those of its lane. Raises BuildError where the provinces
    are too few.
    """
    questions: list[SampleQuestion] = []
    balance = Balance()
    asking: dict[int, tuple[ProvinceArticles, dict[str, QuestionSort], Rivals]] = {}
    given: set[str] = set()
    mentioned: set[str] = set()
    spent: set[int] = set()
    for number in cycle(range(provinces)):
        if len(questions) == count:
            return questions
        if number not in asking:
            draws = corpus.draws("questions", shape, asker, number)
            province = ProvinceArticles(corpus.province(number), corpus, draws, lane(asker))
            asking[number] = (
                province,
                dict(_SORTS[shape](province)),
                Rivals(province, given, mentioned),
            )
        province, sorts, rivals = asking[number]
        if draft := balance.ask(sorts, province.draws):
            facts, rows = rivals.confusing_facts(draft), rivals.replacements(draft)
            questions.append(SampleQuestion(draft.question, draft.keywords, facts, rows))
        else:
            spent.add(number)
            if len(spent) == provinces:
                break
    raise BuildError(
        f"sample: {provinces} provinces have {len(questions)} questions, not {count}; ask for fewer"
    )


class AskedArticles(SampleArticles):
    """The first provinces of a sample corpus, which end, and questions of a shape about them.

    There are provinces enough for so many questions and for contexts of `size` units. More units of
    the same corpus hold the same questions and, first, the same articles. Two that are asked for by
    an `asker` of another lane share no question.
    """

    def __init__(
        self,
        corpus: SampleCorpus,
        size: int,
        counting: Counting,
        *,
        shape: str = "",
        questions: int = 0,
        asker: str = "",
    ) -> None:
        super().__init__(corpus, size, counting)
        self._shape = shape
        self._count = questions
        self._asker = asker

    @cached_property
    def sample_questions(self) -> Sequence[SampleQuestion]:
        """The questions, with what annotators would have written for them."""
        return ()

    @cached_property
    def needed(self) -> AbstractSet[str]:
        """The ids of the articles that support questions."""
        return {name for one in self.sample_questions for name in one.question.supporting}

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, without what annotators would have written for them."""
        return [one.question for one in self.sample_questions]

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return nothing: every invented question can be asked."""
        return ()


class SampleQuestionCorpus(AskedArticles):
    """Questions over articles, with what annotators would have written for them."""

    @cached_property
    def sample_questions(self) -> Sequence[SampleQuestion]:
        """The questions, with what annotators would have written for them."""
        most = _MOST_FANNING_OUT if self._shape == "fan_out_qa" else MOST_OF_A_PROVINCE
        provinces = max(-(-self._count // most), self._reached(frozenset()))
        return sample_questions(self._corpus, self._shape, self._count, provinces, self._asker)


class SamplePublished(SampleQuestionCorpus):
    """So many questions over two articles, each with those and others that distract from it."""

    def records(self) -> Iterator[LongBenchRecord]:
        """Yield the records, their articles under numbered headings and in a drawn order."""
        language = self._corpus.language
        heading = find_language(language).article_heading
        for one in self.questions():
            draws = self._corpus.draws("published", one.id)
            articles = map(self.document, draws.shuffled([*one.supporting, *one.distracting]))
            context = f"\n{heading.parting}".join(
                f"{heading.before}{n}{heading.after}{heading.title}{each.title}\n{each.text}"
                for n, each in enumerate(articles, start=1)
            )
            name = one.id.partition(":")[2]
            yield LongBenchRecord(name, one.input, context, one.answers, language)


@cache
def class_of(language: LanguageCode) -> Mapping[str, str]:
    """Return the class of a question by the kind and the relation that it asks for."""
    classes = read_lists(language, "classes").items()
    return {key: name for name, keys in classes for key in keys}


class SampleLabelledCorpus(AskedArticles):
    """The first provinces of a sample corpus, and a question for each fact about them.

    A question's answer is its class. The questions of so many provinces come to contexts of `size`
    units, with half as much to spare; more units hold, first, the same questions.
    """

    def _reached(self, needed: AbstractSet[str]) -> int:
        units = 0
        for number in count():
            for asked in self._asked(number):
                units += self._counting.count(f"{asked.input} {asked.answers[0]}")
            if units >= SPARE * self.size:
                return number + 1
        return 0

    def _asked(self, number: int) -> Iterator[CorpusQuestion]:
        """Yield a question for each fact of a province that can be asked for, in drawn words."""
        world = self._corpus.province(number)
        classes, spoken = class_of(world.language), grammar(world.language)
        for fact in chain.from_iterable(map(world.facts, world.entities)):
            asking = read_frames(world.language, fact.subject.kind).asking.get(fact.relation)
            if asking and asking.questions and fact.key in classes:
                name = f"{fact.subject.id}/{fact.relation}"
                wording = self._corpus.draws("class", name).choice(asking.questions)
                named = spoken.named(fact.subject)
                text = Material(world, fact.subject).fill(wording, s=named)
                supporting = (fact.subject.document_id,)
                yield CorpusQuestion(f"sample:{name}", text, (classes[fact.key],), supporting)

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, each with its class for an answer."""
        return [asked for number in range(self.provinces) for asked in self._asked(number)]
