"""The task needle_unanswerable: a fact that stands in one of two records, and is asked of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from lvbuild.recipe import register
from lvbuild.tables.rows import Text
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needles import NeedleQuestion
from lvbuild.tasks.placeholders import fill
from lvbuild.tasks.template_needles import TemplateNeedles, TemplateRow


@register
class NeedleUnanswerable(TemplateNeedles):
    """A recipe whose records are twins: the second of each lacks the fact that is asked for."""

    records_together: ClassVar = 2

    task: Literal["needle_unanswerable"] = Field(
        description="what is asked: the value of one key, which half of the texts do not tell"
    )
    absent_answer: Text = Field(description="the answer where the text does not tell")

    def ask(
        self, rows: Sequence[TemplateRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the value of a key, then the same where the text does not tell."""
        keys, values, facts = self.needles(rows[0], coin)
        question = fill(rows[0].question, key=keys[0])
        others = self.others(rows[0], coin)
        return [
            NeedleQuestion(question, values, (*facts, *others)),
            NeedleQuestion(question, (self.absent_answer,), others),
        ]
