"""`lvbuild schema`: how recipes and tables are written."""

from __future__ import annotations

import json

import click


@click.command(short_help="Say how recipes and tables are written.")
@click.option("--keys", is_flag=True, help="List the keys of a recipe instead, to be read.")
@click.option("--tables", is_flag=True, help="List the tables and the fields of their rows.")
@click.option("--json", "as_json", is_flag=True, help="Of --tables: print their JSON Schemas.")
def schema(keys: bool, tables: bool, as_json: bool) -> None:
    """Print the JSON Schema of a recipe file, or what its keys and its tables mean.

    \b
    Example:
      lvbuild schema --tables
    """
    from lvbuild.cli.described import tables as all_tables
    from lvbuild.cli.output import Output
    from lvbuild.recipe import recipe_schema

    if tables and as_json:
        rows = {name: table.row.model_json_schema() for name, table in all_tables().items()}
        Output().print_json(rows, indent=2)
    elif not keys and not tables:
        Output().print_json(recipe_schema(), indent=2)
    if keys:
        _print_keys()
    if tables and not as_json:
        _print_tables()


def _print_keys() -> None:
    from lvbuild.cli.described import COLUMNS, recipe_keys
    from lvbuild.cli.output import Output

    output = Output()
    for title, keys in recipe_keys().items():
        output.print_line(f"The keys of {title}:")
        output.print_table(COLUMNS, keys)
        output.print_line("")


def _print_tables() -> None:
    from lvbuild.cli.described import COLUMNS, described, tables
    from lvbuild.cli.output import Output

    output = Output()
    output.print_line("Tables are JSON lines in annotations/<recipe>/, beside the recipe or above.")
    for name, table in tables().items():
        output.print_line("")
        output.print_line(f"{name}.jsonl is read {table.read}", indent="  ")
        output.print_table(COLUMNS, described(table.row))
        output.print_line(f"for example {json.dumps(table.example)}", indent="  ")
