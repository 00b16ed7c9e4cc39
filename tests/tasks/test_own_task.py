"""A task from outside of the package: registered by a program, or brought by an installed one."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.check import list_questions
from lvbuild.recipe import register, tasks
from tests.cli.running import hashes, installed
from tests.cli.running import lvbuild as run
from tests.score.answering import write_predictions

RECIPE = """\
name: own
title: The sentence that follows
family: outside
task: next_sentence
language: en
licence: MIT
haystack: pg19
count: 5
levels: [2k, 4k]
unit: words
metric: all_of
prompt: "{context} {input}"
"""
MODULE = Path(__file__).with_name("own_task.py")
REMARK = {"id": "read", "remark": "This passage was read twice.", "status": "draft"}


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    """Return a recipe of the task, with a row of the task's own table."""
    folder = tmp_path / "annotations/own"
    folder.mkdir(parents=True)
    (folder / "remarks.jsonl").write_text(json.dumps({**REMARK, "annotator": "test"}) + "\n")
    path = tmp_path / "own.yaml"
    path.write_text(RECIPE)
    return path


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the task for one test alone, as a program does by importing its module."""
    monkeypatch.setattr(tasks, "_registered", dict(tasks.items()))
    module = import_module("tests.tasks.own_task")
    register(module.NextSentence)


@pytest.mark.usefixtures("known")
def test_a_registered_task_is_built_by_workers_that_do_not_know_it(
    recipe: Path, tmp_path: Path
) -> None:
    for workers in (1, 2):
        out = tmp_path / f"release{workers}"
        manifest = lvbuild.build(recipe, out, sample=True, workers=workers)
        assert {file.records for file in manifest.files.values()} == {5}
    assert hashes(tmp_path / "release1") == hashes(tmp_path / "release2")
    lvbuild.verify(tmp_path / "release2", rebuild=True)
    assert_asks_what_it_says_at_even_depths(tmp_path / "release2", tmp_path / "predictions")


def assert_asks_what_it_says_at_even_depths(folder: Path, written: Path) -> None:
    release = lvbuild.open_release(folder)
    for name, size in (("own_2k", 2_000), ("own_4k", 4_000)):
        records = list(release.records(name))
        for place, record in enumerate(records):
            fields, told = record.fields, record.provenance
            shown = fields["input"].partition("? ")[2]
            assert f"{shown} {fields['answers'][0]}" in fields["context"].replace("\n", " ")
            counted = [fields["context"], fields["input"], *fields["answers"]]
            assert fields["length"] == sum(len(text.split()) for text in counted)
            assert abs(fields["length"] - size) <= 0.005 * size
            assert [fact["kind"] for fact in told["facts"]] == ["remark"]
            [depth] = told["evidence_depths"]
            assert abs(depth - place / 4) < 0.1
    predictions = write_predictions(folder, written)
    scores = lvbuild.score_release(folder, predictions, only=["outside"])
    assert [score.score for score in scores] == [100, 100]


@pytest.mark.usefixtures("known")
def test_it_is_planned_listed_and_checked(recipe: Path) -> None:
    [planned] = lvbuild.plan(recipe, sample=True)
    assert [len(level.lengths) for level in planned.levels] == [5, 5]
    assert len(list_questions(recipe, sample=True)) == 5
    assert lvbuild.check(recipe, sample=True) == []
    remarks = recipe.parent / "annotations/own/remarks.jsonl"
    remarks.write_text(remarks.read_text() * 2)
    assert [found.rule for found in lvbuild.check(recipe, sample=True)] == ["needle-twice"]


def test_the_command_line_knows_a_task_of_an_installed_package(
    recipe: Path, tmp_path: Path
) -> None:
    path = installed(tmp_path, "[lvbuild.tasks]\nnext_sentence = own_task", MODULE)
    for words, told in (
        (("recipe", "own.yaml", "--sample", "--workers", "2"), "10 records"),
        (("schema", "--tables"), "remarks.jsonl is read by next_sentence"),
    ):
        ran = run(*words, cwd=tmp_path, PYTHONPATH=path)
        assert (ran.code, ran.err) == (0, "")
        assert told in ran.out
