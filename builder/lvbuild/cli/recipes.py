"""`lvbuild list`: what can be built."""

from __future__ import annotations

import click

from lvbuild.cli.completion import recipes


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
