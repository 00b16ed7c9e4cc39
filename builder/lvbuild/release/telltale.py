"""Tell-tale figures: how well supporting passages are told from others without a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
)

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_Count = Annotated[int, Field(ge=0)]
_Share = Annotated[float, Field(ge=0, le=1)]


class Ngram(NamedTuple):
    """Characters as they stand, and their weight: above 0 it speaks for a supporting passage."""

    characters: Annotated[str, Field(min_length=1, max_length=4)]
    weight: float

    def __str__(self) -> str:
        """Return it in quotes after its sign, with escapes for what is not seen."""
        return f"{'-' if self.weight < 0 else '+'}{self.characters!r}"


class Figure(BaseModel):
    """An area under the curve: the mean of the folds' and its 95% interval; 0.5 is chance."""

    model_config = _FROZEN

    mean: _Share
    low: _Share
    high: _Share

    def __str__(self) -> str:
        """Return the mean with the interval."""
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


class Telltale(BaseModel):
    """How well a program that sees no question tells supporting passages from distracting ones.

    By their `text`, their `place` and their `length`, and by the `order` and the `company` in which
    they stand in other records; None is not measured, and `reason` says why. `choices` is how well
    the right one is told of those that records offer, where they do. `passages` were drawn for the
    text, `supporting` among them. `longest` counts the contexts whose longest passage supports,
    `longest_by_chance` is how many would. `ngrams` are those of the text that weigh most.
    """

    model_config = _FROZEN

    questions: _Count
    passages: _Count = 0
    supporting: _Count = 0
    text: Figure | None = None
    place: Figure | None = None
    length: Figure | None = None
    order: Figure | None = None
    company: Figure | None = None
    choices: Figure | None = None
    longest: _Count = 0
    longest_by_chance: Annotated[float, Field(ge=0)] = 0.0
    ngrams: Annotated[tuple[Ngram, ...], Field(max_length=10)] = ()
    reason: Annotated[str, Field(max_length=200)] = ""

    @model_serializer(mode="wrap")
    def _without_choices(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what most releases have not."""
        return {key: held for key, held in dump(self).items() if key != "choices" or held}


def remarks(found: Mapping[str, Telltale]) -> list[str]:
    """Return what choices alone tell, and why configurations are not measured, or not in all."""
    names: dict[str, list[str]] = {}
    for name, each in found.items():
        if each.reason:
            names.setdefault(each.reason, []).append(name)
    told = [
        f"{name}: by its choices alone the right one is told with {each.choices}"
        for name, each in found.items()
        if each.choices
    ]
    return told + [f"not measured ({reason}): {', '.join(held)}" for reason, held in names.items()]


MEASURES = ("text", "place", "length", "order", "company", "longest (by chance)")


def measures(found: Telltale) -> Iterator[str]:
    """Yield the figures of a configuration as shown, in the order of `MEASURES`."""
    for figure in (found.text, found.place, found.length, found.order, found.company):
        yield "-" if figure is None else str(figure)
    yield f"{found.longest:,} ({found.longest_by_chance:,.1f})"
