"""How a model is asked a record: the prompt of its recipe, filled in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from lvbuild.recipe import Recipe


class Prompt(NamedTuple):
    """What a model is sent, and in how many tokens it may answer.

    `labels` are what may be answered where that is all that counts, else there are none.
    """

    text: str
    max_new_tokens: int
    labels: tuple[str, ...] = ()


def filled(template: str, fields: Mapping[str, str]) -> str:
    """Fill the places of a template in one pass: braces in what is filled in stay as they are."""
    parts = []
    for text, name, _, _ in Formatter().parse(template):
        parts += [text, fields[name] if name else ""]
    return "".join(parts)


def filled_length(template: str, fields: Mapping[str, object], context: int) -> int:
    """Return the characters of a template filled with fields and a context of so many."""
    return sum(
        len(text) + (context if name == "context" else len(str(fields[name])) if name else 0)
        for text, name, _, _ in Formatter().parse(template)
    )


@lru_cache(maxsize=64)
def recipe_keys(folder: Path, name: str, input_hash: str) -> Recipe:
    """Return the keys of a release's recipe, read once for all records of these inputs."""
    from lvbuild.release.entry import held_keys  # it knows corpora and tasks

    return held_keys(folder, name)
