"""The task needle_two_hop: two facts that only together answer the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from lvbuild.core.model import Fact
from lvbuild.recipe import register
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.needles import NeedleQuestion, NeedleTask
from lvbuild.tasks.placeholders import fill, holding

NamedKind = Literal["person", "place", "organisation", "number"]


class BridgeRow(OwnRow):
    """Two facts that a bridge joins, and the question that leads over it."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "ferry",
        "first": "In the spring, {key} moved to {bridge} for good.",
        "second": "The ferry to {bridge} leaves from pier {value}.",
        "question": "From which pier does the ferry leave to the place where {key} moved?",
        "key_kind": "person",
        "bridge_kind": "place",
        "value_kind": "number",
        "status": "draft",
        "annotator": "Ada",
    }

    first: Annotated[FactText, holding("key", "bridge")] = Field(
        description="the sentence that leads from {key} to {bridge}"
    )
    second: Annotated[FactText, holding("bridge", "value")] = Field(
        description="the sentence that leads from {bridge} to {value}"
    )
    question: Annotated[Text, holding("key")] = Field(
        description="what asks for the value, with {key}"
    )
    key_kind: NamedKind = Field(description="what the key is a name of")
    bridge_kind: NamedKind = Field(description="what the bridge is a name of")
    value_kind: NamedKind = Field(description="what the value is a name of")


@register
class NeedleTwoHop(NeedleTask):
    """A recipe that asks for what two facts tell together."""

    own_tables: ClassVar = {"bridges": BridgeRow}

    task: Literal["needle_two_hop"] = Field(
        description="what is asked: what two facts tell together"
    )
    decoys: int = Field(3, ge=0, le=1_000, description="how many other pairs of facts there are")

    def ask(
        self, rows: Sequence[BridgeRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the end of one pair of facts among others like it."""
        key, value, facts = _pair(rows[0], coin, "needle")
        decoys = [fact for _ in range(self.decoys) for fact in _pair(rows[0], coin, "decoy")[2]]
        return [NeedleQuestion(fill(rows[0].question, key=key), (value,), (*facts, *decoys))]


def _pair(row: BridgeRow, coin: Coinage, role: str) -> tuple[str, str, tuple[Fact, Fact]]:
    """Coin a pair of facts; return its key, its value and the facts."""
    key, bridge, value = coin(row.key_kind), coin(row.bridge_kind), coin(row.value_kind)
    first = Fact(role, fill(row.first, key=key, bridge=bridge))
    return key, value, (first, Fact(role, fill(row.second, bridge=bridge, value=value)))
