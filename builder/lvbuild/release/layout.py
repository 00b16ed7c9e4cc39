"""Where the files of a release stand within it; those of its configurations say so themselves."""

from __future__ import annotations

import re

from lvbuild.model import NAME

CARD = "README.md"
SUMS = "SHA256SUMS"
MANIFEST = "manifest.json"

_NAME = NAME.strip("^$")
_INPUT = re.compile(
    rf"inputs/({_NAME})/(?:\1\.yaml|annotations/\1/[a-z_]+\.jsonl|data_cards/\1\.md)", re.ASCII
)


def input_of(path: str) -> str | None:
    """Return the recipe that a file is an input of, by its path; None where it is none."""
    match = _INPUT.fullmatch(path)
    return match[1] if match else None


def inputs_folder(recipe: str) -> str:
    """Return where a recipe stands as it was built, with its tables and its data card."""
    return f"inputs/{recipe}"


def recipe_path(recipe: str) -> str:
    """Return where a recipe's file stands."""
    return f"{inputs_folder(recipe)}/{recipe}.yaml"


def table_path(recipe: str, table: str) -> str:
    """Return where a table of a recipe stands."""
    return f"{inputs_folder(recipe)}/annotations/{recipe}/{table}.jsonl"


def data_card_path(recipe: str) -> str:
    """Return where a recipe's data card stands."""
    return f"{inputs_folder(recipe)}/data_cards/{recipe}.md"
