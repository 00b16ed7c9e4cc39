"""The questions that a recipe may ask, with the ids by which its tables name them."""

from __future__ import annotations

from pathlib import Path

from lvbuild.options import BuildOptions
from lvbuild.recipe import load_recipe
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import ListedQuestion, Source, as_task


def list_questions(
    recipe: str | Path,
    *,
    corpora: str | Path | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[ListedQuestion]:
    """Return the needles of a recipe, or the questions of its corpora in their order.

    No table is needed but the needles. Raises UsageError (recipe, needles or selection) and
    MissingCorpusError.
    """
    file = load_recipe(recipe)

    def open_source() -> Source:
        options = BuildOptions(sample=sample, corpora=corpora, offline=offline, tables=False)
        [source] = gather([recipe], options)
        return source

    tables = file.beside(f"annotations/{file.recipe.name}")
    return as_task(file.recipe).list_questions(tables, open_source)
