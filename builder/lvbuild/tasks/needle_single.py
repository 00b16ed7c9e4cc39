"""The task needle_single: one fact with a coined key, and a question for its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from lvbuild.recipe import register
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needles import NeedleQuestion
from lvbuild.tasks.placeholders import fill
from lvbuild.tasks.template_needles import TemplateNeedles, TemplateRow


@register
class NeedleSingle(TemplateNeedles):
    """A recipe that asks for the value of one key."""

    task: Literal["needle_single"] = Field(description="what is asked: the value of one key")

    def ask(
        self, rows: Sequence[TemplateRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the value of a key."""
        keys, values, facts = self.needles(rows[0], coin)
        question = fill(rows[0].question, key=keys[0])
        return [NeedleQuestion(question, values, (*facts, *self.others(rows[0], coin)))]
