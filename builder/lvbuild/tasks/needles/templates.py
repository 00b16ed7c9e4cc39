"""The needle tasks whose facts give keys their values: each asks in its way for some of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from lvbuild.core.model import Fact
from lvbuild.languages import find_language
from lvbuild.recipe import register
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.needles.task import NeedleQuestion, NeedleTask, parse_depths, read_by
from lvbuild.tasks.needles.unique_words import UniqueWords, WordKind
from lvbuild.tasks.own_tables import fill, holding


class TemplateRow(OwnRow):
    """A fact that gives a key its value, and the question that asks for it."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "ledger",
        "fact": "The brig {key} stands in the ledger under number {value}.",
        "question": "Under what number does the brig {key} stand in the ledger?",
    }

    fact: Annotated[FactText, holding("key", "value")] = Field(
        description="the sentence that is set into a context, with {key} and {value}"
    )
    question: Annotated[Text, holding("key")] = Field(
        description="what is asked of the fact, with {key}"
    )


class TemplateNeedles(NeedleTask):
    """A recipe whose facts give coined keys coined values, and that asks for some of these."""

    own_tables: ClassVar = {"templates": TemplateRow}

    keys: WordKind = Field(description="what the keys are")
    values: WordKind = Field(description="what the values are")
    decoys: int = Field(
        0, ge=0, le=1_000, description="how many facts of the same template have other keys"
    )

    @property
    def asked_for(self) -> tuple[int, int]:
        """How many keys a question asks for, and how many values each of them has."""
        return 1, 1

    def ask(
        self, rows: Sequence[TemplateRow], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for all values of the keys."""
        keys, values, facts = self._needles(rows[0], words, "needle", *self.asked_for)
        _, _, decoys = self._needles(rows[0], words, "decoy", self.decoys, 1)
        listed = find_language(self.language).listed(keys)
        question = fill(rows[0].question, key=keys[0], keys=listed)
        return [NeedleQuestion(question, values, (*facts, *decoys))]

    def _needles(
        self, row: TemplateRow, words: UniqueWords, role: str, keys: int, values: int
    ) -> tuple[list[str], tuple[str, ...], list[Fact]]:
        """Coin keys with so many values each; return keys, values and a fact for each value."""
        pairs = [
            (key, words(self.values))
            for key in (words(self.keys) for _ in range(keys))
            for _ in range(values)
        ]
        facts = [Fact(role, fill(row.fact, key=key, value=value)) for key, value in pairs]
        return list(dict.fromkeys(key for key, _ in pairs)), tuple(v for _, v in pairs), facts


@register
class NeedleSingle(TemplateNeedles):
    """A recipe that asks for the value of one key."""

    task: Literal["needle_single"] = Field(description="what is asked: the value of one key")


@register
class NeedleMultiKey(TemplateNeedles):
    """A recipe that asks for the value of one key of many."""

    task: Literal["needle_multi_key"] = Field(
        description="what is asked: the value of one key of many"
    )
    decoys: int = Field(
        ge=1, le=1_000, description="how many facts of the same template have other keys"
    )


@register
class NeedleGrid(TemplateNeedles):
    """A recipe that asks for the value of one key at every depth of a grid."""

    task: Literal["needle_grid"] = Field(
        description="what is asked: the value of one key, at each depth of a grid"
    )
    depths: Annotated[str, read_by(parse_depths)] = Field(
        "0..1 by 0.1", description="of the needles in turn; the count is a multiple of theirs"
    )


@register
class NeedleMultiValue(TemplateNeedles):
    """A recipe that asks for all values of one key."""

    asks_for_several: ClassVar = True

    task: Literal["needle_multi_value"] = Field(description="what is asked: all values of one key")
    values_per_key: int = Field(4, ge=2, le=100, description="how many values a key has")

    @property
    def asked_for(self) -> tuple[int, int]:
        """One key and its values."""
        return 1, self.values_per_key


class JointTemplateRow(TemplateRow):
    """A fact that gives a key its value, and a question that asks for those of several."""

    example: ClassVar[Mapping[str, Any]] = {
        **TemplateRow.example,
        "question": "Under what numbers do the brigs {keys} stand in the ledger, in this order?",
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

    @property
    def asked_for(self) -> tuple[int, int]:
        """Several keys with a value each."""
        return self.queries, 1


@register
class NeedleUnanswerable(TemplateNeedles):
    """A recipe whose records are twins: the second of each lacks the fact that is asked for."""

    records_together: ClassVar = 2
    asks_without_text: ClassVar = False

    task: Literal["needle_unanswerable"] = Field(
        description="what is asked: the value of one key, which half of the texts do not tell"
    )
    absent_answer: Text = Field(description="the answer where the text does not tell")

    @property
    def always_offered(self) -> Sequence[str]:
        """The answer where the text does not tell, which is right in every second record."""
        return [self.absent_answer]

    def ask(
        self, rows: Sequence[TemplateRow], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the value of a key, then the same where the text does not tell."""
        [whole] = super().ask(rows, words, position)
        return [whole, NeedleQuestion(whole.input, (self.absent_answer,), whole.facts[1:])]
