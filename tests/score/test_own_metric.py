"""A metric from outside of the package: registered by a program, or brought by an installed one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.model import Answer
from lvbuild.core.registry import Registry
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, metrics
from lvbuild.score import Metric, score_answer
from lvbuild.score.metric import metric_of
from tests.cli.running import installed
from tests.cli.running import lvbuild as run
from tests.score.answering import write_predictions
from tests.tasks.small_world import RECIPE, book, write_books, write_recipe

TEXT = RECIPE.replace("metric: f1", "metric: class_f1")


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the metrics for one test alone, as a program does by importing their module."""
    monkeypatch.setattr(metrics, "_registered", dict(metrics.items()))
    module = import_module("tests.score.own_metric")
    for metric in (module.BestExact, module.ClassF1):
        module.register(metric)


def own(metric: str) -> Recipe:
    return lvbuild.load_recipe("factrecall_en").recipe.model_copy(update={"metric": metric})


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("prediction", "answers", "score"),
    [
        ("ben", ["Ada", "Ben"], 1),
        ("Eve", ["Ada", "Ben"], 0),
        ("yes", {"rooms": 17, "open": True}, 1),
        ("no", False, 1),
        ("b", [["a"], {"k": ["b"]}], 1),
    ],
)
def test_the_best_answer_counts_whatever_holds_it(
    prediction: str, answers: Answer, score: float
) -> None:
    assert score_answer("mine", prediction, answers, recipe=own("best_exact")) == score


@pytest.mark.parametrize("answers", [None, ["Ada", None], {"name": None}])
def test_what_is_no_answer_is_refused(answers: Answer) -> None:
    with pytest.raises(UsageError, match="None is no answer"):
        score_answer("factrecall_en", "Ada", answers)


@pytest.mark.usefixtures("known")
def test_a_metric_may_score_all_records_together() -> None:
    # a: 2 right of 3 told and 2 wanted, F1 4/5; b: 1 of 1 told and 2 wanted, F1 2/3
    said: Sequence[str] = ["a", "a", "a", "b"]
    right = [("a",), ("a",), ("b",), ("b",)]
    scored = metric_of(own("class_f1")).score_records(said, right, [1.0, 1.0, 0.0, 1.0])
    assert scored == round(100 * (4 / 5 + 2 / 3) / 2, 2)


def test_the_command_line_knows_one_of_an_installed_package(tmp_path: Path) -> None:
    module = Path(__file__).with_name("own_metric.py")
    path = installed(tmp_path, "[lvbuild.metrics]\nclass_f1 = own_metric", module)
    recipe = write_recipe(tmp_path, TEXT)
    write_books(tmp_path / "corpora", (book(seed, 800) for seed in range(4)))
    building = ("recipe", str(recipe), "--corpora", "corpora", "--workers", "2")
    assert run(*building, cwd=tmp_path, PYTHONPATH=path).code == 0
    write_predictions(tmp_path / "release", tmp_path / "predictions")
    scored = run("score", "release", "predictions", "--json", cwd=tmp_path, PYTHONPATH=path)
    [found] = json.loads(scored.out).values()
    assert (found["metric"], set(found["scores"].values())) == ("class_f1", {100.0})
    without = run("score", "release", "predictions", cwd=tmp_path).error(2)
    assert "a metric of another package is known where that is installed" in without
    assert run("inspect", "release", "mine_1k", "0", cwd=tmp_path).code == 0
    assert run("verify", "release", cwd=tmp_path).code == 0
    assert "a metric of another package (`metric: class_f1`)" in (
        tmp_path / "release/README.md"
    ).read_text(encoding="utf-8")


def test_two_packages_that_bring_one_name_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [EntryPoint("mine", f"{package}.scores", metrics.group) for package in ("one", "two")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: both)
    with pytest.raises(UsageError, match="two packages bring the metric 'mine': one"):
        Registry[object]("metric", "", {})["mine"]


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("score", [2.5, -1.0, float("nan")])
def test_scores_that_are_none_from_0_to_1_are_an_error(
    monkeypatch: pytest.MonkeyPatch, score: float
) -> None:
    metric = metric_of(own("class_f1"))
    monkeypatch.setattr(metric, "score", lambda *_: score)
    with pytest.raises(UsageError, match="the metric class_f1 gives"):
        metric.score_record("a", ["b"])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("f1", "which is lvbuild's own; give it another name"),
        ("no_metric", "is no whole Metric: own lacks its base"),
        ("half", "is no whole Metric: own lacks score"),
        ("other", "is not registered by own"),
        ("nowhere", "cannot be imported (No module named"),
    ],
)
def test_a_package_that_brings_no_metric_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    registry = Registry[object]("metric", "lvbuild.score.metric:Metric", {"f1": "lvbuild.score.f1"})
    brought = {"no_metric": dict, "half": Metric}
    point = EntryPoint(name, "own", registry.group)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    if name != "nowhere":
        monkeypatch.setattr(EntryPoint, "load", lambda _: registry._registered.update(brought))
    with pytest.raises(UsageError, match=re.escape(told)):
        registry["any" if name == "f1" else name]
