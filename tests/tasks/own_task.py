"""A task that lvbuild does not know: it shows a sentence and asks for the one that follows.

A remark from a table of the task's own stands behind the passage that holds both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from lvbuild.core.model import Fact, Level, Question
from lvbuild.mixing.mixup import Mixer, Placement
from lvbuild.mixing.plan import Insertion, RecordPlan
from lvbuild.mixing.pool import Pool, QuestionPool
from lvbuild.mixing.supporting import Supporting
from lvbuild.recipe import register
from lvbuild.tables.rows import OwnRow, Text
from lvbuild.tasks.mixup_plans import PlanLevels
from lvbuild.tasks.passages import Asked, Passages, PassageTask
from lvbuild.tasks.task import ListedQuestion, Source
from lvbuild.text.counting import Counting


class RemarkRow(OwnRow):
    """A sentence that stands behind the evidence."""

    example: ClassVar = {
        "id": "document",
        "remark": "This passage was document twice.",
        "status": "draft",
        "annotator": "Ada",
    }
    remark: Text = Field(description="the sentence")


@register
class NextSentence(PassageTask):
    """A recipe that asks what follows the first sentence of a passage, at even depths."""

    own_tables: ClassVar = {"remarks": RemarkRow}

    task: Literal["next_sentence"] = Field(description="what is asked: the sentence that follows")

    def list_questions(
        self, tables: Path, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions in the order of the records."""
        asked = self._questions(Passages(open_source(), self))
        return [ListedQuestion(q.id, q.input, q.answers, q.supporting) for q in asked]

    def ask(self, passages: Passages) -> Asked:
        """Return what begins to plan each question: its passage among the others."""
        pool = Pool([document.outline for document in passages.pool])

        def begin(place: int, question: Question) -> PlanLevels:
            outline = pool.outlines[place]
            mixer = Mixer(
                question,
                [Supporting(outline, (0, outline.length))],
                placement=Placement((place / (self.count - 1),), offset=place),
                pool=QuestionPool(pool, {place}),
                smallest=self.ascending_levels[0],
                headings=passages.headings,
            )
            return partial(_plan, mixer, passages.counting)

        questions = enumerate(self._questions(passages))
        return Asked({one.id: partial(begin, place, one) for place, one in questions}, {})

    def _questions(self, passages: Passages) -> list[Question]:
        rows = passages.source.tables.own["remarks"].used
        remarks = tuple(Fact("remark", placed.row.remark) for placed in rows[:1])
        asked = []
        for document in passages.pool[: self.count]:
            shown, answer = (sentence.strip() for sentence in document.sentences[:2])
            name, question = document.document_id, f"Which sentence follows this one? {shown}"
            asked.append(Question(name, question, (answer,), "", remarks, (name,)))
        return asked


def _plan(mixer: Mixer, counting: Counting, level: Level) -> RecordPlan:
    record = mixer.plan(level)
    at = [passage.role for passage in record.passages].index("supporting")
    behind = record.passages[at].stop
    remarks = tuple(Insertion(n, at, behind, " ", "") for n in range(len(record.question.facts)))
    space = counting.count(" ") * len(remarks)
    return record._replace(insertions=remarks, length=record.length + space)
