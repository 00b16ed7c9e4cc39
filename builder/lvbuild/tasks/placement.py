"""Drawing where the parts of each question's contexts stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lvbuild.mix.mixup import Placement
from lvbuild.mix.supporting import stratified_depths
from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.hard_negatives import hard_negatives
from lvbuild.tasks.mixup_questions import MixupQuestion


def draw_placements(
    recipe: Recipe,
    options: BuildOptions,
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    hard: Sequence[Sequence[int]],
) -> list[Placement]:
    """Draw the placement of each question; `hard` are its hard negatives, as places in the pool."""
    drawn = draws_for(recipe, options, "depths")
    depths = stratified_depths([len(one.supporting) for one in questions], drawn)
    placements = []
    for one, placed, early in zip(questions, depths, hard, strict=True):
        draws = draws_for(recipe, options, "offset and phase", question_id=one.id)
        offset, phase = draws.index(len(pool)), draws.uniform(-0.25, 0.25)
        strewing = draws_for(recipe, options, "hard negatives", question_id=one.id)
        first = tuple(_strewn(early, offset, pool, recipe, strewing))
        placements.append(Placement(placed, offset, phase, first))
    return placements


def find_hard_negatives(
    number: int,
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    refused: Sequence[Collection[int]],
    recipe: Recipe,
) -> Sequence[Sequence[int]]:
    """Return the places of so many hard negatives of each question, none of its refused ones."""
    if not number:
        return [()] * len(questions)
    asked = [(one.replaced, places) for one, places in zip(questions, refused, strict=True)]
    return list(hard_negatives(pool, asked, number, recipe.language))


def _strewn(
    hard: Sequence[int], offset: int, pool: Sequence[SplitDocument], recipe: Recipe, draws: Draws
) -> Sequence[int]:
    """Strew hard negatives among as many others as the smallest level takes with them."""
    if not hard:
        return ()
    units = sum(document.outline.size for document in pool)
    count = recipe.ascending_levels[0].size * len(pool) // units
    following = ((offset + step) % len(pool) for step in range(len(pool)))
    others = [place for place, _ in zip(following, range(count - len(hard)), strict=False)]
    return draws.shuffled(list(dict.fromkeys((*hard, *others))))
