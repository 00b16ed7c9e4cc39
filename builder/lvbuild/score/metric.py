"""What a metric is: how predictions are scored by the answers of a recipe's records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from math import fsum
from typing import ClassVar, Literal, TypeVar

from lvbuild.core.model import Answer, answer_texts
from lvbuild.core.twins import full_name
from lvbuild.errors import UsageError
from lvbuild.languages import find_language, languages
from lvbuild.recipe import Recipe, RecipeFile, load_recipe, metrics
from lvbuild.recipe.loading import is_path
from lvbuild.score.results import mean_score

M = TypeVar("M", bound="type[Metric]")


class Metric(ABC):
    """Scores predictions as a recipe says, from 0 to 1 each.

    A metric of one's own is a subclass with a name, a meaning and `score`, decorated by `register`.
    Where the recipe names no threshold or no blacklist, LV-Eval's of its language are taken;
    `keyword_recall: 0` and `blacklist: []` ask for none.
    """

    name: ClassVar[str]
    """How recipes name it."""
    meaning: ClassVar[str]
    """What a score is, as it follows "A prediction's score is"; `{which}` is "first" or "best"."""
    answers: ClassVar[Literal["first", "best", "all"]] = "first"
    """Which of a record's answers count: the first alone, the best of them, or all in the mean.

    A recipe may say otherwise where `answers` is among the keys.
    """
    keys: ClassVar[frozenset[str]] = frozenset()
    """Those of a recipe's keys that not every metric reads: `keyword_recall`, `blacklist`,
    `labels`, which then have to be given, `answers` and `words`.
    """
    free_text: ClassVar[bool] = False
    """Whether answers are free text, which the evidence tells in other words."""
    whole: ClassVar[bool] = True
    """Whether an answer scores 1 by itself, whatever its words."""
    finds_parts: ClassVar[bool] = False
    """Whether it finds an answer within a longer word, such as 7 in 17."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.language = find_language(recipe.language)
        self.labels: tuple[str, ...] = recipe.labels or ()

    @property
    def note(self) -> str:
        """What who reads its scores has to know of them here; "" where there is nothing."""
        return ""

    def scored_part(self, prediction: str) -> str:
        """Return what of a prediction is scored: all, or its first line that is not empty."""
        return prediction.lstrip("\n").partition("\n")[0] if self.recipe.first_line else prediction

    @abstractmethod
    def score(self, prediction: str, answer: str, keywords: str = "") -> float:
        """Return how well a prediction agrees with an answer, from 0 to 1."""

    def score_record(self, prediction: str, answers: Answer, keywords: str = "") -> float:
        """Return how well a prediction agrees with a record's answers, from 0 to 1.

        Raises UsageError where there is none.
        """
        wanted = answer_texts(answers)
        if not wanted:
            raise UsageError("there is no answer to score by; give at least one")
        prediction = self.scored_part(prediction)
        which = self.recipe.answers or self.answers
        taken = wanted[:1] if which == "first" else wanted
        scores = [self.score(prediction, answer, keywords) for answer in taken]
        if not all(0 <= score <= 1 for score in scores):
            raise UsageError(f"the metric {self.name} gives {scores}, not scores from 0 to 1")
        return max(scores) if which == "best" else fsum(scores) / len(scores)

    def score_records(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> float:
        """Return the score of a level, from 0 to 100: of its records' scores the mean.

        A metric over classes, such as macro-F1, works it out of predictions and answers instead.
        """
        return mean_score(scores)

    def details(
        self, predictions: Sequence[str], answers: Sequence[Answer], scores: Sequence[float]
    ) -> Mapping[str, float]:
        """Return further figures of a level by their names, from 0 to 100; none by default."""
        return {}

    def may_ignore(self, text: str) -> bool:
        """Return whether a word of a text may be one that counts as no hit."""
        return any(word in text.lower() for word in self.ignored)

    @cached_property
    def ignored(self) -> frozenset[str]:
        """The words that count as no hit, as the language's metrics have words."""
        named = self.recipe.blacklist
        if named is None:
            return self.language.ignored_words
        if isinstance(named, str):
            return next(e for e in languages.values() if e.name.lower() == named).ignored_words
        return frozenset(word for each in named for word in self.language.answer_words(each))


def register(metric: M) -> M:
    """Register a metric by its name, as a decorator; one of that name is taken over."""
    metrics.register(metric.name, metric)
    return metric


def metric_of(recipe: Recipe) -> Metric:
    """Return a recipe's metric, ready to score by its keys."""
    metric: Metric = metrics[recipe.metric](recipe)
    return metric


def meaning_of(recipe: Recipe) -> str:
    """Return what a prediction's score is by a recipe's metric.

    One of another package is not described: every reader of a release has to come to the same.
    """
    if recipe.metric not in metrics.shipped:
        return "by a metric of another package"
    metric = metrics[recipe.metric]
    meaning: str = metric.meaning.format(which=recipe.answers or metric.answers)
    return f"{meaning}, of its first line" if recipe.first_line else meaning


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
    if "labels" in metric.keys and not metric.labels:
        raise UsageError(
            f"{dataset}: its labels are those of its corpora, which a release of it tells; score by"
            " score_release, or give a recipe that lists them"
        )
    return metric.score_record(prediction, answer, keywords or "")


@cache
def _shipped(name: str) -> Metric:
    if is_path(name):
        raise UsageError(f"{name}: hand a recipe file over as recipe=lvbuild.load_recipe(path)")
    return metric_of(load_recipe(full_name(name)).recipe)
