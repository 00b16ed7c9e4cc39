"""The task passage_retrieval: which of the numbered passages an abstract describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import permuted
from lvbuild.languages import Language, find_language
from lvbuild.mixing.documents import SplitDocument, pool_documents
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import ContextLayout, LevelTooLargeError, RecordPlan, whole
from lvbuild.mixing.plans.depths import stratified_depths
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import Supporting
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.mixing.question_plans import Planners
from lvbuild.recipe import register
from lvbuild.recipe.layouts import layouts
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleArticles, SampleCorpus
from lvbuild.tables.reading import BrokenRow, Tables
from lvbuild.tables.rows import OwnRow, Text
from lvbuild.tasks.own_tables import fill, holding, own_rows
from lvbuild.tasks.passages import Passages, PassageTask
from lvbuild.tasks.sample_tables import DRAFT, invented_table
from lvbuild.tasks.task import Invented, ListedQuestion, MadeRecord, Source
from lvbuild.text.counting import Counting
from lvbuild.text.normal import NormalTexts


class AbstractRow(OwnRow):
    """What a document of the haystack says, in other words."""

    example: ClassVar[Mapping[str, Any]] = {
        "document_id": "hotpotqa:1f2e3d4c5b6a",
        "abstract": "A small lake in the north, drained for its peat before the railway came.",
    }

    id: Text = Field(alias="document_id", description="the document; it stands once in the table")
    abstract: Text = Field(description="what it says, in words that do not give it away")


@register
class PassageRetrieval(PassageTask):
    """A recipe that asks for the number of the passage that an abstract describes."""

    may_count_passages: ClassVar = True
    own_tables: ClassVar = {"abstracts": AbstractRow}
    invents_rows: ClassVar = True

    task: Literal["passage_retrieval"] = Field(
        description="what is asked: which passage an abstract describes"
    )
    question: Annotated[Text, holding("abstract")] = Field(
        description="what is asked, with {abstract}"
    )

    @model_validator(mode="after")
    def _scores_the_number(self) -> Self:
        by_keyword = self.answer_keywords and self.keyword_recall == 1
        is_scored = self.metric == "retrieval_number" or layouts[self.layout].choices
        if not is_scored and not by_keyword:
            raise ValueError(
                "metric: only the number tells a right answer from a wrong one; write"
                " retrieval_number, or f1_keywords with answer_keywords: true, keyword_recall: 1"
                " and blacklist: []"
            )
        return self

    @property
    def table_names(self) -> tuple[str, ...]:
        """The tables that it takes; the keyword of an answer is the passage's number."""
        return ()

    def why_unread(self, table: str) -> str:
        """Say why a table is not read."""
        if table == "answer_keywords":
            return f"in {self.task} the keyword is the number of the passage"
        return super().why_unread(table)

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles, and what describes each without its name for the abstracts."""
        articles = SampleArticles(world, self.largest, counting)

        def tables() -> Tables:
            rows = [
                {"document_id": name, "abstract": told, **DRAFT}
                for name, told in articles.abstracts(self.count).items()
            ]
            return Tables(own={"abstracts": invented_table("abstracts", AbstractRow, rows)})

        return Invented({self.haystack_name: articles}, tables)

    def described(self, tables: Tables) -> Iterable[str]:
        """Return the ids of the documents that its rows describe."""
        return [row.id for row in own_rows(tables)]

    def ask(self, passages: Passages) -> tuple[Planners, Mapping[str, int]]:
        """Return what plans each record; the abstracts take turns."""
        seeds = passages.seeds
        abstracts = seeds.draws("abstracts").shuffled(own_rows(passages.tables))
        names = self.question_ids("abstract")
        rows = [abstracts[number % len(abstracts)] for number in range(len(names))]
        documents = {row.id: passages.documents[row.id] for row in abstracts[: len(names)]}
        barred, refused = _barred(passages.pool, documents, find_language(self.language))
        pool = Pool.of(passages.pool)
        asked_for = [place for name in documents for place in pool.places_of(name)]
        depths = stratified_depths([1] * len(names), seeds.draws("depths"))
        planners: dict[str, _Planner] = {}
        for name, row, depth in zip(names, rows, depths, strict=True):
            asked = fill(self.question, abstract=row.abstract)
            order = seeds.draws("order", question_id=name).index(2**53)
            planners[name] = _Planner(
                passages,
                Question(name, asked, (), supporting=(row.id,)),
                documents[row.id].outline,
                Placement(depth, order),
                PoolView(pool, dict.fromkeys(barred[row.id], "described")),
                self.ascending_levels[0],
                asked_for,
            )
        return planners, refused

    def check_record(self, record: MadeRecord, tables: Tables) -> Iterator[str]:
        """Yield where its answer is not the number of the passage that the abstract describes."""
        layout = ContextLayout.of(self.heading)
        abstracts = {row.id: row.abstract for row in own_rows(tables)}
        asked = [
            (layout.title(number), abstracts.get(passage.document_id, ""))
            for number, passage in enumerate(record.passages, start=1)
            if passage.role == "supporting"
        ]
        if [title for title, _ in asked] != [*record.answers]:
            described = ", ".join(title for title, _ in asked) or "no passage"
            yield f"its abstract is of {described}, and its answer is {', '.join(record.answers)}"
        if self.answer_keywords and [layout.title(int(record.keywords or 0))] != [*record.answers]:
            told = ", ".join(record.answers)
            yield f"its keywords are {record.keywords!r}, and its answer is {told}"
        if [fill(self.question, abstract=abstract) for _, abstract in asked] != [record.input]:
            yield f"no abstract of its passage asks so: {record.input!r}"

    def read_case(self, source: Source) -> LintContext:
        """Return the recipe's rows, those broken whose documents the corpus does not have."""
        corpus = source.corpora[self.haystack_name]
        known = {name for batch in corpus.batches() for name in batch}
        case = LintContext(self, source.tables)
        told = f"no document of {corpus.name} has the id"
        broken = [
            BrokenRow(p.file, p.line, f"{told} {p.row.id!r}; mend it or reject the row")
            for p in case.own["abstracts"]
            if p.row.id not in known
        ]
        return replace(
            case, broken=broken, read_pool=lambda: dict(pool_documents(self, [corpus]).texts)
        )

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of its rows; the answers are those of its records."""
        rows = open_source().tables.own["abstracts"].used
        return [
            ListedQuestion(row.id, fill(self.question, abstract=row.abstract), (), (row.id,))
            for row in (placed.row for placed in rows)
        ]


@dataclass(frozen=True)
class _Planner:
    """All that a record is planned from, its answer the number of the passage there.

    `asked_for` are the places in the pool of what the recipe's abstracts describe.
    """

    passages: Passages
    question: Question
    described: Outline
    placement: Placement
    pool: PoolView
    smallest: Level
    asked_for: Sequence[int]

    def least(self) -> int:
        """Return the units of a record with a passage beside the described one."""
        headings = self.passages.headings
        asked = headings.counting.count(self.question.input)
        return asked + 2 * (self.described.size + headings.of(1))

    def begin(self, level: Level) -> Mixer:
        """Return what plans a level, and then larger ones."""
        return _NumberMixer(
            _answered(self.question, 1, self.passages.headings.layout),
            [Supporting(self.described, (0, self.described.length))],
            placement=self.placement,
            pool=self.pool,
            smallest=self.smallest,
            headings=self.passages.headings,
        )

    def of_passages(self, number: int) -> RecordPlan:
        """Plan a record with so many passages; the described one stands as deep as was drawn."""
        [depth], others = self.placement.depths, islice(self._others(), number - 1)
        stand = [self.pool.passage(place) for place in others]
        if len(stand) < number - 1:
            raise LevelTooLargeError(len(stand) + 1, number)
        at = min(int(depth * number), number - 1)
        stand.insert(at, whole(self.described.document_id, self.described.length, "supporting"))
        question = _answered(self.question, at + 1, self.passages.headings.layout)
        return self.passages.record(question, stand)

    def _others(self) -> Iterator[int]:
        """Yield the places in the pool of what the context may have, in an order of its own.

        What other abstracts describe comes first: then neither how long a passage is nor how often
        it stands in contexts tells that it may be asked for.
        """
        first = [self.asked_for[at] for at in permuted(len(self.asked_for), self.placement.seed)]
        walked = dict.fromkeys(chain(first, self.pool.walk(self.placement.seed)))
        return (place for place in walked if place not in self.pool.refused)

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        if self.passages.tokens is not None:
            return self.passages.tokens.of(record)
        # It was planned with the first passage for an answer.
        layout, count = self.passages.headings.layout, self.passages.headings.counting.count
        return record.length + count(record.question.answers[0]) - count(layout.title(1))


class _NumberMixer(Mixer):
    """Plans records whose answer is the number of the supporting passage."""

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, its length with the first passage for an answer."""
        record = super().plan(level, surplus)
        number = [passage.role for passage in record.passages].index("supporting") + 1
        return record._replace(question=_answered(record.question, number, self.headings.layout))


def _answered(question: Question, passage: int, layout: ContextLayout) -> Question:
    return replace(question, answers=(layout.title(passage),), keywords=str(passage))


def _barred(
    pool: Sequence[SplitDocument], documents: Mapping[str, SplitDocument], language: Language
) -> tuple[Mapping[str, set[int]], Mapping[str, int]]:
    """Return by document the places in the pool of itself and of its near-duplicates.

    With them come their numbers, by reason.
    """
    texts = language.normal_texts([document.text for document in documents.values()])
    normal = NormalTexts([document.text for document in pool], language)
    alike = near_duplicates(dict(zip(documents, texts, strict=True)), normal, language)
    own = {document.text: place for place, document in enumerate(pool)}
    itself = {
        name: {own[document.text]} if document.text in own else set()
        for name, document in documents.items()
    }
    barred = {name: alike[name] | itself[name] for name in documents}
    described, every = (sum(map(len, of.values())) for of in (itself, barred))
    refused = {"described by its abstract": described, "near-duplicate of it": every - described}
    return barred, refused
