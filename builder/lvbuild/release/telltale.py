"""The tell-tale figures of a configuration, as a release and its card hold them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

_Share = Annotated[float, Field(ge=0, le=1)]
_Count = Annotated[int, Field(ge=0)]


class Ngram(NamedTuple):
    """Characters as they stand, and their weight: above 0 it speaks for a supporting passage."""

    characters: Annotated[str, Field(min_length=1, max_length=4)]
    weight: float

    def __str__(self) -> str:
        """Return it in quotes after its sign, with escapes for what is not seen."""
        return f"{'-' if self.weight < 0 else '+'}{self.characters!r}"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Figure(_Part):
    """An area under the curve: the mean of the folds' and its 95% interval; 0.5 is chance."""

    mean: _Share
    low: _Share
    high: _Share

    def __str__(self) -> str:
        """Return the mean with the interval."""
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


class Telltale(_Part):
    """How well a program that sees no question tells supporting passages from distracting ones.

    By their `text`, their `place` and their `length`; None is not measured, and `reason` says why.
    `passages` were drawn for the text, `supporting` among them; place and length are of all
    passages. `ngrams` are those of the text that weigh most.
    """

    questions: _Count
    passages: _Count = 0
    supporting: _Count = 0
    text: Figure | None = None
    place: Figure | None = None
    length: Figure | None = None
    ngrams: Annotated[tuple[Ngram, ...], Field(max_length=10)] = ()
    reason: Annotated[str, Field(max_length=200)] = ""


def unmeasured(found: Mapping[str, Telltale]) -> list[str]:
    """Return why configurations are not measured, or not in all: a line a reason."""
    names: dict[str, list[str]] = {}
    for name, each in found.items():
        if each.reason:
            names.setdefault(each.reason, []).append(name)
    return [f"not measured ({reason}): {', '.join(held)}" for reason, held in names.items()]


_HEAD = """\
## Tell-tale figures

How well a program that never sees a question picks the supporting passages out of the contexts, as
`lvbuild telltale` measured it: areas under the curve (0.5 is chance), the mean of five folds with
its 95% interval. Text: by the character 1- to 4-grams of passages drawn from each context; those
after a + speak for a supporting passage. Place: by the tenth of the context in which a passage
stands. Length: by its characters.
"""
_COLUMNS = (
    "configuration",
    "questions",
    "passages (supporting)",
    "text",
    "place",
    "length",
    "n-grams that weigh most",
)


def telltale_section(found: Mapping[str, Telltale]) -> list[str]:
    """Return the section on the figures of configurations by name; none where there are none."""
    rows = [_row(_cells(name, each)) for name, each in found.items() if each.passages]
    if rows:
        rows = [_row(_COLUMNS), _row("---" for _ in _COLUMNS), *rows, ""]
    reasons = [f"- {line}." for line in unmeasured(found)]
    return ["\n".join([_HEAD, *rows, *reasons, *([""] if reasons else [])])] if found else []


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(name: str, found: Telltale) -> tuple[str, ...]:
    figures = (found.text, found.place, found.length)
    return (
        name,
        f"{found.questions:,}",
        f"{found.passages:,} ({found.supporting:,})",
        *("-" if figure is None else str(figure) for figure in figures),
        " ".join(map(_code, found.ngrams)),
    )


def _code(ngram: Ngram) -> str:
    """Return an n-gram as code within a table's cell."""
    shown = str(ngram).replace("|", "\\|")
    if "`" not in shown:
        return f"`{shown}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", shown))))
    return f"{fence} {shown} {fence}"
