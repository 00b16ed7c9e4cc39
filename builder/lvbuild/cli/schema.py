"""`lvbuild schema`: how recipes and tables are written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.recipe import Recipe
    from lvbuild.tables.reference import Described


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
    from lvbuild.tables.reference import COLUMNS, known_tables

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
    from lvbuild.tables.reference import COLUMNS, described, known_tables

    output.print_line("Tables are JSON lines in annotations/<recipe>/, beside the recipe or above.")
    for name, table in known_tables().items():
        output.print_line("")
        output.print_line(f"{name}.jsonl is read {table.read}", indent="  ")
        output.print_table(COLUMNS, described(table.row))
        output.print_line(f"for example {json.dumps(table.example)}", indent="  ")


def recipe_keys() -> dict[str, list[Described]]:
    """Describe the keys of recipes: those of all, what each task has in addition, of sources."""
    from lvbuild.recipe import Recipe, tasks
    from lvbuild.recipe.mapping import Fields
    from lvbuild.recipe.sources import HubData, InlineSource
    from lvbuild.tables.reference import described

    common = described(Recipe)
    keys = {"every recipe": common}
    shared = {(key.name, key.default) for key in common}
    models: dict[type[Recipe], list[str]] = {}
    for task, model in tasks.items():
        models.setdefault(model, []).append(task)
    for model, names in models.items():
        own = [key for key in described(model) if (key.name, key.default) not in shared]
        keys[f"recipes of {', '.join(names)}"] = own
    return keys | {
        "a source": described(InlineSource),
        "fields of a source": described(Fields),
        "hub of a source": described(HubData),
    }
