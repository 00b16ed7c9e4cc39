"""Recipes of tasks with answers that are made up come to the same bytes however they are built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from tests.tasks.needles.releases import build, files
from tests.tasks.passages.releases import NAMES

Released = Callable[[str], Path]
NEEDLES = (
    "needle_multi_key_en",
    "needle_chained_zh",
    "needle_unanswerable_en",
    "needle_two_hop_zh",
)
SOME = [*NEEDLES, *NAMES]


@pytest.mark.parametrize("name", SOME)
def test_two_workers_write_what_one_does(released: Released, tmp_path: Path, name: str) -> None:
    assert files(build(tmp_path, name, workers=2)) == files(released(name))


@pytest.mark.parametrize("name", SOME)
def test_a_level_is_the_same_by_itself(released: Released, tmp_path: Path, name: str) -> None:
    for level in ("8k", "4k"):
        alone = build(tmp_path / level, name, levels=[level])
        assert files(alone) == files(released(name), level)


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
