"""`lvbuild score`: a table, JSON or CSV of the scores, figures, and one line where it fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from lvbuild import build
from tests.annotate.model_server import KEY, running_model
from tests.cli.running import lvbuild
from tests.score.answering import read_rows, write_predictions, write_rows


@pytest.fixture
def predictions(world: Path, tmp_path: Path) -> Path:
    """Return predictions on the world's release: four of five are right at 1k, all at 2k."""
    folder = write_predictions(world / "release", tmp_path / "predictions")
    rows = read_rows(folder / "mine_1k.jsonl")
    write_rows(folder / "mine_1k.jsonl", [rows[0] | {"pred": "Bob Ray"}, *rows[1:]])
    return folder


def test_a_row_a_recipe_and_a_column_a_level_are_printed(world: Path, predictions: Path) -> None:
    ran = lvbuild("score", "release", predictions, cwd=world)
    assert (ran.code, ran.err) == (0, "")
    assert [line.split() for line in ran.out.splitlines()] == [
        ["recipe", "1k", "2k", "mean"],
        ["mine", "80.00", "100.00", "90.00"],
        [],
        ["max_new_tokens:", "16", "(mine)"],
    ]


def test_json_tells_metric_scores_records_and_mean(world: Path, predictions: Path) -> None:
    ran = lvbuild("score", "release", predictions, "--json", cwd=world)
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    low, high = told["mine"]["intervals"].pop("1k")
    assert 0 <= low < 80 < high <= 100
    assert told == {
        "mine": {
            "metric": "f1",
            "scores": {"1k": 80.0, "2k": 100.0},
            "records": {"1k": 5, "2k": 5},
            "unanswered": {"1k": 0, "2k": 0},
            "absent": [],
            "mean": 90.0,
            "details": {"1k": {}, "2k": {}},
            "max_new_tokens": {"1k": 16, "2k": 16},
            "intervals": {"2k": [100.0, 100.0]},
            "effective_length": None,
            "drops": {},
            "floor": None,
            "against": {},
        }
    }


def test_recipes_and_levels_are_chosen(world: Path, predictions: Path) -> None:
    asked = ("--only", "mine", "--levels", "1k", "--csv")
    ran = lvbuild("score", "release", predictions, *asked, cwd=world)
    assert ran.out == "recipe,1k,mean\nmine,80.00,80.00\n"


def test_a_recipe_without_a_level_has_an_empty_cell(copy: Path, tmp_path: Path) -> None:
    (copy / "annotations/mine").rename(copy / "annotations/yours")
    own = (copy / "mine.yaml").read_text().replace("name: mine", "name: yours")
    (copy / "yours.yaml").write_text(own)
    built = ("recipe", "./yours.yaml", "--corpora", "corpora", "--levels", "3k")
    assert lvbuild(*built, cwd=copy).code == 0
    predictions = write_predictions(copy / "release", tmp_path / "all")
    shown = lvbuild("score", "release", predictions, cwd=copy).out.splitlines()
    assert [line.split() for line in shown[1:3]] == [
        ["mine", "100.00", "100.00", "-", "100.00"],
        ["yours", "-", "-", "100.00", "100.00"],
    ]
    told = lvbuild("score", "release", predictions, "--csv", cwd=copy).out
    assert "yours,,,100.00,100.00\n" in told


def test_others_are_told_by_how_far_they_score_from_these(
    world: Path, predictions: Path, tmp_path: Path
) -> None:
    write_predictions(world / "release", tmp_path / "right")
    asked = ("score", "release", predictions, "--against", tmp_path / "right")
    ran = lvbuild(*asked, cwd=world)
    assert (ran.code, ran.err) == (0, "")
    header, *rows = [line.split() for line in ran.out.splitlines()[-3:]]
    assert header == ["recipe", "level", "against", "95%", "pairs"]
    assert [row[1:3] + row[-1:] for row in rows] == [["1k", "+20.00", "5"], ["2k", "+0.00", "5"]]
    told = json.loads(lvbuild(*asked, "--json", cwd=world).out)["mine"]["against"]["1k"]
    assert told["points"] == 20
    alone = lvbuild("score", "release", predictions, "--against-release", "release", cwd=world)
    assert "give both" in alone.error(2)


