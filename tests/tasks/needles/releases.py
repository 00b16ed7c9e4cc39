"""Small releases of shipped recipes, needles or passages, and their records read plainly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

import lvbuild
from lvbuild.recipe import load_recipe, shipped_recipes
from tests.builds import hashes

Row = dict[str, Any]

NAMES = [name for name in shipped_recipes() if name.startswith("needle_")]
COUNTS = {"needle_grid": 22, "passage_retrieval": 20, "passage_count": 20}


def write_recipe(folder: Path, name: str, **changes: object) -> Path:
    """Write a shipped recipe with few records and small levels; return its path."""
    recipe = yaml.safe_load(load_recipe(name).content)
    count = COUNTS.get(recipe["task"], 24)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.yaml"
    small = {**recipe, "levels": ["4k", "8k"], "count": count, **changes}
    path.write_text(yaml.safe_dump(small, allow_unicode=True), encoding="utf-8")
    return path


def build(folder: Path, name: str, *, changes: Row | None = None, **options: Any) -> Path:
    """Build a small release of a shipped recipe from the sample world."""
    path = write_recipe(folder, name, **(changes or {}))
    lvbuild.build(path, folder / "release", **{"sample": True, "workers": 1, **options})
    return folder / "release"


def files(release: Path, level: str = "") -> dict[str, str]:
    """Hash the files of records and provenance, of all levels or of one."""
    parts = ("data/", "provenance/")
    return {
        path: told
        for path, told in hashes(release).items()
        if path.startswith(parts) and path.endswith(f"{level}.jsonl")
    }


@dataclass(frozen=True)
class Seen:
    """A record with its provenance, as their lines say."""

    place: int
    fields: Row
    provenance: Row

    @property
    def context(self) -> str:
        """The context."""
        text: str = self.fields["context"]
        return text

    @property
    def input(self) -> str:
        """The question."""
        text: str = self.fields["input"]
        return text

    @cached_property
    def facts(self) -> list[str]:
        """The facts, in the order of the text."""
        spans = [fact["span"] for fact in self.provenance["facts"]]
        return [self.context[start:end] for start, end in spans]

    @property
    def needles(self) -> list[str]:
        """The facts that tell the answer."""
        roles = [fact["kind"] for fact in self.provenance["facts"]]
        return [text for text, role in zip(self.facts, roles, strict=True) if role == "needle"]

    @cached_property
    def background(self) -> str:
        """The context without its facts."""
        text = self.context
        for fact in reversed(self.provenance["facts"]):
            start, end = fact["span"]
            text = text[:start] + text[end:]
        return text


def records(release: Path, name: str, level: str) -> list[Seen]:
    """Return the records of a level."""
    both = [read(release / part / f"{name}_{level}.jsonl") for part in ("data", "provenance")]
    return [
        Seen(place, fields, provenance)
        for place, (fields, provenance) in enumerate(zip(*both, strict=True))
    ]


def read(path: Path) -> Iterator[Row]:
    """Read JSON lines."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


@cache
def rows(name: str) -> list[Row]:
    """Return the rows of a recipe's table."""
    [path] = load_recipe(name).beside(f"annotations/{name}").glob("*.jsonl")
    return list(read(path))


def words_in(template: str, text: str) -> dict[str, str] | None:
    """Return the words that stand for a template's placeholders in a text, None where it is none.

    The words have none of the marks that templates part them by.
    """
    found = _pattern(template).fullmatch(text)
    return found.groupdict() if found else None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile(
        "".join(
            f"(?P<{part}>[^，。？?；;:]+?)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
    )


def coined(name: str, fact: str) -> set[str]:
    """Return the coined words of a fact."""
    keys = ("fact", "first", "next", "second")
    for row in rows(name):
        for key in keys:
            if key in row and (found := words_in(row[key], fact)):
                return set(found.values())
    raise AssertionError(f"{name} has no row for {fact}")
