"""The files beside a recipe's tables that no build of it reads."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from lvbuild.core.resources import shipped
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import LEDGER, TABLE_NAMES
from lvbuild.tasks.task import Source


def unread_tables(source: Source) -> Iterator[str]:
    """Yield a line for each file in the folder of a recipe's tables that is not read, and why."""
    folder = source.file.beside(f"annotations/{source.file.recipe.name}")
    if not source.options.tables or not folder.is_dir():
        return
    read = {table.path for table in source.tables.named().values()}
    others = [path for path in sorted(folder.iterdir()) if path not in read]
    names = [path for path in others if not path.name.startswith(".") and path.name != LEDGER]
    if names and source.invents_tables:
        if source.file.path.parent != shipped("recipes"):
            yield "the tables beside the recipe are not read: the sample world brings its own"
        return
    for path in names:
        yield f"{path.name} is not read: {_why(path, source.file.recipe)}"


def _why(path: Path, recipe: Recipe) -> str:
    if path.suffix == ".jsonl" and path.stem in TABLE_NAMES:
        return recipe.why_unread(path.stem)
    names = sorted({*TABLE_NAMES, *recipe.own_tables})
    near = get_close_matches(path.stem, names, n=1)
    there = " ".join(f"{name}.jsonl" for name in near or names)
    return f"did you mean {there}?" if near else f"tables are called {there}"
