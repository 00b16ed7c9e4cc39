"""The scores of a release's levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lvbuild.core.model import Level
from lvbuild.recipe import Recipe


@dataclass(frozen=True, slots=True)
class RecordScore:
    """A record's score from 0 to 1, and the depths of its needle or of its evidence."""

    id: str
    score: float
    depths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LevelScores:
    """The scores of a recipe's records at one level, in their order; there is at least one."""

    recipe: Recipe
    level: Level
    records: tuple[RecordScore, ...]

    @property
    def score(self) -> float:
        """The level's score: 100 times the mean, two decimals."""
        return mean_score([record.score for record in self.records])


def mean_score(scores: Sequence[float]) -> float:
    """Return 100 times the mean, two decimals.

    Added one by one as LV-Eval does, since `sum` rounds otherwise from Python 3.12 on.
    """
    total = 0.0
    for score in scores:
        total += score
    return round(100 * total / len(scores), 2)


def by_recipe(scores: Iterable[LevelScores]) -> dict[str, list[LevelScores]]:
    """Return the scores of each recipe, by its name, the smallest level first."""
    found: dict[str, list[LevelScores]] = {}
    for score in sorted(scores, key=lambda score: (score.recipe.name, score.level)):
        found.setdefault(score.recipe.name, []).append(score)
    return found


def mean_of_levels(levels: Sequence[LevelScores]) -> float:
    """Return the mean of some levels' scores, two decimals, each counting alike."""
    return round(sum(level.score for level in levels) / len(levels), 2)
