"""The types of what a user names and chooses, the same in every function of the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lvbuild.text.controls import one_line

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


class Checked:
    """A check that pydantic makes of an argument, after that of its type or instead of it.

    Pydantic is imported when arguments are checked: who reads the types alone needs none of it.
    """

    def __init__(self, check: Callable[[Any], object], *, instead: bool = False) -> None:
        self._check = check
        self._instead = instead

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core import core_schema

        if self._instead:
            return core_schema.no_info_plain_validator_function(self._check)
        return core_schema.no_info_after_validator_function(self._check, handler(source))


class Limits:
    """Limits that pydantic checks, by its names of them."""

    def __init__(self, **limits: int | str) -> None:
        self.limits = limits

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return {**handler(source), **self.limits}


def _recipes(value: object) -> list[str | Path]:
    names = [value] if isinstance(value, str | Path) else value
    if not isinstance(names, Sequence) or not all(isinstance(name, str | Path) for name in names):
        raise ValueError("must be the name or path of a recipe, or a list of them")
    return list(names)


def _levels(value: object) -> str | list[str] | None:
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, Sequence) or not all(isinstance(level, str) for level in value):
        raise ValueError('must be levels such as "16k,32k", or a list of them: ["16k", "32k"]')
    if not value:
        raise ValueError("no level is named: name one, or leave them out for the recipe's own")
    return list(value)


def _folder(value: object) -> str | Path:
    if not isinstance(value, str | Path):
        raise ValueError("must be the path of a folder")
    return value


def _seed(value: int) -> int:
    if not -(2**63) <= value < 2**64:
        raise ValueError(f"must be a whole number of 64 bits, from {-(2**63)} to {2**64 - 1}")
    return value


Recipes = Annotated[str | Path | Sequence[str | Path], Checked(_recipes, instead=True)]
"""Recipes by name, family or path: one, or several."""

Levels = Annotated[str | Sequence[str] | None, Checked(_levels, instead=True)]
"""Levels such as "16k": a list, or as on the command line a text with commas between them."""

Folder = Annotated[str | Path, Checked(_folder, instead=True)]
"""The path of a folder."""

Seed = Annotated[int, Checked(_seed)]
"""What all draws follow from: a whole number of 64 bits, as a manifest can hold it."""

Variant = Annotated[str, Limits(max_length=100), Checked(one_line)]
"""The name of a variant, or "": one line of plain text."""

Sha256 = Annotated[str, Limits(pattern="^[0-9a-f]{64}$")]
"""A hash, in hex."""

Positive = Annotated[int, Limits(ge=1, le=1_000_000_000)]
"""A number of things of which there is at least one."""
