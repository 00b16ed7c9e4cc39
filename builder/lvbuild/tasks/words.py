"""A question's pairs, and its words after them: the same in fact recall and in mixups."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tables.reading import Placed
from lvbuild.tables.replacing import row_pairs
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Pair


def question_draws(recipe: Recipe, options: BuildOptions, question_id: str, purpose: str) -> Draws:
    """Return the draws for a purpose of a question, the same at every level."""
    return Draws(options.seed, options.variant, recipe.name, "-", question_id, purpose)


def question_pairs(
    rows: Sequence[Placed[ReplacementRow]], recipe: Recipe, options: BuildOptions, question_id: str
) -> tuple[Pair, ...]:
    """Return the pairs of a question's rows; a variant draws one place of all alternatives."""
    fresh = min((len(p.row.alternatives) for p in rows if p.row.alternatives), default=0)
    drawn: int | None = None
    if options.variant and fresh:
        drawn = question_draws(recipe, options, question_id, "replacements").index(fresh)
    return row_pairs((placed.row for placed in rows), drawn)
