"""A task that lvbuild does not know: it shows a sentence and asks for the one that follows.

A remark from a table of the task's own stands behind the passage that holds both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from lvbuild.core.model import Fact, Level, Question
from lvbuild.mixing.plan import Insertion, RecordPlan
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import Supporting
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.mixing.question_plans import Planners
from lvbuild.recipe import register
from lvbuild.tables.reading import Tables
from lvbuild.tables.rows import OwnRow, Text
from lvbuild.tasks.passages import Passages, PassageTask
from lvbuild.tasks.task import ListedQuestion, Source


class RemarkRow(OwnRow):
    """A sentence that stands behind the evidence."""

    example: ClassVar = {"id": "document", "remark": "This passage was document twice."}
    remark: Text = Field(description="the sentence")


@register
class NextSentence(PassageTask):
    """A recipe that asks what follows the first sentence of a passage, at even depths."""

    own_tables: ClassVar = {"remarks": RemarkRow}

    task: Literal["next_sentence"] = Field(description="what is asked: the sentence that follows")

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions in the order of the records."""
        asked = self._questions(self.read_passages(open_source()))
        return [ListedQuestion(q.id, q.input, q.answers, q.supporting) for q in asked]

    def ask(self, passages: Passages) -> tuple[Planners, Mapping[str, int]]:
        """Return what plans each question: its passage among the others."""
        pool = Pool.of(passages.pool)
        planners = {}
        for place, one in enumerate(self._questions(passages)):
            placement = Placement((place / (self.count - 1),), seed=place)
            smallest = self.ascending_levels[0]
            planners[one.id] = NextSentencePlanner(passages, one, pool, placement, smallest)
        return planners, {}

    def _questions(self, passages: Passages) -> list[Question]:
        rows = passages.tables.own["remarks"].used
        remarks = tuple(Fact("remark", placed.row.remark) for placed in rows[:1])
        asked = []
        for document in passages.pool[: self.count]:
            shown, answer = (sentence.strip() for sentence in document.sentences[:2])
            name, question = document.document_id, f"Which sentence follows this one? {shown}"
            asked.append(Question(name, question, (answer,), "", remarks, (name,)))
        return asked


@dataclass(frozen=True)
class NextSentencePlanner:
    """All that the records of a question are planned from."""

    passages: Passages
    question: Question
    pool: Pool
    placement: Placement
    smallest: Level

    def least(self) -> int:
        """Return the units of a record with as much text as its passage beside that."""
        return 3 * self.pool.outlines[self.placement.seed].size

    def begin(self, level: Level) -> Mixer:
        """Return what plans a level, and then larger ones."""
        outline = self.pool.outlines[self.placement.seed]
        return RemarkMixer(
            self.question,
            [Supporting(outline, (0, outline.length))],
            placement=self.placement,
            pool=PoolView(self.pool, {self.placement.seed: "asked about"}),
            smallest=self.smallest,
            headings=self.passages.headings,
        )

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record, with the space before the remark."""
        return self.passages.length(record)


class RemarkMixer(Mixer):
    """Plans records with the remark behind the passage that a question is about."""

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level."""
        record = super().plan(level, surplus)
        at = [passage.role for passage in record.passages].index("supporting")
        behind, facts = record.passages[at].stop, record.question.facts
        remarks = tuple(Insertion(n, at, behind, " ", "") for n in range(len(facts)))
        space = self.headings.counting.count(" ") * len(remarks)
        return record._replace(insertions=remarks, length=record.length + space)
