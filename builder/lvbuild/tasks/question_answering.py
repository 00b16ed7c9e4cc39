"""The tasks single_hop_qa, multi_hop_qa and multi_doc_qa: questions over mixed documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level
from lvbuild.corpora.corpus import named_corpora
from lvbuild.mixing.planning import dropped_levels, plan_questions
from lvbuild.mixing.prepared import Prepared, corpus_use
from lvbuild.recipe import register
from lvbuild.recipe.sources import CorpusSource, InlineSource, source_names
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleCorpus, SampleQuestionCorpus
from lvbuild.tables.reading import read_table
from lvbuild.tables.rows import SelectionRow
from lvbuild.tasks.invented import invented_tables
from lvbuild.tasks.mixup import build_pool, level_texts, make_planners, view_pool
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_questions import choose_questions, lacking_rows
from lvbuild.tasks.task import Invented, ListedQuestion, Source, Task
from lvbuild.text.counting import Counting


@register
class QuestionAnswering(Task):
    """A recipe that asks corpora's questions, their documents mixed with distracting ones."""

    source_keys: ClassVar = ("questions", "distractors")
    optional_tables: ClassVar = ("selection",)

    task: Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"] = Field(
        description="the shape of the questions, which a sample world's have too"
    )
    questions: tuple[CorpusSource, ...] = Field(
        min_length=1, strict=False, description="the corpora that ask"
    )
    distractors: tuple[CorpusSource, ...] = Field(
        min_length=1, strict=False, description="the corpora of the distracting documents"
    )
    answer_limit: int | None = Field(
        None, ge=1, description="questions with an answer of more units are left out"
    )
    hard_negatives: Annotated[int, Field(ge=0)] | Literal["upstream"] = Field(
        0,
        description="distracting documents that come first: so many most like the question (BM25), "
        "or all that upstream marks as distracting it",
    )

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
        asked = SampleQuestionCorpus.asking(world, self.task, self.count, size, counting)
        tables = invented_tables(self, asked.sample_questions)
        return Invented(dict.fromkeys(self.corpora, asked), tables)

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Choose the questions, build their pool and plan the levels."""
        inputs, own = self._inputs(source), self.ascending_levels
        enforce(inputs.context)
        chosen, left_out = choose_questions(
            inputs.reader, inputs.question_corpora, source.tables, source.options
        )
        mixup = build_pool(inputs, chosen)
        views, refused = view_pool(inputs, mixup, chosen)
        planners = make_planners(inputs, chosen, views, levels)
        others = [level for level in levels if level not in own]
        outcome = plan_questions(planners, own, others, nested=self.nested)
        asked = [one for one in chosen if one.id not in outcome.left_out]
        return Prepared(
            levels=level_texts(inputs, mixup.pool, planners, outcome.records_of(levels)),
            dropped=dropped_levels(self, levels, outcome, planners),
            corpora=tuple(map(corpus_use, named_corpora(self.corpora, source.corpora))),
            refused=refused,
            asked=outcome.asked,
            left_out=tuple(sorted({**left_out, **outcome.left_out}.items())),
            lacking=lacking_rows(asked, self),
            unmarked=sum(
                self.hard_negatives == "upstream" and not one.source.distracting for one in asked
            ),
            homeless=sum(planners[name].homeless for name in outcome.asked),
        )

    def read_case(self, source: Source) -> LintContext:
        """Return the recipe's rows, with the questions and documents of its corpora."""
        inputs = self._inputs(source)
        case = inputs.context
        undrawn = {each.id: inputs.reader.why_not_asked(each) for each in case.known}
        unasked = {**case.unasked, **inputs.reader.unfit(case.known)}
        return replace(case, unasked=unasked, undrawn=undrawn)

    def _inputs(self, source: Source) -> MixupInputs:
        return MixupInputs(source, self.distractor_corpora, self.answer_limit, self.hard_negatives)

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of the corpora in their order, then those that cannot be asked."""
        source, selection = open_source(), tables / "selection.jsonl"
        inputs = self._inputs(source)
        selected = None
        if selection.is_file() and not source.options.sample:
            selected = {row.question_id for row in read_table(selection, SelectionRow).rows}
        listed = [
            ListedQuestion(
                each.id,
                each.input,
                each.answers,
                each.supporting,
                doubt=inputs.reader.why_not_asked(each),
            )
            for corpus in inputs.question_corpora
            for each in corpus.questions()
        ]
        left_out = [
            ListedQuestion(name, "", (), left_out=why)
            for corpus in inputs.question_corpora
            for name, why in corpus.left_out()
        ]
        return [
            one if selected is None else replace(one, selected=one.question_id in selected)
            for one in (*listed, *left_out)
        ]
