"""The task needle_chained: names that take a value from one another, and all of them are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from lvbuild.core.model import Fact
from lvbuild.recipe import register
from lvbuild.tables.rows import FactText, OwnRow, Text
from lvbuild.tasks.coining import Coinage, WordKind
from lvbuild.tasks.needles import NeedleQuestion, NeedleTask
from lvbuild.tasks.placeholders import fill, holding

_HOPS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


class ChainRow(OwnRow):
    """How a name has a value, how another name takes it over, and the question for all names."""

    example: ClassVar[Mapping[str, Any]] = {
        "id": "lamps",
        "first": "The lamp {name} was tuned to the pattern {value}.",
        "next": "The lamp {name} adopted the pattern of the lamp {other}.",
        "question": "Which lamps use the pattern {value}, through any number of others?",
        "status": "draft",
        "annotator": "Ada",
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


def _check_hops(text: str) -> str:
    _parse_hops(text)
    return text


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
        AfterValidator(_check_hops),
        WithJsonSchema({"type": "string"}),
    ] = Field("4", description="how often a value is taken over: 4, or 1..8 in turn")
    chains: int = Field(4, ge=1, le=100, description="how many there are, the asked one among them")

    def ask(
        self, rows: Sequence[ChainRow], coin: Coinage, position: int
    ) -> Sequence[NeedleQuestion]:
        """Ask for the names of a chain among others like it."""
        least, most = _parse_hops(self.hops)
        # Shifted after each round of the rows, so that every row comes with every number.
        hops = least + (position + position // len(rows)) % (most - least + 1)
        value, names, facts = self._chain(rows[0], coin, hops, "needle")
        others = [self._chain(rows[0], coin, hops, "decoy") for _ in range(self.chains - 1)]
        decoys = [fact for _, _, of in others for fact in of]
        return [NeedleQuestion(fill(rows[0].question, value=value), names, (*facts, *decoys))]

    def _chain(
        self, row: ChainRow, coin: Coinage, hops: int, role: str
    ) -> tuple[str, tuple[str, ...], list[Fact]]:
        """Coin a chain; return its value, its names and its facts."""
        value = coin(self.values)
        names = [coin(self.keys) for _ in range(hops + 1)]
        texts = [fill(row.first, name=names[0], value=value)]
        texts += [fill(row.next, name=name, other=other) for other, name in pairwise(names)]
        return value, tuple(names), [Fact(role, text) for text in texts]
