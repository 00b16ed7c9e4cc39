"""Planning recipes as a build would, without building them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lvbuild.model import Level
from lvbuild.options import Folder, Levels, Positive, Recipes, Seed, Variant
from lvbuild.preview.planned import PlannedLevel, PlannedRecipe
from lvbuild.recipe import wanted_levels
from lvbuild.release.entry import recipe_entry
from lvbuild.tasks.counters import TokenizerChoices
from lvbuild.tasks.prepared import Choices
from lvbuild.tasks.source import Source, gather
from lvbuild.tasks.unread import unread_tables
from lvbuild.text.counting import LevelUnit
from lvbuild.validation import checks_arguments

Report = Callable[[str], None]
"""Told each recipe's name before it is planned."""


@checks_arguments
def plan(
    recipes: Recipes,
    *,
    levels: Levels = None,
    seed: Seed = 42,
    variant: Variant = "",
    corpora: Folder | None = None,
    sample: bool = False,
    limit: Positive | None = None,
    strict: bool = False,
    approved_only: bool = False,
    tables: bool = True,
    offline: bool = False,
    unit: LevelUnit | None = None,
    nested: bool | None = None,
    tokenizer: str | None = None,
    report_tokens: str | None = None,
    report: Report = lambda recipe: None,
) -> tuple[PlannedRecipe, ...]:
    """Tell what `build` with the same options would write; nothing is written.

    A level that the corpora cannot fill stands in a recipe's `dropped`. Raises UsageError (recipe,
    table, option), MissingCorpusError, and BuildError for a corpus that cannot be read.
    """
    choices = Choices(seed, variant, sample, strict, approved_only, not tables, limit, unit, nested)
    tokenizers = TokenizerChoices(tokenizer, report_tokens)
    wanted = None if levels is None else wanted_levels(levels)
    folder = None if corpora is None else Path(corpora)
    planned = []
    sources = gather(recipes, choices, corpora=folder, offline=offline, tokenizers=tokenizers)
    for source in sources:
        report(source.file.recipe.name)
        planned.append(_planned(source, wanted))
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
