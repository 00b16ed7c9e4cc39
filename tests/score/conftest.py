"""Small releases, each built once."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from tests.tasks.small_mixup import write_mixup


@pytest.fixture(scope="session")
def small(world: Path) -> Path:
    """Return a release of the recipe `mine` at 1k and 2k, five records each."""
    return world / "release"


@pytest.fixture(scope="session")
def mixups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of two mixups at 2k, each of a metric of its own, from the same world."""
    folder = tmp_path_factory.mktemp("mixups")
    recipes = [write_mixup(folder), write_mixup(folder / "2", name="ranked", metric="rouge_l")]
    lvbuild.build(recipes, folder / "release", levels=["2k"], sample=True, limit=10)
    return folder / "release"
