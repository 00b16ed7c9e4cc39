"""A question's pairs, and its words after them: the same in fact recall and in mixups."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tables.reading import Placed
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
    return tuple(_pair(placed.row, drawn) for placed in rows)


def _pair(row: ReplacementRow, drawn: int | None) -> Pair:
    """Return a row's pair; `plural` is that of its replacement, not of its alternatives."""
    if drawn is None or not row.alternatives:
        return Pair(row.original, row.replacement, row.kind, row.plural, row.everywhere)
    return Pair(row.original, row.alternatives[drawn], row.kind, everywhere=row.everywhere)
