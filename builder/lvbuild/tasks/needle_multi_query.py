"""The task needle_multi_query: one question for the values of several keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from lvbuild.recipe import register
from lvbuild.tables.rows import Text
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needles import NeedleQuestion, joined
from lvbuild.tasks.placeholders import fill, holding
from lvbuild.tasks.template_needles import TemplateNeedles, TemplateRow


class JointTemplateRow(TemplateRow):
    """A fact that gives a key its value, and a question that asks for those of several."""

    example: ClassVar[Mapping[str, Any]] = {
        **TemplateRow.example,
        "question": "Under what does the harbour ledger enter each of {keys}?",
    }

    question: Annotated[Text, holding("keys")] = Field(
        description="what is asked of the facts, with {keys}"
    )


@register
class NeedleMultiQuery(TemplateNeedles):
    """A recipe that asks for the values of several keys at once."""

    own_tables: ClassVar = {"joint_templates": JointTemplateRow}
    asks_for_several: ClassVar = True

    task: Literal["needle_multi_query"] = Field(
        description="what is asked: the values of several keys at once"
    )
    queries: int = Field(4, ge=2, le=100, description="how many keys a question asks for")

    def ask(
        self, rows: Sequence[TemplateRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the values of keys."""
        keys, values, facts = self.needles(rows[0], coin, keys=self.queries)
        question = fill(rows[0].question, keys=joined(keys, self))
        return [NeedleQuestion(question, values, (*facts, *self.others(rows[0], coin)))]
