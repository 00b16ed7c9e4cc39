"""The task fact_recall: one needle in running text, at every depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, Self, TypeVar

from pydantic import Field, model_validator

from lvbuild.core.model import Fact, Level, Question
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import Corpus
from lvbuild.errors import UsageError
from lvbuild.mixing.documents import SplitDocument, haystack_documents
from lvbuild.mixing.haystack import plan_haystack
from lvbuild.mixing.lengths import fitted, haystack_lengths
from lvbuild.mixing.plan import LevelPlan
from lvbuild.mixing.prepared import Prepared
from lvbuild.questions.annotated import placed_pairs, replace_words
from lvbuild.questions.variant import draw_choice, draw_facts, draws_for
from lvbuild.recipe import Recipe, register
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.rules.occurrences import sought_names
from lvbuild.sample import SampleCorpus
from lvbuild.tables.reading import Placed, Table, Tables, read_tables
from lvbuild.tables.rows import ConfusingFactRow, NeedleRow, ReplacementRow
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.haystack import Haystack, Taken, prepare_haystack
from lvbuild.tasks.task import HaystackTask, Invented, ListedQuestion, Source
from lvbuild.text.counting import Counting
from lvbuild.text.phrases import holds
from lvbuild.text.replacement import Replacer

R = TypeVar("R", ConfusingFactRow, ReplacementRow)


@dataclass(frozen=True, slots=True)
class ChosenNeedle:
    """A needle's question after replacement, and what its haystack is checked against.

    `names` are the words that stand for names: no text may hold them.
    """

    question: Question
    replacer: Replacer
    names: tuple[str, ...]


def choose_needle(recipe: Recipe, tables: Tables, options: BuildOptions) -> ChosenNeedle:
    """Choose the needle of a variant and replace its words; raise UsageError where rows lack."""
    needles = _needles(recipe, tables)
    row = needles[0]
    if options.variant:
        row = draws_for(recipe, options, "needle").choice(needles)
    question_id = f"needle:{row.id}"
    rows = _rows_of(tables.replacements, {question_id, "*"})
    pairs = placed_pairs(rows, draw_choice(rows, recipe, options, question_id))
    replacer = Replacer(pairs, recipe.language)
    fields = Question(
        id=question_id,
        input=row.question,
        answers=row.answers,
        keywords=row.keywords if recipe.answer_keywords else "",
        facts=(Fact("needle", row.fact), *_confusing_facts(recipe, tables, options, question_id)),
    )
    question = replace_words(fields, pairs, replacer)
    names = tuple(pair.original for pair in sought_names(pairs, recipe.language))
    return ChosenNeedle(question, replacer, names)


def _needles(recipe: Recipe, tables: Tables) -> list[NeedleRow]:
    if tables.needles is None:
        raise UsageError(f"{recipe.name}: fact recall takes a table of needles; add needles.jsonl")
    if why := tables.needles.why_none:
        raise UsageError(f"{tables.needles.path}: {why}")
    return [placed.row for placed in tables.needles.used]


def _confusing_facts(
    recipe: Recipe, tables: Tables, options: BuildOptions, question_id: str
) -> tuple[Fact, ...]:
    """Return as many facts as the recipe has; variants draw them."""
    table = tables.confusing_facts
    if table is None:
        return ()
    rows = _rows_of(table, {question_id})
    if len(rows) < recipe.confusing_facts:
        raise UsageError(
            f"{table.path}: {question_id} has {len(rows)} confusing facts that can be used, the"
            f" recipe sets {recipe.confusing_facts}; add facts or lower its confusing_facts"
        )
    return draw_facts(rows, recipe, options, question_id)


def _rows_of(table: Table[R] | None, names: set[str]) -> list[Placed[R]]:
    used = () if table is None else table.used
    return [placed for placed in used if placed.row.question_id in names]


def prepare_fact_recall(
    recipe: Recipe,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a fact-recall recipe."""
    needle = choose_needle(recipe, tables, options)

    def take(text: str) -> Taken:
        return _take(text, needle, recipe)

    haystack = Haystack(recipe, corpus, options, counters.levels, take)
    enforce(LintContext(recipe, tables, read_pool=haystack.originals))

    def plan(level: Level) -> LevelPlan:
        return _plan(recipe, level, haystack.texts, needle, options=options, counters=counters)

    return prepare_haystack(
        recipe, haystack, levels, options, plan=plan, asked=(needle.question.id,)
    )


