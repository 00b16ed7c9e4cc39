"""Recipes of tasks with answers that are made up come to the same bytes however they are built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from tests.tasks.needles.releases import build, files

Released = Callable[[str], Path]
SOME = ("needle_unanswerable_en", "passage_count_zh")


@pytest.mark.parametrize("name", SOME)
def test_two_workers_write_what_one_does(released: Released, tmp_path: Path, name: str) -> None:
    assert files(build(tmp_path, name, workers=2)) == files(released(name))


@pytest.mark.parametrize("name", SOME)
def test_a_level_is_the_same_by_itself(released: Released, tmp_path: Path, name: str) -> None:
    alone = build(tmp_path, name, levels=["8k"])
    assert files(alone) == files(released(name), "8k")


@pytest.mark.parametrize("name", SOME)
def test_a_limit_gives_the_first_records(released: Released, tmp_path: Path, name: str) -> None:
    few = build(tmp_path, name, limit=5, levels=["4k"])
    for part in ("data", "provenance"):
        path = f"{part}/{name}_4k.jsonl"
        whole = (released(name) / path).read_bytes().splitlines()
        assert (few / path).read_bytes().splitlines() == whole[:5]


@pytest.mark.parametrize("name", SOME)
def test_a_release_is_built_again_from_its_inputs(released: Released, name: str) -> None:
    lvbuild.verify(released(name), rebuild=True)
