"""`lvbuild show`: a recipe, what it is made of, the questions it may ask."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import build_option, recipes
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.recipe import Recipe, RecipeFile
    from lvbuild.tasks.task import ListedQuestion


@click.command(no_args_is_help=True)
@click.argument("name", shell_complete=recipes)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print the recipe file, to make it your own.")
@click.option("--questions", is_flag=True, help="List the questions with their ids.")
@build_option("sample")
@build_option("corpora")
@build_option("offline")
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def show(name: str, as_yaml: bool, questions: bool, as_json: bool, **options: Any) -> None:
    """Show a recipe, by name or by path: what it is made of, and the state of its tables.

    Of a family, such as lveval, or "all", each recipe is shown; --json then prints their list.
    --yaml prints its file, as a start for one of yours; --questions the questions that its corpora
    ask (in fact recall its needles), with the ids that its tables name them by; --sample, --corpora
    and --offline say which corpora.

    \b
    Example:
      lvbuild show factrecall_zh
    """
    if any(options.values()) and not questions:
        raise click.UsageError("--sample, --corpora and --offline go with --questions")
    if as_yaml and (questions or as_json):
        raise click.UsageError("--yaml prints the recipe's file alone; leave the others out")
    from lvbuild.cli.output import Output, status
    from lvbuild.recipe import load_recipe, load_recipes

    output = Output()
    if questions:
        from lvbuild.audit.check import list_questions

        with status(f"{name}: reading its corpora"):
            listed = list_questions(name, **options)
        if as_json:
            output.print_json([asdict(question) for question in listed], indent=2)
        else:
            columns = ("question_id", "state", "question", "answers")
            output.print_table(columns, [_cells(question) for question in listed])
    elif as_yaml:
        _show_yaml(load_recipe(name), output, Output(stderr=True))
    elif as_json:
        dumped = [file.recipe.model_dump() for file in load_recipes([name])]
        output.print_json(dumped if len(dumped) > 1 else dumped[0], indent=2)
    else:
        for number, file in enumerate(load_recipes([name])):
            if number:
                output.print_line("")
            _show_recipe(file, output)


def _show_yaml(file: RecipeFile, output: Output, notes: Output) -> None:
    output.print_file(file.content)
    folder = file.beside(f"annotations/{file.recipe.name}")
    if folder.is_dir():
        notes.print_line(
            f"its tables are in {folder}: a recipe of another name takes a copy of that folder as"
            " annotations/<name> beside it",
            indent="  ",
        )


def _cells(listed: ListedQuestion) -> tuple[str, str, str, str]:
    state = "selected" if listed.selected else ""
    if listed.left_out:
        state = f"{state} left out: {listed.left_out}".strip()
    elif listed.doubt:
        state = f"{state} doubtful: {listed.doubt}".strip()
    question = " ".join(listed.question.split())
    return listed.question_id, state, question, " | ".join(listed.answers)


def _show_recipe(file: RecipeFile, output: Output) -> None:
    from lvbuild.errors import UsageError
    from lvbuild.tables.reading import Tables, read_tables

    recipe = file.recipe
    broken: UsageError | None = None
    try:
        tables = read_tables(file.beside(f"annotations/{recipe.name}"), recipe)
    except UsageError as error:
        tables, broken = Tables(), error
    output.print_line(f"{recipe.name}: {recipe.title}", style="bold")
    for key, shown in _keys(recipe):
        output.print_line(f"  {key:<16} {shown}", indent=" " * 19)
    output.print_line(f"  {'file':<16} {file.path}", indent=" " * 19)
    for table_name, table in tables.named().items():
        rows = f"{number_of(len(table.rows), 'row')}, {table.approved} approved by a person"
        output.print_line(f"  {table_name:<16} {rows}")
    output.print_line("  prompt")
    for line in recipe.prompt.splitlines():
        output.print_line(f"    {line}", indent=" " * 4)
    if broken is not None:
        raise broken


def _keys(recipe: Recipe) -> list[tuple[str, str]]:
    from lvbuild.recipe.sources import source_names

    shown = []
    for key, value in recipe.model_dump(exclude={"name", "title", "prompt"}).items():
        names = source_names(recipe.given(key)) if key in recipe.source_keys else value
        shown.append((key, _value(names)))
    for source in recipe.sources.values():
        if not isinstance(source, str):
            shown.append(("source", source.name))
            for key, value in source.model_dump(exclude={"name"}, exclude_defaults=True).items():
                held = value.items() if isinstance(value, dict) else None
                text = str(value) if held is None else ", ".join(f"{a}: {b}" for a, b in held)
                shown.append((f"  {key}", text))
    return shown


def _value(value: object) -> str:
    """Return a value as a recipe has it; "-" where there is none."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value in (None, "") else str(value)


@click.command("list")
@click.argument("names", nargs=-1, metavar="[NAME...]", shell_complete=recipes)
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def list_recipes(names: tuple[str, ...], as_json: bool) -> None:
    """List the recipes that come with lvbuild, family by family.

    A family's name stands for its recipes wherever recipes are named, here too.

    \b
    Example:
      lvbuild list lveval
    """
    from lvbuild.cli.output import Output
    from lvbuild.recipe import load_recipes

    listed = [file.recipe for file in load_recipes(names or ["all"])]
    listed.sort(key=lambda recipe: recipe.family)
    if as_json:
        Output().print_json([recipe.model_dump() for recipe in listed])
        return
    Output().print_table(
        ("recipe", "family", "language", "task", "from", "levels", "title"),
        [
            (r.name, r.family, r.language, r.task, " ".join(r.corpora), " ".join(r.levels), r.title)
            for r in listed
        ],
    )
