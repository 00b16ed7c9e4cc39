"""Whole releases are scored by their own recipes: right answers full, confusing facts not."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError, VerificationError
from lvbuild.release.reading import Record
from tests.score.answering import (
    Row,
    as_lveval_writes,
    first_answer,
    read_rows,
    with_id,
    write_predictions,
    write_rows,
)
from tests.tasks.small_world import RECIPE, write_recipe


def first_confusing_fact(record: Record) -> str:
    return str(record.fields["confusing_facts"][0])


@pytest.mark.parametrize(("built", "line"), [("sample", with_id), ("mixups", as_lveval_writes)])
def test_right_answers_score_100(
    built: str, line: Callable[[Record, str], Row], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    release = request.getfixturevalue(built)
    predictions = write_predictions(release, tmp_path / "predictions", line=line)
    scores = lvbuild.score_release(release, predictions)
    assert len(scores) == len(lvbuild.open_release(release).configurations)
    assert {score.score for score in scores} == {100}


def test_confusing_facts_score_far_less(sample: Path, mixups: Path, tmp_path: Path) -> None:
    predictions = write_predictions(sample, tmp_path / "sample", first_confusing_fact)
    for scores in lvbuild.score_release(sample, predictions):
        assert scores.score < 20
    asked = write_predictions(
        mixups, tmp_path / "mixups", lambda r: " ".join(r.fields.get("confusing_facts", ["none"]))
    )
    [scores] = lvbuild.score_release(mixups, asked, only=["mixed"])
    assert scores.score < 20


def test_records_are_found_by_their_ids_in_any_order(small: Path, tmp_path: Path) -> None:
    predictions = write_predictions(small, tmp_path / "predictions")
    for path in predictions.iterdir():
        rows = read_rows(path)
        rows[0]["pred"] = "nobody"
        write_rows(path, rows[::-1])
    for scores in lvbuild.score_release(small, predictions):
        assert [record.score for record in scores.records] == [0, 1, 1, 1, 1]
        assert scores.score == 80


def test_depths_are_those_of_the_needle_and_of_the_evidence(
    small: Path, mixups: Path, tmp_path: Path
) -> None:
    for release in (small, mixups):
        predictions = write_predictions(release, tmp_path / release.parent.name)
        for scores in lvbuild.score_release(release, predictions):
            name = f"{scores.recipe.name}_{scores.level.label}"
            for record, scored in zip(
                lvbuild.open_release(release).records(name), scores.records, strict=True
            ):
                facts = record.provenance["facts"]
                needle = [fact["depth"] for fact in facts if fact["kind"] == "needle"]
                assert list(scored.depths) == needle + record.provenance["evidence_depths"]
                assert scored.depths


def test_the_releases_own_recipe_scores(small: Path, tmp_path: Path) -> None:
    release = shutil.copytree(small, tmp_path / "release")
    predictions = write_predictions(release, tmp_path / "predictions", lambda record: "Eve")
    before = {score.score for score in lvbuild.score_release(release, predictions)}
    recipe = release / "inputs/mine/mine.yaml"
    recipe.write_text(
        recipe.read_text().replace("metric: f1", "metric: f1_keywords\nkeyword_recall: 0.6")
    )
    edited = lvbuild.score_release(release, predictions, unverified=True)
    after = {score.score for score in edited}
    # eve of eve orr: p 1/1, r 1/2; k 1/2 is under 0.6
    assert (before, after) == ({66.67}, {0})


def test_only_the_first_answer_counts(small: Path, tmp_path: Path) -> None:
    release = shutil.copytree(small, tmp_path / "release")
    for path in (release / "data").iterdir():
        rows = read_rows(path)
        for row in rows:
            row["answers"] = ["Eve Orr", "somebody"]
        write_rows(path, rows)
    first = write_predictions(release, tmp_path / "first", first_answer)
    second = write_predictions(release, tmp_path / "second", lambda record: "somebody")
    for predictions, expected in ((first, 100), (second, 0)):
        scores = lvbuild.score_release(release, predictions, unverified=True)
        assert {score.score for score in scores} == {expected}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("data/mine_1k.jsonl", "data/mine_1k.jsonl differs from its hash"),
        ("provenance/mine_1k.jsonl", "provenance/mine_1k.jsonl differs from its hash"),
        ("inputs/mine/mine.yaml", "inputs/mine/mine.yaml differs from its hash"),
        ("SHA256SUMS", "SHA256SUMS is not the one of the manifest"),
    ],
)
def test_what_was_changed_since_it_was_built_has_no_score(
    small: Path, tmp_path: Path, path: str, told: str
) -> None:
    release = shutil.copytree(small, tmp_path / "release")
    predictions = write_predictions(release, tmp_path / "predictions")
    content = (release / path).read_bytes()
    (release / path).write_bytes(content.replace(b"2k", b"2K").replace(b"Eve", b"Eva"))
    with pytest.raises(VerificationError, match=told):
        lvbuild.score_release(release, predictions)


def test_predictions_for_another_variant_or_seed_are_refused(small: Path, tmp_path: Path) -> None:
    built: dict[str, Path] = {}
    others: dict[str, Row] = {"variant": {"variant": "spring"}, "seed": {"seed": 7}}
    for name, options in others.items():
        built[name] = tmp_path / name / "release"
        lvbuild.build(
            small.parent / "mine.yaml",
            built[name],
            corpora=small.parent / "corpora",
            workers=1,
            **options,
        )
    other = write_predictions(built["variant"], tmp_path / "other")
    with pytest.raises(UsageError, match="are of no record of the release"):
        lvbuild.score_release(small, other)
    seeded = write_predictions(
        built["seed"],
        tmp_path / "seeded",
        line=lambda record, answer: {**record.fields, "pred": answer},
    )
    with pytest.raises(UsageError, match='"contamination_identifier" of 5 predictions'):
        lvbuild.score_release(small, seeded)


def test_strict_releases_are_scored_by_the_ids_of_their_provenance(
    small: Path, tmp_path: Path
) -> None:
    lvbuild.build(
        small.parent / "mine.yaml",
        tmp_path / "release",
        corpora=small.parent / "corpora",
        strict=True,
        workers=1,
    )
    assert "_id" not in read_rows(tmp_path / "release/data/mine_1k.jsonl")[0]
    predictions = write_predictions(tmp_path / "release", tmp_path / "predictions")
    scores = lvbuild.score_release(tmp_path / "release", predictions)
    assert [score.score for score in scores] == [100, 100]


@pytest.mark.parametrize(
    ("only", "levels", "labels"), [(None, ["2k"], ["2k"]), (["mine"], ["2K", "1k"], ["1k", "2k"])]
)
def test_files_are_chosen_by_recipe_and_level_others_may_be_absent(
    small: Path, tmp_path: Path, only: list[str], levels: list[str], labels: list[str]
) -> None:
    predictions = write_predictions(small, tmp_path / "predictions")
    if levels == ["2k"]:
        (predictions / "mine_1k.jsonl").unlink()
    scores = lvbuild.score_release(small, predictions, only=only, levels=levels)
    assert [score.level.label for score in scores] == labels


def test_a_family_stands_for_its_recipes_in_the_release(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "release"
    for name, family in (("one", "mine"), ("two", "two"), ("mine", "other")):
        folder = tmp_path / name
        text = RECIPE.replace("name: mine", f"name: {name}\nfamily: {family}")
        path = write_recipe(folder, text)
        if name != "mine":
            (folder / "annotations/mine").rename(folder / "annotations" / name)
        lvbuild.build(path, out, corpora=small.parent / "corpora", levels="1k", workers=1)
    predictions = write_predictions(out, tmp_path / "predictions")

    def scored(*only: str) -> list[str]:
        return [s.recipe.name for s in lvbuild.score_release(out, predictions, only=only)]

    assert (scored("other"), scored("two", "one")) == (["mine"], ["one", "two"])
    assert scored("all") == ["mine", "one", "two"]
    assert scored("mine") == ["mine"]  # a recipe comes before a family of its name
    with pytest.raises(UsageError, match="holds no recipe 'othr'"):
        scored("othr")
