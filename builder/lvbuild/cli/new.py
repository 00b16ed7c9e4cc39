"""`lvbuild new`: a recipe for questions and documents of one's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import files, folders
from lvbuild.core.wording import number_of
from lvbuild.languages import languages

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.starting.new_recipe import NewRecipe


@click.command(no_args_is_help=True)
@click.argument("name")
@click.option("--from", "path", metavar="PATH", shell_complete=files, help="A file or folder.")
@click.option("--language", type=click.Choice(list(languages)), help="Of the texts.")
@click.option(
    "--task",
    type=click.Choice(["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]),
    help="What is asked.",
)
@click.option("--licence", metavar="SPDX", help="Of the texts.")
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="KEY=PATH",
    help="Where a record holds what, such as question=query.",
)
@click.option(
    "--out", metavar="DIR", default=".", shell_complete=folders, help="Where it is written."
)
@click.option("--yes", is_flag=True, help="Write without asking.")
def new(name: str, path: str | None, out: str, yes: bool, **given: Any) -> None:
    """Start a recipe from files of yours: SQuAD, HotpotQA, JSON, JSON lines, CSV, parquet.

    The fields, the language and the task are guessed, and shown on three records. Written are the
    recipe, a card, and empty tables with a guideline for annotators, what their columns mean and
    how git merges them; what is not given is asked for at a terminal.

    \b
    Example:
      lvbuild new mine --from corpora/museum --yes
    """
    from lvbuild.cli.output import Output, status
    from lvbuild.starting.new_recipe import start_recipe

    asking = sys.stdin.isatty() and not yes
    if path is None:
        if not asking:
            raise click.UsageError("say with --from where the questions and documents are")
        path = click.prompt("File or folder of the questions and documents", err=True)
    fields = _fields(given.pop("fields"))
    licence = given.pop("licence") or (
        click.prompt("Licence of the texts (SPDX)", default="LicenseRef-unknown", err=True)
        if asking
        else "LicenseRef-unknown"
    )
    with status(f"reading {path}"):
        started = start_recipe(name, Path(path), licence=licence, fields=fields, **given)
    # All stands before a line is printed on stdout: who reads it may leave, as `head` does.
    if asking:
        _print(started, Output(stderr=True))
        if not click.confirm("Write the recipe?", default=True, err=True):
            raise click.Abort
    written = started.write(Path(out))
    output = Output()
    if not asking:
        _print(started, output)
    for each in written:
        output.print_line(f"wrote {each}")
    _print_next(written[0], os.path.relpath(started.corpora), output)


def _fields(given: tuple[str, ...]) -> dict[str, str]:
    from lvbuild.recipe.mapping import Fields

    fields = {}
    for each in given:
        key, equals, path = each.partition("=")
        if not equals or key not in Fields.model_fields:
            keys = ", ".join(Fields.model_fields)
            raise click.UsageError(f"--field {each!r}: write KEY=PATH, KEY one of {keys}")
        fields[key] = path
    return fields


def _print(started: NewRecipe, output: Output) -> None:
    source = started.source
    output.print_line(
        f"{source.name}: {source.format}, {number_of(started.questions, 'question')},"
        f" {number_of(started.documents, 'document')}, language {started.language},"
        f" task {started.task}",
        style="bold",
    )
    for key, path in source.mapping.model_dump(exclude_defaults=True).items():
        output.print_line(f"  {key:<12} {path}")
    for number, shown in enumerate(started.shown, start=1):
        output.print_line(f"record {number}", style="bold")
        for name, text in shown.items():
            output.print_line(f"  {name:<12} {' '.join(text.split())}", indent=" " * 15)


def _print_next(recipe: Path, corpora: str, output: Output) -> None:
    recipe_path = f"./{recipe}" if recipe.parent == Path() else str(recipe)
    output.print_line("next:", style="bold")
    for command in (
        f"lvbuild annotate suggest {recipe_path} --corpora {corpora}",
        f"lvbuild annotate serve {recipe_path} --corpora {corpora}",
        f"lvbuild check {recipe_path} --corpora {corpora}",
        f"lvbuild recipe {recipe_path} --corpora {corpora}",
    ):
        output.print_line(f"  {command}", indent="    ")
