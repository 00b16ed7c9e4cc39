"""One answer's score, as its recipe says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from lvbuild.core.model import Language
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, RecipeFile, load_recipe
from lvbuild.score.metrics import all_of, f1, keyword_recall
from lvbuild.score.rouge import rouge_l
from lvbuild.score.words import (
    LVEVAL,
    chinese_words,
    chinese_words_cut_twice,
    cut_ahead,
    english_words,
)

Words = Callable[[str], list[str]]

_WORDS: dict[Language, Words] = {"en": english_words, "zh": chinese_words}
_ROUGE_WORDS: dict[Language, Words] = {"en": english_words, "zh": chinese_words_cut_twice}
_THRESHOLDS: dict[Language, float] = {"en": 0.2, "zh": 0.4}
_BLACKLISTS: dict[Language, str] = {"en": "english", "zh": "chinese"}


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores answers by a recipe's metric, threshold and blacklist.

    Where the recipe names no threshold or no blacklist, LV-Eval's of its language are taken: 0.2 in
    English, 0.4 in Chinese. `keyword_recall: 0` and `blacklist: []` ask for none.
    """

    recipe: Recipe

    def score(
        self, prediction: str, answers: str | Sequence[str], keywords: str | None = None
    ) -> float:
        """Return how well a prediction agrees with a record's answers, from 0 to 1.

        A text is the one answer.
        """
        wanted = [answers] if isinstance(answers, str) else self.recipe.scored_answers(answers)
        if not wanted:
            raise UsageError("there is no answer to score by; give at least one")
        if self.recipe.metric == "all_of":
            return all_of(prediction, wanted)
        return self._score_words(prediction, wanted[0], keywords)

    def _score_words(self, prediction: str, answer: str, keywords: str | None) -> float:
        language = self.recipe.language
        if self.recipe.metric == "rouge_l":
            words = _ROUGE_WORDS[language]
            kept = (self._kept(words(text)) for text in (prediction, answer))
            return rouge_l(*map(" ".join, kept))
        words = _WORDS[language]
        said, right = words(prediction), words(answer)
        if self.recipe.metric == "f1_keywords" and not self._holds(said, right, keywords or ""):
            return 0.0
        return f1(said, right)

    def read_ahead(self, texts: Iterable[str]) -> None:
        """Read the few texts that will be scored at once, where that is the quicker way."""
        if self.recipe.language == "zh":
            named = self.recipe.blacklist
            cut_ahead([*texts, *(() if named is None or isinstance(named, str) else named)])

    def may_ignore(self, text: str) -> bool:
        """Return whether a word of a text may be one that counts as no hit."""
        return any(word in text.lower() for word in self._blacklist())

    def _holds(self, said: list[str], right: list[str], keywords: str) -> bool:
        """Say whether a prediction holds enough of the keywords.

        Without any there is no threshold in English; in Chinese the answer stands in for them.
        """
        language = self.recipe.language
        wanted = _WORDS[language](keywords) or (right if language == "zh" else [])
        least = self.recipe.keyword_recall
        threshold = _THRESHOLDS[language] if least is None else least
        return not wanted or keyword_recall(said, wanted, self._blacklist()) >= threshold

    def _kept(self, words: list[str]) -> list[str]:
        blacklist = self._blacklist()
        return [word for word in words if word not in blacklist]

    def _blacklist(self) -> frozenset[str]:
        language = self.recipe.language
        named = self.recipe.blacklist
        return _blacklist(_BLACKLISTS[language] if named is None else named, language)


@cache
def _blacklist(named: str | tuple[str, ...], language: Language) -> frozenset[str]:
    """Return the words of a list; those of a recipe's own are written as the metrics have them."""
    if isinstance(named, str):
        return frozenset(LVEVAL[named])
    return frozenset(word for written in named for word in _WORDS[language](written))


@cache
def _shipped(name: str) -> Scorer:
    if "/" in name or name.endswith((".yaml", ".yml")):
        raise UsageError(f"{name}: hand a recipe file over as recipe=lvbuild.load_recipe(path)")
    return Scorer(load_recipe(name).recipe)


def score_answer(
    dataset: str,
    prediction: str,
    answer: str | Sequence[str],
    keywords: str | None = None,
    *,
    recipe: Recipe | RecipeFile | None = None,
) -> float:
    """Score a prediction against a record's answers and its keywords, from 0 to 1.

    `answer` is one, or all of the record's `answers`: all_of takes them all, the other metrics the
    first, as LV-Eval does. `dataset` is the name of a shipped recipe, and says how; another
    `recipe` says so itself. Raises UsageError where no recipe has that name.
    """
    if recipe is None:
        return _shipped(dataset).score(prediction, answer, keywords)
    own = recipe.recipe if isinstance(recipe, RecipeFile) else recipe
    return Scorer(own).score(prediction, answer, keywords)
