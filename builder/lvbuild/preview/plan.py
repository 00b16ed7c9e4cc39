"""Planning recipes as a build would, without building them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lvbuild.arguments import Recipes
from lvbuild.model import Level
from lvbuild.options import BuildOptions
from lvbuild.preview.planned import PlannedLevel, PlannedRecipe
from lvbuild.recipe import wanted_levels
from lvbuild.release.entry import recipe_entry
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.task import Source
from lvbuild.tasks.unread import unread_tables
from lvbuild.validation import called_with

Report = Callable[[str], None]
"""Told each recipe's name before it is planned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arguments(BuildOptions):
    recipes: Recipes = field(kw_only=False)
    report: Report = lambda recipe: None


@called_with(_Arguments)
def plan(arguments: _Arguments) -> tuple[PlannedRecipe, ...]:
    """Tell what `build` with the same options would write; nothing is written.

    A level that the corpora cannot fill stands in a recipe's `dropped`. Raises UsageError (recipe,
    table, option), MissingCorpusError, and BuildError for a corpus that cannot be read.
    """
    levels = None if arguments.levels is None else wanted_levels(arguments.levels)
    planned = []
    for source in gather(arguments.recipes, arguments):
        arguments.report(source.file.recipe.name)
        planned.append(_planned(source, levels))
    return tuple(planned)


def _planned(source: Source, levels: Sequence[Level] | None) -> PlannedRecipe:
    recipe = source.file.recipe
    prepared = source.prepare(levels or recipe.ascending_levels)
    entry = recipe_entry(source, prepared)
    return PlannedRecipe(
        recipe=recipe,
        levels=tuple(PlannedLevel.of(text) for _, text in sorted(prepared.levels.items())),
        dropped=prepared.dropped,
        entry=entry,
        notes=(*entry.shortfalls, *unread_tables(source)),
    )
