"""`lvbuild list`, `lvbuild show` and `lvbuild schema`: what can be built."""

from __future__ import annotations

import json

import click


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def list_recipes(as_json: bool) -> None:
    """List the recipes that come with lvbuild.

    \b
    Example:
      lvbuild list
    """
    from lvbuild.cli.table import print_table
    from lvbuild.recipe import load_recipe, shipped_recipes

    recipes = [load_recipe(name).recipe for name in shipped_recipes()]
    if as_json:
        click.echo(json.dumps([recipe.model_dump() for recipe in recipes], ensure_ascii=False))
        return
    print_table(
        ("recipe", "language", "task", "from", "levels", "title"),
        [
            (r.name, r.language, r.task, " ".join(r.corpora), " ".join(r.levels), r.title)
            for r in recipes
        ],
    )


@click.command(no_args_is_help=True)
@click.argument("name")
def show(name: str) -> None:
    """Show a recipe, by name or by path: what it is made of, and the state of its tables.

    \b
    Example:
      lvbuild show factrecall_zh
    """
    from rich.console import Console
    from rich.text import Text

    from lvbuild.annotations.reading import read_tables
    from lvbuild.recipe import load_recipe

    file = load_recipe(name)
    recipe = file.recipe
    tables = read_tables(file.beside(f"annotations/{recipe.name}"), recipe)
    sources = {"questions": recipe.asking, "distractors": recipe.distracting}
    console = Console(soft_wrap=True, highlight=False)
    console.print(Text(f"{recipe.name}: {recipe.title}", style="bold"))
    for key, value in recipe.model_dump(exclude={"name", "title", "prompt"}).items():
        names = sources.get(key, value)
        shown = " ".join(names) if isinstance(names, tuple) else str(names)
        console.print(Text(f"  {key:<16} {shown}"))
    for source in recipe.sources.values():
        if not isinstance(source, str):
            console.print(Text(f"  source {source.name}"))
            for key, value in source.model_dump(exclude={"name"}, exclude_defaults=True).items():
                console.print(Text(f"    {key:<14} {_told(value)}"))
    console.print(Text(f"  {'file':<16} {file.path}"))
    for table_name, table in tables.named().items():
        rows = f"{len(table.rows)} rows, {table.approved} approved by a person"
        console.print(Text(f"  {table_name:<16} {rows}"))
    console.print(Text("  prompt"))
    for line in recipe.prompt.splitlines():
        console.print(Text(f"    {line}"))


def _told(value: object) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{key}: {each}" for key, each in value.items())


@click.command()
def schema() -> None:
    """Print the JSON Schema of a recipe file.

    \b
    Example:
      lvbuild schema
    """
    from lvbuild.recipe import Recipe

    click.echo(json.dumps(Recipe.model_json_schema(), indent=2, ensure_ascii=False))
