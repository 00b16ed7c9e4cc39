"""Where the files of a release stand within it."""

from __future__ import annotations

import re
from typing import NamedTuple

from lvbuild.inline.source import NAME
from lvbuild.recipe import parse_level

CARD = "README.md"
SUMS = "SHA256SUMS"
MANIFEST = "manifest.json"

_NAME = NAME.strip("^$")
_LEVEL = r"\d+(?:\.\d+)?k"
_FILE = re.compile(rf"(data|provenance)/(({_NAME})_({_LEVEL}))\.jsonl", re.ASCII)
_INPUT = re.compile(
    rf"inputs/({_NAME})/(?:\1\.yaml|annotations/\1/[a-z_]+\.jsonl|data_cards/\1\.md)", re.ASCII
)


class Held(NamedTuple):
    """What a file of records or provenance holds: a configuration is a recipe at a level."""

    part: str
    configuration: str
    recipe: str
    level: str


def held(path: str) -> Held | None:
    """Return what a file holds by its path; None where it is no file of records or provenance."""
    match = _FILE.fullmatch(path)
    found = Held(*match.groups()) if match else None
    return found if found and _is_label(found.level) else None


def _is_label(level: str) -> bool:
    try:
        return parse_level(level).label == level
    except ValueError:
        return False


def input_of(path: str) -> str | None:
    """Return the recipe that a file is an input of, by its path; None where it is none."""
    match = _INPUT.fullmatch(path)
    return match[1] if match else None


def data_path(configuration: str) -> str:
    """Return where the records of a configuration stand."""
    return f"data/{configuration}.jsonl"


def provenance_path(configuration: str) -> str:
    """Return where the provenance of a configuration stands."""
    return f"provenance/{configuration}.jsonl"


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
