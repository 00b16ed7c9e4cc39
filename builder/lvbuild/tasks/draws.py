"""What is drawn for a recipe: streams of draws by their purpose, and a variant's replacements."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tables.reading import Placed
from lvbuild.tables.replacing import row_pairs
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Pair


def draws_for(
    recipe: Recipe,
    options: BuildOptions,
    purpose: str,
    *,
    question_id: str = "-",
    level: str = "-",
) -> Draws:
    """Return the draws for a purpose: of a question or of all, at a level or the same at every."""
    return Draws(options.seed, options.variant, recipe.name, level, question_id, purpose)


def draw_pairs(
    rows: Sequence[Placed[ReplacementRow]], recipe: Recipe, options: BuildOptions, question_id: str
) -> tuple[Pair, ...]:
    """Return the pairs of a question's rows; a variant draws one place of all alternatives."""
    fresh = min((len(p.row.alternatives) for p in rows if p.row.alternatives), default=0)
    drawn: int | None = None
    if options.variant and fresh:
        drawn = draws_for(recipe, options, "replacements", question_id=question_id).index(fresh)
    return row_pairs((placed.row for placed in rows), drawn)