def _take(text: str, needle: ChosenNeedle, recipe: Recipe) -> Taken:
    language = recipe.language
    replaced, hits = needle.replacer.replace(text)
    answers = needle.question.answers
    if any(holds(text, name, language) for name in needle.names) or any(
        holds(replaced, answer, language) for answer in answers
    ):
        return Taken("", refused="holds the answer or a replacement")
    return Taken(replaced, hits)


def _plan(
    recipe: Recipe,
    level: Level,
    texts: Sequence[SplitDocument],
    needle: ChosenNeedle,
    *,
    options: BuildOptions,
    counters: Counters,
) -> LevelPlan:
    draws = draws_for(recipe, options, "confusing facts' places", level=level.label)
    question = needle.question
    phase = draws.uniform(-0.25, 0.25)

    def plan(surplus: int) -> LevelPlan:
        return plan_haystack(
            level,
            [text.outline for text in texts],
            question,
            language=recipe.language,
            counting=counters.levels,
            positions=recipe.count,
            phase=phase,
            leaning=lambda name, boundary: documents[name].lean(boundary, recipe.language),
            limit=options.limit,
            surplus=surplus,
        )

    documents = {text.document_id: text for text in texts}
    if (tokens := counters.tokens) is None:
        planned = plan(0)
    else:
        planned = fitted(plan, lambda made: haystack_lengths(made, documents, tokens))
    if counters.reported is not None:
        planned = planned.reporting(haystack_lengths(planned, documents, counters.reported))
    return planned


@register
class FactRecall(HaystackTask):
    """A recipe that asks for one fact, which stands at each of `count` depths in turn."""

    question_tables: ClassVar = ("needles",)
    reads_whole_corpora: ClassVar = False
    depths_of: ClassVar = "needle"

    task: Literal["fact_recall"] = Field(description="what is asked: a fact in running text")

    @model_validator(mode="after")
    def _has_positions(self) -> Self:
        if self.count < 2:
            raise ValueError("count: a needle takes at least 2 positions")
        return self

    @property
    def table_names(self) -> tuple[str, ...]:
        """The tables that it takes; the keywords stand in the one of needles."""
        return tuple(name for name in super().table_names if name != "answer_keywords")

    def why_unread(self, table: str) -> str:
        """Return why a table is not read."""
        if table == "answer_keywords":
            return f"in {self.task} the keywords stand in needles.jsonl"
        if table == "selection":
            return f"{self.task} asks its needles"
        return super().why_unread(table)

    @property
    def questions_asked(self) -> int:
        """One: the needle's."""
        return 1

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take the world's articles for the haystack; the tables are the recipe's own."""
        return Invented({self.haystack_name: world})

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Plan the levels."""
        return prepare_fact_recall(
            self,
            source.tables,
            self.prose(source),
            levels,
            source.options,
            counters=source.counters,
        )

    def read_case(self, source: Source) -> LintContext:
        """Return the recipe's rows, with the haystack for a pool."""
        corpus = self.prose(source)
        return LintContext(
            self,
            source.tables,
            read_pool=lambda: {d.id: d.text for d in haystack_documents(self, corpus)},
        )

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of the needles."""
        needles = read_tables(tables, self, no_tables=True).needles
        rows = [placed.row for placed in needles.used] if needles else []
        return [ListedQuestion(f"needle:{row.id}", row.question, row.answers) for row in rows]
