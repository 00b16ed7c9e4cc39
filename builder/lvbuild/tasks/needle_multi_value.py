"""The task needle_multi_value: several facts give one key its values, and all are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from lvbuild.recipe import register
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needles import NeedleQuestion
from lvbuild.tasks.placeholders import fill
from lvbuild.tasks.template_needles import TemplateNeedles, TemplateRow


@register
class NeedleMultiValue(TemplateNeedles):
    """A recipe that asks for all values of one key."""

    asks_for_several: ClassVar = True

    task: Literal["needle_multi_value"] = Field(description="what is asked: all values of one key")
    values_per_key: int = Field(4, ge=2, le=100, description="how many values a key has")

    def ask(
        self, rows: Sequence[TemplateRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the values of a key."""
        keys, values, facts = self.needles(rows[0], coin, values=self.values_per_key)
        question = fill(rows[0].question, key=keys[0])
        return [NeedleQuestion(question, values, (*facts, *self.others(rows[0], coin)))]