@pytest.fixture(scope="module")
def with_evidence(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a release that has evidence alone, and right predictions on it."""
    folder = tmp_path_factory.mktemp("with_evidence")
    asked: dict[str, Any] = {
        "levels": ["1k", "2k", "evidence"],
        "sample": True,
        "limit": 5,
        "workers": 1,
    }
    build("factrecall_en", folder / "release", **asked)
    write_predictions(folder / "release", folder / "right")
    return folder


def test_a_partial_score_says_of_how_many_records_it_is_and_what_was_not_answered(
    with_evidence: Path, tmp_path: Path
) -> None:
    some = shutil.copytree(with_evidence / "right", tmp_path / "some")
    (some / "factrecall_en_1k.jsonl").unlink()
    rows = read_rows(some / "factrecall_en_2k.jsonl")
    write_rows(some / "factrecall_en_2k.jsonl", rows[:3])
    asked = ("score", "release", some, "--partial")
    shown = lvbuild(*asked, cwd=with_evidence).out
    table = [" ".join(line.split()) for line in shown.splitlines()]
    assert table[1] == "factrecall_en 100.00 100.00 (3 of 5) 100.00"
    assert any(line.startswith("factrecall_en 2k 100.00 (3 of 5) 100.00 to") for line in table)
    assert "effective length 2k (85% of evidence alone); not scored: 1k" in table[-1]
    told = json.loads(lvbuild(*asked, "--json", cwd=with_evidence).out)["factrecall_en"]
    assert told["unanswered"] == {"evidence": 0, "2k": 2}
    assert told["absent"] == ["1k"]
    assert "2k: 100.00 (3 of 5) are scored" in lvbuild(*asked, "--csv", cwd=with_evidence).err
    (some / "factrecall_en_2k.jsonl").unlink()
    shown = lvbuild(*asked, cwd=with_evidence).out
    assert shown.splitlines()[1].split() == ["factrecall_en", "100.00", "-"]  # no mean of lengths
    assert "effective length unknown (85% of evidence alone); not scored: 1k, 2k" in shown


def test_levels_are_told_where_evidence_alone_scores_nothing(
    with_evidence: Path, tmp_path: Path
) -> None:
    wrong = write_predictions(with_evidence / "release", tmp_path / "wrong", lambda _: "nobody")
    table = lvbuild("score", "release", wrong, cwd=with_evidence).out
    assert ["factrecall_en", "2k", "0.00", "0.00", "to", "0.00", "-", "-"] in [
        line.split() for line in table.splitlines()
    ]
    assert "effective length unknown, as evidence alone scores 0" in table


def test_figures_are_drawn_beside_the_scores(
    world: Path, predictions: Path, tmp_path: Path
) -> None:
    ran = lvbuild("score", "release", predictions, "--figures", tmp_path / "figures", cwd=world)
    assert (ran.code, ran.err) == (0, "")
    assert "80.00" in ran.out
    drawn = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert drawn == ["mine_depth.png", "mine_depth.svg"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere", "PREDICTIONS"), "nowhere: is no release"),
        (("release", "PREDICTIONS", "--only", ""), "holds no recipe ''"),
        (("release", "PREDICTIONS", "--judge", ""), "'' is no model's name"),
        (("release", "nowhere"), "nowhere: no such file or folder of predictions"),
        (("release", "PREDICTIONS", "--json", "--csv"), "--json and --csv"),
        (("release", "PREDICTIONS", "--judge", "m", "--csv"), "--json has what is judged"),
        (("release", "PREDICTIONS", "--figures", "mine.yaml"), "mine.yaml: is no folder"),
    ],
)
def test_what_cannot_be_scored_is_told_in_one_line(
    world: Path, predictions: Path, words: tuple[str, ...], told: str
) -> None:
    asked = [predictions if word == "PREDICTIONS" else word for word in words]
    ran = lvbuild("score", *asked, cwd=world)
    assert told in ran.error(2)
    assert ran.out == ""


def test_what_a_metric_tells_besides_stands_in_a_table_of_its_own(
    copy: Path, tmp_path: Path
) -> None:
    own = (copy / "mine.yaml").read_text().replace("metric: f1", "metric: fanout_loose")
    (copy / "mine.yaml").write_text(own + "max_new_tokens: 1500\n")
    assert (
        lvbuild("recipe", "./mine.yaml", "--corpora", "corpora", "--overwrite", cwd=copy).code == 0
    )
    predictions = write_predictions(copy / "release", tmp_path / "all")
    rows = read_rows(predictions / "mine_1k.jsonl")
    write_rows(predictions / "mine_1k.jsonl", [rows[0] | {"pred": "Bob Ray"}, *rows[1:]])
    ran = lvbuild("score", "release", predictions, cwd=copy)
    assert [line.split() for line in ran.out.splitlines()] == [
        ["recipe", "1k", "2k", "mean"],
        ["mine", "80.00", "100.00", "90.00"],
        [],
        ["recipe", "figure", "1k", "2k"],
        ["mine", "strict", "80.00", "100.00"],
        *(["mine", f"ROUGE-{name}", "80.00", "100.00"] for name in "12L"),
        [],
        ["max_new_tokens:", "1,500", "(mine)"],
    ]
    assert ran.err == "" or ran.err.startswith("note: words are evened by simplemma")
    told = json.loads(lvbuild("score", "release", predictions, "--json", cwd=copy).out)
    rouge = dict.fromkeys(("ROUGE-1", "ROUGE-2", "ROUGE-L"), 80.0)
    assert told["mine"]["details"]["1k"] == {"strict": 80.0, **rouge}
    assert set(told["mine"]["details"]["2k"].values()) == {100.0}


def test_a_model_judges_beside_the_metric_and_its_key_is_never_printed(
    world: Path, predictions: Path
) -> None:
    asked, key = ("score", "release", predictions, "--judge", "m"), {"LVBUILD_OPENAI_API_KEY": KEY}
    with running_model("Both say the same.\nC") as model:
        ran = lvbuild(*asked, "--base-url", model.address, cwd=world, **key)
    assert (ran.code, ran.err) == (0, "")
    assert ["mine", "judge", "100.00", "100.00"] in [line.split() for line in ran.out.splitlines()]
    assert len(model.prompts) == 10
    assert {each["authorization"] for each in model.headers} == {f"Bearer {KEY}"}
    with running_model("leaky") as model:
        ran = lvbuild(*asked, "--base-url", model.address, cwd=world, **key)
    assert (ran.code, ran.err.count("error:")) == (1, 1)
    assert KEY not in ran.out + ran.err


def test_an_endpoint_without_a_model_is_refused(world: Path, predictions: Path) -> None:
    ran = lvbuild("score", "release", predictions, "--base-url", "http://127.0.0.1:1", cwd=world)
    assert (ran.code, ran.out) == (2, "")
    assert "--judge" in ran.err
