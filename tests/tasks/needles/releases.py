"""Small releases of shipped recipes, needles or passages, and their records read plainly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
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


def answers(name: str, question: str, facts: Sequence[str]) -> set[str]:
    """Return what the facts answer."""
    found = [told for row in rows(name) if (told := _of(row, question, facts)) is not None]
    assert found, f"{name} has no row for {question}"
    [one] = found
    return one or _absent(name)


@cache
def _absent(name: str) -> set[str]:
    """Return what is answered where the facts answer nothing."""
    absent = load_recipe(name).recipe.model_dump().get("absent_answer")
    return {*([absent] if absent else [])}


def _of(row: Row, question: str, facts: Sequence[str]) -> set[str] | None:
    asked = words_in(row["question"], question)
    if asked is None:
        return None
    if "next" in row:
        return _chain(row, asked["value"], facts)
    if "second" in row:
        return _two_hops(row, asked["key"], facts)
    told = [found for fact in facts if (found := words_in(row["fact"], fact))]
    if "name" in (told[0] if told else {}):
        return {found["name"] for found in told}
    keys = asked.get("keys") or asked["key"]
    for mark in (" and ", "、", "和"):
        keys = keys.replace(mark, ", ")
    return {found["value"] for found in told if found["key"] in keys.split(", ")}


def _chain(row: Row, value: str, facts: Sequence[str]) -> set[str]:
    holders = {
        found["name"]
        for fact in facts
        if (found := words_in(row["first"], fact)) and found["value"] == value
    }
    steps = [found for fact in facts if (found := words_in(row["next"], fact))]
    for _ in steps:
        holders |= {step["name"] for step in steps if step["other"] in holders}
    return holders


def _two_hops(row: Row, key: str, facts: Sequence[str]) -> set[str]:
    firsts = [found for fact in facts if (found := words_in(row["first"], fact))]
    seconds = [found for fact in facts if (found := words_in(row["second"], fact))]
    bridges = {first["bridge"] for first in firsts if first["key"] == key}
    return {second["value"] for second in seconds if second["bridge"] in bridges}


_ENDED = re.compile(r"(?:^|\n|[.!?。．！？…][\"'”’」』）)\]_*`~-]*)\s*$")
"""Before a fact: the end of a sentence, with the marks that books close quotations by."""


def is_between_sentences(context: str, place: int) -> bool:
    """Tell whether a place in a context is behind the end of a sentence."""
    return bool(_ENDED.search(context[max(place - 20, 0) : place]))


def asked_depths(record: Seen, name: str, count: int) -> list[float]:
    """Return the depths that a record's facts are to have, the first one's first."""
    place, last = record.place, count - 1
    facts = len(record.facts)
    if "unanswerable" in name:
        place, last = place // 2, count // 2 - 1
        facts = len(record.facts) + (not record.needles)
    first = (place % 11) / 10 if "grid" in name else place / last
    depths = [first, *((first + one / facts) % 1 for one in range(1, facts))]
    return depths if record.needles else depths[1:]


def check(record: Seen, name: str, count: int) -> list[float]:
    """Check a record of so many; return how far its facts are off their depths.

    Others than the first may be three quarters of the step between them off, which is taken away.
    """
    assert set(record.fields["answers"]) == answers(name, record.input, record.facts)
    folded = " ".join(record.background.casefold().split())
    depths = []
    for fact, told in zip(record.facts, record.provenance["facts"], strict=True):
        start, _ = told["span"]
        assert is_between_sentences(record.context, start)
        assert not [word for word in coined(name, fact) if word.casefold() in folded]
        depths.append((told["depth"], told["kind"]))
    asked = asked_depths(record, name, count)
    if record.needles:
        nearest = min(abs(depth - asked[0]) for depth, kind in depths if kind == "needle")
        assert nearest <= 0.05
    first = asked[0] if record.needles else None
    step = 1 / (len(asked) + (first is None))
    return [
        max(abs(depth - wanted) - (wanted != first) * 0.75 * step, 0)
        for (depth, _), wanted in zip(depths, sorted(asked), strict=True)
    ]
