"""`lvbuild list`: what can be built."""

from __future__ import annotations

import click


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def list_recipes(as_json: bool) -> None:
    """List the recipes that come with lvbuild.

    \b
    Example:
      lvbuild list
    """
    from lvbuild.cli.output import Output
    from lvbuild.recipe import load_recipe, shipped_recipes

    recipes = [load_recipe(name).recipe for name in shipped_recipes()]
    if as_json:
        Output().print_json([recipe.model_dump() for recipe in recipes])
        return
    Output().print_table(
        ("recipe", "language", "task", "from", "levels", "title"),
        [
            (r.name, r.language, r.task, " ".join(r.corpora), " ".join(r.levels), r.title)
            for r in recipes
        ],
    )
