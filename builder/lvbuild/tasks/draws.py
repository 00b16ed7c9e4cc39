"""What is drawn for a recipe: streams of draws by their purpose, and a variant's replacements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lvbuild.core.options import BuildOptions
from lvbuild.core.seeds import Draws
from lvbuild.questions.annotated import row_pairs
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed
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
    return drawn_pairs(rows, draw_alternative(rows, recipe, options, question_id))


def draw_alternative(
    rows: Iterable[Placed[ReplacementRow]], recipe: Recipe, options: BuildOptions, question_id: str
) -> int | None:
    """Draw the place of the alternatives that a variant takes of rows; None for no variant."""
    fresh = min((len(p.row.alternatives) for p in rows if p.row.alternatives), default=0)
    if not (options.variant and fresh):
        return None
    return draws_for(recipe, options, "replacements", question_id=question_id).index(fresh)


def drawn_pairs(
    rows: Iterable[Placed[ReplacementRow]], alternative: int | None
) -> tuple[Pair, ...]:
    """Return the pairs of rows, with the alternatives of a place where they have any."""
    return row_pairs((placed.row for placed in rows), alternative)
