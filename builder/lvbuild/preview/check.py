"""Checking the tables of recipes, row by row, before anything is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lvbuild.arguments import Folder, Recipes
from lvbuild.options import BuildOptions
from lvbuild.tables.finding import Finding
from lvbuild.tables.reading import BrokenRow
from lvbuild.tables.rules import findings
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import Source
from lvbuild.validation import checks_arguments


@checks_arguments
def check(
    recipes: Recipes,
    *,
    corpora: Folder | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[Finding]:
    """Check the rows of recipes' tables, all but the rejected ones, and return what is amiss.

    Findings come recipe by recipe, then by file and line. `corpora` is the folder of the corpora;
    `sample` takes the invented one, and for mixups the rows that come with it.

    Raises UsageError (recipe, or a table that is not there) and MissingCorpusError.
    """
    broken: list[BrokenRow] = []
    options = BuildOptions(sample=sample, corpora=corpora, offline=offline)
    sources = gather(recipes, options, broken=broken)
    return [finding for source in sources for finding in _of(source, broken)]


def _of(source: Source, broken: Sequence[BrokenRow]) -> list[Finding]:
    folder = source.file.beside(f"annotations/{source.file.recipe.name}")
    own = [row for row in broken if row.path.parent == folder]
    case = source.task.read_case(source)
    return findings(replace(case, broken=[*own, *case.broken]))
