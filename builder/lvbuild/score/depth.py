"""Scores by the depth of the needle or of the evidence: the figures behind the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lvbuild.recipe import Recipe
from lvbuild.score.results import LevelScores, mean_score


@dataclass(frozen=True, slots=True)
class DepthScores:
    """A recipe's scores, 100 times the mean, by depth and level.

    `means[bin][level]` and `counts[bin][level]` belong together; a mean is None where no record
    stands. Bins are equal parts of the depths from 0 to 1, the first is the context's beginning;
    depth 1 is of the last.
    """

    recipe: Recipe
    levels: tuple[str, ...]
    means: tuple[tuple[float | None, ...], ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def bins(self) -> int:
        """How many bins there are."""
        return len(self.means)


def by_depth(levels: Sequence[LevelScores], bins: int) -> DepthScores:
    """Sort a recipe's records into bins of depth; one with several pieces of evidence, by each."""
    columns = [_column(level, bins) for level in levels]
    rows = list(zip(*columns, strict=True))
    return DepthScores(
        levels[0].recipe,
        tuple(level.level.label for level in levels),
        tuple(tuple(mean_score(cell) if cell else None for cell in row) for row in rows),
        tuple(tuple(map(len, row)) for row in rows),
    )


def _column(level: LevelScores, bins: int) -> list[list[float]]:
    column: list[list[float]] = [[] for _ in range(bins)]
    for record in level.records:
        for depth in record.depths:
            column[min(int(depth * bins), bins - 1)].append(record.score)
    return column
