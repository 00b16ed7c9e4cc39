"""Whose recipe scores: a shipped one by its name, or any recipe that is handed over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, tasks
from lvbuild.score import score_answer
from tests.cli.running import environment
from tests.tasks.small_world import RECIPE, write_recipe


def recipe(**changes: object) -> Recipe:
    own = lvbuild.load_recipe("hotpotwikiqa_mixup").recipe
    return tasks[own.task].model_validate({**own.model_dump(), "name": "mine", **changes})


@pytest.mark.parametrize(("threshold", "score"), [(0.5, 1 / 2), (0.51, 0), (None, 1 / 2)])
def test_a_recipes_own_threshold_counts(threshold: float | None, score: float) -> None:
    # k 1/2; north west / north south: p 1/2, r 1/2
    own = recipe(keyword_recall=threshold)
    assert score_answer("mine", "north west", "north south", "north east", recipe=own) == score


@pytest.mark.parametrize(
    ("blacklist", "score"),
    [("english", 0), (None, 0), ((), 1), (("With", "TO!"), 0), (("with",), 1)],
)
def test_a_recipes_own_blacklist_counts(blacklist: object, score: float) -> None:
    own = recipe(blacklist=blacklist)
    assert score_answer("mine", "with to", "with to", "with to", recipe=own) == score


def test_an_english_recipe_can_ask_for_rouge_l() -> None:
    # blacklisted "of" goes: cat sat / cat sat mat: p 2/2, r 2/3
    own = recipe(metric="rouge_l", keyword_recall=None, blacklist="english")
    found = score_answer("mine", "The cat of sat", "cat sat, mat.", recipe=own)
    assert found == pytest.approx(4 / 5, abs=2e-8)


def test_a_recipe_file_is_handed_over_as_it_was_loaded(tmp_path: Path) -> None:
    loaded = lvbuild.load_recipe(write_recipe(tmp_path, RECIPE))
    assert lvbuild.score.score_answer("mine", "Eve", "Eve Orr", recipe=loaded) == 2 / 3


@pytest.mark.parametrize(
    ("name", "told"),
    [("factrecall", "did you mean factrecall_"), ("./mine.yaml", "recipe=lvbuild.load_recipe")],
)
def test_an_unknown_name_is_refused_with_the_remedy(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        score_answer(name, "a", "b")


@pytest.mark.parametrize(
    ("dataset", "loaded"), [("hotpotwikiqa_mixup", []), ("dureader_mixup", ["jieba", "numpy"])]
)
def test_only_what_a_metric_needs_is_imported_and_nothing_is_told(
    tmp_path: Path, dataset: str, loaded: list[str]
) -> None:
    code = (
        "import sys\nfrom lvbuild.score import score_answer\n"
        f"score_answer({dataset!r}, 'a b', 'b c')\n"
        "print(*[m for m in ('jieba', 'matplotlib', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(TMPDIR=str(tmp_path)),  # jieba has no cache of its dictionary there
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout.split(), done.stderr) == (loaded, "")
