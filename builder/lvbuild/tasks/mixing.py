"""What the plans of each question follow from: its depths, its place in the pool's order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lvbuild.mix.mixup import Mixed
from lvbuild.mix.supporting import stratified_depths
from lvbuild.options import BuildOptions
from lvbuild.seeds import Draws
from lvbuild.tasks.hard_negatives import hard_negatives
from lvbuild.tasks.pool import Read
from lvbuild.tasks.worded import Worded
from lvbuild.tasks.words import question_draws

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering


def mix(
    recipe: QuestionAnswering,
    options: BuildOptions,
    pool: Sequence[Read],
    questions: Sequence[Worded],
    refused: Sequence[set[int]],
) -> list[Mixed]:
    """Draw what is drawn for each question; `refused` are the places it may not have."""
    drawn = question_draws(recipe, options, "-", "depths")
    depths = stratified_depths([len(worded.supporting) for worded in questions], drawn)
    hard = _hard(recipe, pool, questions, refused)
    mixed = []
    for worded, barred, placed, early in zip(questions, refused, depths, hard, strict=True):
        name = worded.question.id
        draws = question_draws(recipe, options, name, "offset and phase")
        offset, phase = draws.index(len(pool)), draws.uniform(-0.25, 0.25)
        strewing = question_draws(recipe, options, name, "hard negatives")
        mixed.append(
            Mixed(
                worded.question,
                worded.supporting,
                placed,
                barred,
                {place: read.outline for place, read in worded.changed.items()},
                offset,
                phase,
                tuple(_strewn(early, offset, pool, recipe, strewing)),
            )
        )
    return mixed


def _hard(
    recipe: QuestionAnswering,
    pool: Sequence[Read],
    questions: Sequence[Worded],
    refused: Sequence[set[int]],
) -> Sequence[Sequence[int]]:
    if not (number := recipe.hard_negatives):
        return [()] * len(questions)
    asked = [(w.question, barred) for w, barred in zip(questions, refused, strict=True)]
    return list(hard_negatives(pool, asked, number, recipe.language))


def _strewn(
    hard: Sequence[int], offset: int, pool: Sequence[Read], recipe: QuestionAnswering, draws: Draws
) -> Sequence[int]:
    """Strew hard negatives among as many others as the smallest level takes with them."""
    if not hard:
        return ()
    units = sum(read.outline.size for read in pool)
    count = recipe.ascending_levels[0].size * len(pool) // units
    following = ((offset + step) % len(pool) for step in range(len(pool)))
    others = [place for place, _ in zip(following, range(count - len(hard)), strict=False)]
    return draws.shuffled(list(dict.fromkeys((*hard, *others))))
