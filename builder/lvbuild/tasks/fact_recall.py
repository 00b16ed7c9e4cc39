"""The task fact_recall: one needle in running text, at every depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level
from lvbuild.recipe import register
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleCorpus
from lvbuild.tables.reading import read_tables
from lvbuild.tasks.documents import haystack_documents
from lvbuild.tasks.fact_recall_levels import prepare_fact_recall
from lvbuild.tasks.prepared import Prepared
from lvbuild.tasks.task import HaystackTask, Invented, ListedQuestion, Source
from lvbuild.text.counting import Counting


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
