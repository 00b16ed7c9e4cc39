"""One answer's score, as its recipe says."""

from __future__ import annotations

from functools import cache

from lvbuild.core.answers import Answer
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, RecipeFile, load_recipe
from lvbuild.recipe.shipped import is_path
from lvbuild.score.metric import Metric, metric_of


def score_answer(
    dataset: str,
    prediction: str,
    answer: Answer,
    keywords: str | None = None,
    *,
    recipe: Recipe | RecipeFile | None = None,
) -> float:
    """Score a prediction against a record's answers and its keywords, from 0 to 1.

    `answer` is one, or all of the record's `answers`: the recipe's metric says which of them count,
    LV-Eval's take the first. A number, true or false, and what lists and mappings hold are answers
    as well. `dataset` is the name of a shipped recipe, and says how; another `recipe` says so
    itself. Raises UsageError where no recipe has that name.
    """
    if recipe is None:
        metric = _shipped(dataset)
    else:
        metric = metric_of(recipe.recipe if isinstance(recipe, RecipeFile) else recipe)
    return metric.score_record(prediction, answer, keywords or "")


@cache
def _shipped(name: str) -> Metric:
    if is_path(name):
        raise UsageError(f"{name}: hand a recipe file over as recipe=lvbuild.load_recipe(path)")
    return metric_of(load_recipe(name).recipe)
