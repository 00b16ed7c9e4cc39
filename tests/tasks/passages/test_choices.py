"""Recipes over numbered passages come to other bytes by seed or variant, and to what is planned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from tests.tasks.needles.releases import build, files, records, write_recipe
from tests.tasks.passages.releases import COUNTS, NAMES, passages

Released = Callable[[str], Path]


@pytest.mark.parametrize("name", ["passage_retrieval_zh", "passage_count_en"])
def test_a_level_beyond_the_recipes_own_is_reached(
    released: Released, tmp_path: Path, name: str
) -> None:
    beyond = records(build(tmp_path, name, levels=["16k"]), name, "16k")
    own = records(released(name), name, "8k")
    assert [one.input for one in beyond] == [one.input for one in own]
    assert all(abs(one.fields["length"] - 16_000) <= 80 for one in beyond)


def test_levels_that_are_not_nested_are_planned_by_themselves(tmp_path: Path) -> None:
    for name in COUNTS:
        release = build(tmp_path / name, name, nested=False, limit=5)
        alone = build(tmp_path / name / "8k", name, nested=False, limit=5, levels=["8k"])
        assert files(alone) == files(release, "8k")


@pytest.mark.parametrize("name", NAMES)
def test_the_plan_tells_what_the_release_holds(
    released: Released, tmp_path: Path, name: str
) -> None:
    path = write_recipe(tmp_path, name, count=20)
    [planned] = lvbuild.plan(path, sample=True, levels="8k")
    found = records(released(name), name, "8k")
    [level] = planned.levels
    assert list(level.lengths) == [record.fields["length"] for record in found]
    assert [list(depths) for depths in level.depths] == [
        record.provenance["evidence_depths"] for record in found
    ]
    numbers = [sum(each) for each in zip(*level.documents.values(), strict=True)]
    assert numbers == [len(passages(record)) for record in found]
    assert level.bytes == (released(name) / f"data/{name}_8k.jsonl").stat().st_size
    assert lvbuild.check(path, sample=True) == []
