"""The scores of a release's levels, and by the depth of the needle or of the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lvbuild.core.model import Level
from lvbuild.recipe import Recipe


@dataclass(frozen=True, slots=True)
class RecordScore:
    """A record's score from 0 to 1, the depths of its needle or of its evidence, its question."""

    id: str
    score: float
    depths: tuple[float, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class LevelScores:
    """The scores of a recipe's records at one level, in their order; there is at least one.

    `score` is the level's, from 0 to 100, as the metric works it out of them; `details` are
    further figures of it by their names. `unanswered` are the records of the level that a partial
    score leaves out, `absent` the levels of the recipe that were asked for and not answered.
    `limit` is in how many tokens a model was to answer, 0 for as many as the recipe says.
    """

    recipe: Recipe
    level: Level
    records: tuple[RecordScore, ...]
    score: float
    details: Mapping[str, float] = field(default_factory=dict)
    unanswered: int = 0
    limit: int = 0
    absent: tuple[Level, ...] = ()

    @property
    def max_new_tokens(self) -> int:
        """In how many tokens a model was to answer."""
        return self.limit or self.recipe.max_new_tokens


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


def mean_of_levels(levels: Sequence[LevelScores]) -> float | None:
    """Return the mean of some levels' scores, two decimals, each counting alike.

    Those without distracting text are no part of it: None where there are no others.
    """
    scores = [level.score for level in levels if level.level.has_distractors]
    return round(sum(scores) / len(scores), 2) if scores else None


def by_depth(levels: Sequence[LevelScores], bins: int) -> list[list[float | None]]:
    """Return 100 times the mean of a recipe's scores by bin of depth, and in it by level.

    Bins are equal parts of the depths from 0 to 1, the first is the context's beginning; depth 1 is
    of the last. A record with several pieces of evidence counts at each. A mean is None where no
    record stands.
    """
    cells: list[list[list[float]]] = [[[] for _ in levels] for _ in range(bins)]
    for column, level in enumerate(levels):
        for record in level.records:
            for depth in record.depths:
                cells[min(int(depth * bins), bins - 1)][column].append(record.score)
    return [[mean_score(cell) if cell else None for cell in row] for row in cells]
