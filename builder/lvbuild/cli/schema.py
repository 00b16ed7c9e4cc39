"""`lvbuild schema`: how recipes and tables are written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import yaml

if TYPE_CHECKING:
    from pydantic import BaseModel

    from lvbuild.cli.output import Output
    from lvbuild.recipe import Recipe
    from lvbuild.tables.rows import OwnRow


@click.command()
@click.option("--keys", is_flag=True, help="List the keys of a recipe instead, to be read.")
@click.option("--tables", is_flag=True, help="List the tables and the fields of their rows.")
@click.option("--json", "as_json", is_flag=True, help="Of --tables: print their JSON Schemas.")
def schema(keys: bool, tables: bool, as_json: bool) -> None:
    """Print the JSON Schema of a recipe file, or what its keys and its tables mean.

    \b
    Example:
      lvbuild schema --tables
    """
    from lvbuild.cli.output import Output
    from lvbuild.recipe import recipe_schema

    output = Output()
    if tables and as_json:
        rows = {name: table.row.model_json_schema() for name, table in known_tables().items()}
        output.print_json(rows, indent=2)
    elif not keys and not tables:
        output.print_json(recipe_schema(), indent=2)
    for title, found in recipe_keys().items() if keys else ():
        output.print_line(f"The keys of {title}:")
        output.print_table(COLUMNS, found)
        output.print_line("")
    if tables and not as_json:
        _print_tables(output)


def _print_tables(output: Output) -> None:
    output.print_line("Tables are JSON lines in annotations/<recipe>/, beside the recipe or above.")
    for name, table in known_tables().items():
        output.print_line("")
        output.print_line(f"{name}.jsonl is read {table.read}", indent="  ")
        output.print_table(COLUMNS, described(table.row))
        output.print_line(f"for example {json.dumps(table.example)}", indent="  ")


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
    content = Path(__file__).with_name("tables.yaml").read_bytes()
    texts: Mapping[str, Any] = yaml.safe_load(content)
    return texts


def known_tables() -> dict[str, Table]:
    """Return the tables that any task may take, then those that tasks bring themselves."""
    from lvbuild.recipe import tasks
    from lvbuild.tables.reading import SHARED_ROWS
    from lvbuild.tables.rows import OwnRow

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


def recipe_keys() -> dict[str, list[Described]]:
    """Describe the keys of recipes: those of all, what each task has in addition, of sources."""
    from lvbuild.recipe import Recipe, tasks
    from lvbuild.recipe.sources import Fields, HubData, InlineSource

    common = described(Recipe)
    keys = {"every recipe": common}
    shared = {key.name for key in common}
    models: dict[type[Recipe], list[str]] = {}
    for task, model in tasks.items():
        models.setdefault(model, []).append(task)
    for model, names in models.items():
        own = [key for key in described(model) if key.name not in shared]
        keys[f"recipes of {', '.join(names)}"] = own
    return keys | {
        "a source": described(InlineSource),
        "fields of a source": described(Fields),
        "hub of a source": described(HubData),
    }


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
