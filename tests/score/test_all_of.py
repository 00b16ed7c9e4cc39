"""Recall over several answers, as RULER's string_match_all has it: scores worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe
from lvbuild.score import score_answer
from tests.tasks.small_world import RECIPE, book, needle, write_books, write_recipe

SEVEN = ["8231094", "5570213", "1904466", "7719035"]

CASES = [
    # all four stand there, whatever is between them
    ("The numbers are 8231094, 5570213, 1904466 and 7719035.", SEVEN, 1),
    # 1 of 4: the last digit of the second is lacking
    ("8231094, 557021", SEVEN, 1 / 4),
    ("", SEVEN, 0),
    # case aside, in any order; no borders: 17 holds 7
    ("17 and VORDIN", ["Vordin", "7", "17"], 1),
    # but white space and signs count: 1 of 2
    ("New  York, Vordin.", ["New York", "Vordin"], 1 / 2),
    ("1,234", ["1234"], 0),
    # an answer told twice among them counts twice: 2 of 3
    ("alpha", ["alpha", "alpha", "beta"], 2 / 3),
    # Chinese: runs of characters, 2 of 3
    ("答案是翠岚镇和绛溪。", ["翠岚镇", "绛溪", "白石"], 2 / 3),
]


def all_of(language: str = "en") -> Recipe:
    shipped = "factrecall_en" if language == "en" else "factrecall_zh"
    return lvbuild.load_recipe(shipped).recipe.model_copy(update={"metric": "all_of"})


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("prediction", "answers", "score"), CASES)
def test_the_share_of_the_answers_that_a_prediction_holds_is_its_score(
    prediction: str, answers: Sequence[str], score: float, language: str
) -> None:
    assert score_answer("mine", prediction, answers, recipe=all_of(language)) == score


def test_a_text_is_one_answer_and_keywords_ask_for_nothing() -> None:
    assert score_answer("mine", "a bc", "bc", "lost words", recipe=all_of()) == 1


def test_no_answer_at_all_is_refused() -> None:
    for recipe in (all_of(), None):
        with pytest.raises(UsageError, match="no answer"):
            score_answer("factrecall_en", "Ada", [], recipe=recipe)


TEXT = RECIPE.replace("metric: f1", "metric: all_of")
BOTH = ["Ann Lee", "Mia Roe"]


@pytest.mark.parametrize(("text", "lacking"), [(TEXT, ["Mia Roe"]), (RECIPE, [])])
def test_a_needles_fact_holds_each_answer_that_is_scored_by(
    tmp_path: Path, text: str, lacking: list[str]
) -> None:
    path = write_recipe(tmp_path, text, needles=[needle("a", answers=BOTH)])
    corpora = write_books(tmp_path / "corpora", [book(1, 800)])
    found = [one for one in lvbuild.check(path, corpora=corpora) if one.severity == "error"]
    assert [one.rule for one in found] == ["needle-lacks-answer"] * len(lacking)
    assert all(name in one.message for name, one in zip(lacking, found, strict=True))
