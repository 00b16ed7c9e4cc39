"""What tables and their fields mean, made from the models of rows, for people to read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from lvbuild.core.resources import read_yaml
from lvbuild.recipe import tasks
from lvbuild.tables.reading import SHARED_ROWS
from lvbuild.tables.rows import OwnRow

COLUMNS = ("name", "value", "default", "meaning")


class Described(NamedTuple):
    """A key or a field: what values it takes, what it is without one, what it means."""

    name: str
    value: str
    default: str
    meaning: str


class Table(NamedTuple):
    """A table: the fields of its rows, when a recipe reads it, and a row as an example."""

    row: type[BaseModel]
    read: str
    example: Mapping[str, Any]


@cache
def _texts() -> Mapping[str, Any]:
    texts: Mapping[str, Any] = read_yaml(Path(__file__).with_suffix(".yaml"))
    return texts


def known_tables() -> dict[str, Table]:
    """Return the tables that any task may take, then those that tasks bring themselves."""
    shared = {name: Table(SHARED_ROWS[name], **said) for name, said in _texts()["tables"].items()}
    readers: dict[str, list[str]] = {}
    rows: dict[str, type[OwnRow]] = {}
    for task, model in tasks.items():
        for name, row in model.own_tables.items():
            if issubclass(row, OwnRow):
                readers.setdefault(name, []).append(task)
                rows[name] = row
    own = {
        name: Table(
            row,
            f"by {', '.join(readers[name])}: what is asked and what answers it",
            {**row.example, "status": "draft", "annotator": "Ada"},
        )
        for name, row in rows.items()
    }
    return {**shared, **own}


def described(model: type[BaseModel]) -> list[Described]:
    """Describe the keys of a recipe, or the fields of a table, in their order."""
    schema = model.model_json_schema()
    required = set(schema.get("required", ()))
    last = [name for name in ("status", "annotator", "note") if name in schema["properties"]]
    return [
        Described(
            name,
            _value(found),
            "required" if name in required else _default(found.get("default")),
            found.get("description") or _texts()["fields"][name],
        )
        for name in [*(each for each in schema["properties"] if each not in last), *last]
        for found in [schema["properties"][name]]
    ]


def _value(schema: Mapping[str, Any]) -> str:
    if names := schema.get("enum") or [schema[key] for key in ("const",) if key in schema]:
        return ", ".join(names)
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_value(one) for one in several if one.get("type") != "null")
    if "$ref" in schema:
        return "source" if schema["$ref"].endswith("InlineSource") else "keys"
    kind = schema.get("type", "")
    if kind == "array":
        return f"list of {_value(schema.get('items', {}))}"
    kinds = {"string": "text", "boolean": "true, false", "integer": "number", "object": "keys"}
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None:
        return kinds.get(kind, kind or "anything")
    return f"{least:,} or more" if most is None else f"{least:,} to {most:,}"


def _default(value: object) -> str:
    return "-" if value in ("", None, []) or isinstance(value, dict) else json.dumps(value)


def in_markdown(tables: Mapping[str, Table]) -> str:
    """Return a section for each table: who reads it, and the fields of its rows."""
    return "\n".join(
        f"## {name}.jsonl\n\nIt is read {prose(of.read)}.\n\n{fields_table(described(of.row))}"
        for name, of in tables.items()
    )


def fields_table(found: Iterable[Described]) -> str:
    """Return what is described as a table in Markdown."""
    return markdown_table(COLUMNS, [(f"`{one.name}`", *map(prose, one[1:])) for one in found])


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, its cells in Markdown already."""
    lines = [columns, ("---",) * len(columns), *rows]
    escaped = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in escaped)


def prose(text: str) -> str:
    """Escape what Markdown would take for its own, but in code."""
    escaped = {"*": r"\*", "<": "&lt;"}
    return re.sub(r"(`[^`]*`)|[*<]", lambda found: found[1] or escaped[found[0]], text)
