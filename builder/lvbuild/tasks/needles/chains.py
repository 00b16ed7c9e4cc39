"""The needle tasks whose facts answer only together: needle_chained and needle_two_hop."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from lvbuild.core.model import Fact
from lvbuild.recipe import register
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.needles.task import NeedleQuestion, NeedleTask, read_by
from lvbuild.tasks.needles.unique_words import UniqueWords, WordKind
from lvbuild.tasks.own_tables import fill, holding

_HOPS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


class ChainRow(OwnRow):
    """How a name has a value, how another name takes it over, and the question for all names."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "lamps",
        "first": "The lamp {name} was tuned to the pattern {value}.",
        "next": "The lamp {name} adopted the pattern of the lamp {other}.",
        "question": "Which lamps use the pattern {value}, through any number of others?",
    }

    first: Annotated[FactText, holding("name", "value")] = Field(
        description="the sentence that gives a name its value, with {name} and {value}"
    )
    next: Annotated[FactText, holding("name", "other")] = Field(
        description="the sentence that gives it to the next one, with {name} and {other}"
    )
    question: Annotated[Text, holding("value")] = Field(
        description="what asks for all names that have it, with {value}"
    )


def _parse_hops(text: str) -> tuple[int, int]:
    found = _HOPS.fullmatch(text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= least <= most:
        raise ValueError("write a number of hops up to 99 as 4, or some in turn as 1..8")
    return least, most


@register
class NeedleChained(NeedleTask):
    """A recipe that asks which names have come to have a value."""

    own_tables: ClassVar = {"chains": ChainRow}
    asks_for_several: ClassVar = True

    task: Literal["needle_chained"] = Field(
        description="what is asked: all names that have come to have a value"
    )
    keys: WordKind = Field(description="what the names are")
    values: WordKind = Field(description="what the values are")
    hops: Annotated[
        str,
        BeforeValidator(lambda value: str(value) if isinstance(value, int) else value),
        read_by(_parse_hops),
        WithJsonSchema({"type": "string"}),
    ] = Field("4", description="how often a value is taken over: 4, or 1..8 in turn")
    chains: int = Field(4, ge=1, le=100, description="how many there are, the asked one among them")

    def ask(
        self, rows: Sequence[ChainRow], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the names of a chain among others like it."""
        least, most = _parse_hops(self.hops)
        # Shifted after each round of the rows, so that every row comes with every number.
        hops = least + (position + position // len(rows)) % (most - least + 1)
        value, names, facts = self._chain(rows[0], words, hops, "needle")
        others = [self._chain(rows[0], words, hops, "decoy") for _ in range(self.chains - 1)]
        decoys = [fact for _, _, of in others for fact in of]
        return [NeedleQuestion(fill(rows[0].question, value=value), names, (*facts, *decoys))]

    def _chain(
        self, row: ChainRow, words: UniqueWords, hops: int, role: str
    ) -> tuple[str, tuple[str, ...], list[Fact]]:
        value = words(self.values)
        names = [words(self.keys) for _ in range(hops + 1)]
        texts = [fill(row.first, name=names[0], value=value)]
        texts += [fill(row.next, name=name, other=other) for other, name in pairwise(names)]
        return value, tuple(names), [Fact(role, text) for text in texts]


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
        self, rows: Sequence[BridgeRow], words: UniqueWords, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the end of one pair of facts among others like it."""
        key, value, facts = _pair(rows[0], words, "needle")
        decoys = [fact for _ in range(self.decoys) for fact in _pair(rows[0], words, "decoy")[2]]
        return [NeedleQuestion(fill(rows[0].question, key=key), (value,), (*facts, *decoys))]


def _pair(row: BridgeRow, words: UniqueWords, role: str) -> tuple[str, str, tuple[Fact, Fact]]:
    key, bridge, value = words(row.key_kind), words(row.bridge_kind), words(row.value_kind)
    first = Fact(role, fill(row.first, key=key, bridge=bridge))
    return key, value, (first, Fact(role, fill(row.second, bridge=bridge, value=value)))
