"""The tasks that ask over documents: questions of several shapes, statements to be judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level
from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus, named_corpora
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.mixing.choosing import choose_questions, corrected, doubt, lacking_rows
from lvbuild.mixing.documents import pool_documents
from lvbuild.mixing.filters import refuse
from lvbuild.mixing.hard_negatives import HardNegatives
from lvbuild.mixing.leads import Leads
from lvbuild.mixing.lengths import passage_lengths
from lvbuild.mixing.mixup import build_pool, make_planners
from lvbuild.mixing.plan import ContextLayout, HeadingUnits
from lvbuild.mixing.planning import Prepared
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.mixing.question_plans import plan_questions
from lvbuild.mixing.questions import MixupQuestion, QuestionReader, UnfitError
from lvbuild.mixing.twins import twin_outcome
from lvbuild.questions.annotations import VariantWords
from lvbuild.questions.evidence import CorpusDocuments
from lvbuild.recipe import register
from lvbuild.recipe.sources import CorpusSource, InlineSource, source_names
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleCorpus
from lvbuild.sample.reasoning import asking_corpus
from lvbuild.tables.reading import Tables, question_id, used_rows
from lvbuild.tables.rows import QuestionRow
from lvbuild.tasks.sample_tables import tables_once
from lvbuild.tasks.task import Invented, ListedQuestion, Source, Task
from lvbuild.text.counting import Counting


class _Asked(NamedTuple):
    """The questions that are asked, and the pool as each has it; `told` of what is left out."""

    questions: Sequence[MixupQuestion]
    evidence: CorpusDocuments
    pool: Pool
    views: Sequence[PoolView]
    negatives: HardNegatives
    told: Mapping[str, Any]


@register
class QuestionAnswering(Task):
    """A recipe that asks corpora's questions, their documents mixed with distracting ones."""

    source_keys: ClassVar = ("questions", "distractors")
    optional_tables: ClassVar = ("selection", "questions")
    invents_rows: ClassVar = True
    draws_depths: ClassVar = True

    task: Literal[
        "single_hop_qa",
        "multi_hop_qa",
        "multi_doc_qa",
        "fan_out_qa",
        "step_attribution",
        "step_logic",
        "step_relevance",
        "step_type",
        "answer_correctness",
    ] = Field(description="the shape of the questions, which a sample world's have too")
    questions: tuple[CorpusSource, ...] = Field(
        min_length=1, strict=False, description="the corpora that ask"
    )
    distractors: tuple[CorpusSource, ...] = Field(
        min_length=1, strict=False, description="the corpora of the distracting documents"
    )
    answer_limit: int | None = Field(
        None, ge=1, description="questions with an answer of more units are left out"
    )
    fill: bool = Field(
        False,
        description="whether further questions are drawn beside those of the selection, up to the "
        "count; they have no rows of tables",
    )
    hard_negatives: Annotated[int, Field(ge=0)] | Literal["upstream"] = Field(
        0,
        description="distracting documents that come first: so many most like the question (BM25), "
        "or all that upstream marks as distracting it",
    )

    titles: bool = Field(
        False,
        description="whether each passage begins with its document's title, and one that begins "
        "within a table with the table's header",
    )
    passage_least: int = Field(
        0,
        ge=0,
        description="units of each passage of a question that fans out over documents; one whose "
        "passages would have fewer at the smallest level is left out",
    )

    @model_validator(mode="after")
    def _titled(self) -> Self:
        if self.titles and (self.replacements or self.confusing_facts):
            raise ValueError(
                "titles: words of titles are not replaced, and rival passages have none; leave out"
                " replacements and confusing_facts"
            )
        return self

    @model_validator(mode="after")
    def _asks(self) -> Self:
        for source in self.questions:
            if isinstance(source, InlineSource) and not source.asks:
                raise ValueError(
                    f"questions: {source.name} asks nothing; name where its questions are by "
                    "fields.question, or take it among the distractors only"
                )
        return self

    @property
    def question_corpora(self) -> tuple[str, ...]:
        """The names of the corpora that ask, each once."""
        return source_names(self.questions)

    @property
    def distractor_corpora(self) -> tuple[str, ...]:
        """The names of the corpora of the distracting documents, each once."""
        return source_names(self.distractors)

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for all corpora, and its own questions and rows."""
        size = self.ascending_levels[-1].size
        asked = asking_corpus(self.task)(
            world, size, counting, shape=self.task, questions=self.count, asker=self.name
        )
        tables = partial(tables_once, self, asked, world, counting)
        return Invented(dict.fromkeys(self.corpora, asked), tables)

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Choose the questions, build the pool, refuse, and plan; a twin is made of the plan."""
        asked, seeds, counters = self._ask(source), source.seeds, source.counters
        headings = HeadingUnits(ContextLayout.of(self.heading), counters.levels)
        parts, own_levels = source.options.left_out, self.ascending_levels
        planners = make_planners(
            self,
            asked.questions,
            asked.views,
            asked.negatives,
            seeds=seeds,
            headings=headings,
            lengths=passage_lengths(counters.tokens, asked.pool.named(), headings),
            wanted={*levels, *own_levels} if parts else levels,
        )
        outcome, worded = twin_outcome(
            plan_questions(self, planners, levels, seeds, [asked.pool.passages]),
            planners,
            parts,
            pool=asked.pool,
            originals=asked.evidence,
            counters=counters,
            headings=headings,
            own_levels=own_levels,
        )
        planned = [each for each in asked.questions if each.source.id not in outcome.left_out]
        return source.planned(
            levels,
            outcome,
            planners,
            worded.shared,
            headings,
            own=worded.own,
            refused_for=lambda name: (
                planners[name].view.refused_documents() if name in planners else {}
            ),
            **asked.told,
            **self._counts(source, planned),
        )

    def _ask(self, source: Source) -> _Asked:
        """Choose the questions, build the pool and refuse.

        The pool has what there is to know of the corpora, of which nothing else is held.
        """
        distracting = pool_documents(self, named_corpora(self.distractor_corpora, source.corpora))
        evidence = self._documents(source)
        case = self._annotated(source, evidence, lambda: distracting.texts)
        case = replace(case, alternatives=bool(source.seeds.variant))
        enforce(case)
        reader, fill = self._reader(source, case, evidence), self.fill or source.options.fill
        chosen, left_out, more = choose_questions(reader, case, evidence, fill=fill)
        pool, changes, found = build_pool(
            self, distracting, chosen, reader.words, source.counters.levels, leads=reader.leads
        )
        views, refused, common = refuse(
            pool,
            chosen,
            changes,
            evidence,
            find_language(self.language),
            asking={each.source.id: evidence.corpus_of(each.source) for each in chosen},
            found=found,
            judged=self.judges,
        )
        told = {
            "unused": {**distracting.unused, **pool.unused},
            "refused": refused,
            "left_out": left_out,
            "common": tuple(sorted(common)),
            "more": more,
        }
        negatives = self._negatives(chosen, distracting.kept)
        return _Asked(chosen, evidence, pool, views, negatives, told)

    def _negatives(self, asked: Sequence[MixupQuestion], kept: Mapping[str, str]) -> HardNegatives:
        """Return what finds hard negatives, given the ids of all documents that the pool has."""
        marked = {name for one in asked for name in one.source.distracting}
        ids = {name: kept[name] for name in marked & kept.keys()}
        return HardNegatives(self.hard_negatives, ids, find_language(self.language))

    def _counts(self, source: Source, asked: Sequence[MixupQuestion]) -> Mapping[str, Any]:
        """Count what the questions that are asked lack, and what tables correct of them."""
        facts = [fact for one in asked for fact in one.question.facts]
        alone = [fact for fact in facts if fact.rival and fact.rival.text == fact.text]
        marked = self.hard_negatives != "upstream"
        return {
            "lacking": lacking_rows(asked, source.built),
            "unmarked": 0 if marked else sum(not one.source.distracting for one in asked),
            "corrected": sum(bool(one.source.upstream) for one in asked),
            "alone": 0 if "facts" in source.options.left_out else len(alone),
        }

    def asked_questions(self, source: Source) -> list[str]:
        """Return the ids of the questions that a build asks, in the order in which it takes them.

        None are asked where no question can be; what rules say of rows is not looked at.
        """
        evidence = self._documents(source)
        case = self._annotated(source, evidence, dict)
        reader, fill = self._reader(source, case, evidence), self.fill or source.options.fill
        try:
            chosen, *_ = choose_questions(reader, case, evidence, fill=fill)
        except BuildError:
            return []
        return [one.source.id for one in chosen]

    def read_case(self, source: Source) -> LintContext:
        """Return the recipe's rows, with the questions and documents of its corpora."""
        evidence = self._documents(source)
        distracting = named_corpora(self.distractor_corpora, source.corpora)
        case = self._annotated(
            source, evidence, lambda: dict(pool_documents(self, distracting).texts)
        )
        undrawn = {each.id: doubt(each, evidence, self) for each in case.known}
        reader = self._reader(source, case, evidence, at_once=False)
        unasked = dict(case.unasked)
        for each in case.known:
            try:
                reader.read(each)
            except UnfitError as error:
                unasked[each.id] = str(error)
        return replace(case, unasked=unasked, undrawn=undrawn)

    def _annotated(
        self,
        source: Source,
        evidence: CorpusDocuments,
        read_pool: Callable[[], Mapping[str, str]],
    ) -> LintContext:
        corpora = self._asking(source)
        selected = used_rows(source.tables.selection)
        corrections = {placed.row.question_id: placed.row for placed in selected}
        rows = [placed.row for placed in used_rows(source.tables.questions)]
        written = [_written(row) for row in rows if row.document_id in evidence]
        asked = chain(*(corpus.questions() for corpus in corpora), written)
        unasked = {name: why for corpus in corpora for name, why in corpus.left_out()}
        return LintContext(
            self,
            source.tables,
            sources={each.id: corrected(each, corrections.get(each.id)) for each in asked},
            unasked=unasked,
            defects=source.options.known_defects,
            documents=evidence,
            read_pool=read_pool,
        )

    def _reader(
        self, source: Source, case: LintContext, documents: CorpusDocuments, at_once: bool = True
    ) -> QuestionReader:
        """Return what reads questions; the words of those with rows are replaced `at_once`."""
        words = VariantWords(case.annotations, source.seeds, case.known if at_once else ())
        counting, leads = source.counters.levels, None
        if self.titles:

            def title_of(name: str) -> str:
                return documents.document(name).title

            leads = Leads(title_of, self.heading.title, self.language, counting)
        return QuestionReader(self, words, counting, self.answer_limit, self.passage_least, leads)

    def _documents(self, source: Source) -> CorpusDocuments:
        """Return all documents that a question can be on: a written one may be on any.

        One of several corpora is that of the one which asks.
        """
        names = dict.fromkeys((*self.distractor_corpora, *self.question_corpora))
        asking = named_corpora(self.question_corpora, source.corpora)
        return CorpusDocuments([*named_corpora(tuple(names), source.corpora), *asking])

    def _asking(self, source: Source) -> list[QuestionCorpus]:
        return named_corpora(self.question_corpora, source.corpora)  # type: ignore[return-value]

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of the corpora, those written, then those that cannot be asked.

        A question that the selection corrects is listed as it is asked.
        """
        source = open_source()
        evidence = self._documents(source)
        case = self._annotated(source, evidence, dict)
        listed = [
            ListedQuestion(
                one.id, one.input, one.answers, one.supporting, doubt=doubt(one, evidence, self)
            )
            for one in case.sources.values()
        ]
        listed += [ListedQuestion(name, "", (), left_out=why) for name, why in case.unasked.items()]
        if (selected := source.tables.selected) is None:
            return listed
        return [replace(one, selected=one.question_id in selected) for one in listed]


def _written(row: QuestionRow) -> CorpusQuestion:
    """Return a question that an annotator wrote as one of a corpus."""
    return CorpusQuestion(
        question_id(row), row.question, row.answers, (row.document_id,), row.evidence
    )
