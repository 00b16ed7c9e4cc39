"""Checking recipes' tables before anything is built, and listing what recipes may ask."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lvbuild.core.options import BuildOptions, Folder, Recipes
from lvbuild.core.validation import checks_arguments
from lvbuild.recipe import load_recipe
from lvbuild.rules.context import Finding
from lvbuild.rules.every import findings
from lvbuild.tables.reading import BrokenRow, read_tables
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.notes import unread_tables
from lvbuild.tasks.task import ListedQuestion, as_task


@checks_arguments
def check(
    recipes: Recipes,
    *,
    corpora: Folder | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[Finding]:
    """Check the rows of recipes' tables, all but the rejected ones, and return what is amiss.

    Findings come recipe by recipe, then by file and line, at the end files beside the tables that
    no build reads. Answers that no row changes are notes. `corpora` is the folder of the corpora;
    `sample` takes the invented one, and for mixups the rows that come with it.

    Raises UsageError (recipe, or a table that is not there) and MissingCorpusError.
    """
    broken: list[BrokenRow] = []
    options = BuildOptions(sample=sample, corpora=corpora, offline=offline)
    sources = gather(recipes, options, broken=broken)
    found: list[Finding] = []
    for source in sources:
        folder = source.file.beside(f"annotations/{source.file.recipe.name}")
        own = [row for row in broken if row.path.parent == folder]
        case = source.task.read_case(source)
        found += findings(replace(case, broken=[*own, *case.broken]))
        name, place = source.file.recipe.name, str(folder)
        found += [
            Finding(name, place, 0, "", "table-unread", "warning", told)
            for told in unread_tables(source)
        ]
    return found


def list_questions(
    recipe: str | Path,
    *,
    corpora: str | Path | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[ListedQuestion]:
    """Return the needles of a recipe, or the questions of its corpora in their order.

    No table is needed but the needles. Raises UsageError (recipe, or a table that is there) and
    MissingCorpusError.
    """
    file = load_recipe(recipe)
    options = BuildOptions(sample=sample, corpora=corpora, offline=offline, tables=not sample)
    folder = file.beside(f"annotations/{file.recipe.name}")
    return as_task(file.recipe).list_questions(
        read_tables(folder, file.recipe, no_tables=True),
        lambda: gather([recipe], options, absent_empty=True)[0],
    )
