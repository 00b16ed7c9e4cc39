"""Needle tasks whose rows are templates: a fact with a key and a value, and its question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from lvbuild.core.model import Fact
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.coining import Coinage, WordKind
from lvbuild.tasks.needles import NeedleQuestion, NeedleTask
from lvbuild.tasks.placeholders import fill, holding


class TemplateRow(OwnRow):
    """A fact that gives a key its value, and the question that asks for it."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "ledger",
        "fact": "The harbour ledger enters {key} under {value}.",
        "question": "Under what does the harbour ledger enter {key}?",
        "status": "draft",
        "annotator": "Ada",
    }

    fact: Annotated[FactText, holding("key", "value")] = Field(
        description="the sentence that is set into a context, with {key} and {value}"
    )
    question: Annotated[Text, holding("key")] = Field(
        description="what is asked of the fact, with {key}"
    )


class TemplateNeedles(NeedleTask):
    """A recipe whose facts give coined keys coined values."""

    own_tables: ClassVar = {"templates": TemplateRow}

    keys: WordKind = Field(description="what the keys are")
    values: WordKind = Field(description="what the values are")
    decoys: int = Field(
        0, ge=0, le=1_000, description="how many facts of the same template have other keys"
    )

    @abstractmethod
    def ask(
        self, rows: Sequence[TemplateRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Return what is asked at a position."""

    def needles(
        self, row: TemplateRow, coin: Coinage, keys: int = 1, values: int = 1
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Fact, ...]]:
        """Coin keys with so many values each; return keys, values and a fact for each value."""
        coined = [
            (coin(self.keys), [coin(self.values) for _ in range(values)]) for _ in range(keys)
        ]
        facts = [
            Fact("needle", fill(row.fact, key=key, value=value))
            for key, of in coined
            for value in of
        ]
        answers = tuple(value for _, of in coined for value in of)
        return tuple(key for key, _ in coined), answers, tuple(facts)

    def others(self, row: TemplateRow, coin: Coinage) -> tuple[Fact, ...]:
        """Coin the decoys of a record."""
        _, _, facts = self.needles(row, coin, keys=self.decoys)
        return tuple(fact._replace(role="decoy") for fact in facts)
