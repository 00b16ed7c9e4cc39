"""By `eval.yaml` Inspect asks the published release as the release itself does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from tests.tasks.choosing import write_chosen

hf: Any = pytest.importorskip("inspect_ai._eval.task.hf")


def told(release: Path) -> Sequence[dict[str, Any]]:
    read = yaml.safe_load((release / "eval.yaml").read_text(encoding="utf-8"))
    assert read["evaluation_framework"] == "inspect-ai"
    tasks: Sequence[dict[str, Any]] = read["tasks"]
    return tasks


def check(release: Path) -> set[str]:
    """Ask each record as Inspect does; return the names of the scorers."""
    from inspect_ai._util.format import format_template

    opened, scorers = lvbuild.open_release(release), set()
    tasks = [hf.HFTask.model_validate(each) for each in told(release)]
    assert [task.id for task in tasks] == [*opened.configurations]
    for task in tasks:
        template, generate = task.solvers
        for record in opened.records(task.config):
            sample = hf._record_to_sample_hf(dict(record.fields), task.field_spec)
            given = {"prompt": sample.input, **sample.metadata}
            prompt = opened.prompt(record)
            assert format_template(template.args["template"], given) == prompt.text
            assert generate.args == {"max_tokens": prompt.max_new_tokens}
        scorers |= {scorer.name for scorer in task.scorers}
    return scorers


def test_each_record_is_asked_in_the_words_of_its_recipe(planned_release: Path) -> None:
    assert check(planned_release) == {"f1", "model_graded_fact"}


def test_a_letter_is_asked_for_where_there_are_choices(tmp_path: Path) -> None:
    recipe = write_chosen(tmp_path, "needle_multi_key_en", levels=["4k"], prompt=BRACES)
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1)
    assert check(tmp_path / "release") == {"pattern"}


BRACES = "{{a}} {context} {{ {question} }} {choice_A} {choice_B} {choice_C} {choice_D}"
