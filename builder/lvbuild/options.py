"""The types of what a user names and chooses, the same in every function of the library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, PlainValidator

from lvbuild.text.controls import one_line


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


Recipes = Annotated[str | Path | Sequence[str | Path], PlainValidator(_recipes)]
"""Recipes by name or path: one, or several."""

Levels = Annotated[str | Sequence[str] | None, PlainValidator(_levels)]
"""Levels such as "16k": a list, or as on the command line a text with commas between them."""

Folder = Annotated[str | Path, PlainValidator(_folder)]
"""The path of a folder."""

Seed = Annotated[int, AfterValidator(_seed)]
"""What all draws follow from: a whole number of 64 bits, as a manifest can hold it."""

Variant = Annotated[str, Field(max_length=100), AfterValidator(one_line)]
"""The name of a variant, or "": one line of plain text."""

Positive = Annotated[int, Field(ge=1, le=1_000_000_000)]
"""A number of things of which there is at least one."""
