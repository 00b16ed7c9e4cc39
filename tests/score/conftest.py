"""Small releases, each built once."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from tests.tasks.small_mixup import write_mixup
from tests.tasks.small_world import book, write_books, write_recipe


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of the recipe `mine` at 1k and 2k, five records each."""
    folder = tmp_path_factory.mktemp("small")
    corpora = write_books(folder / "corpora", (book(seed, 800) for seed in range(4)))
    lvbuild.build(write_recipe(folder), folder / "release", corpora=corpora, workers=1)
    return folder / "release"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of both fact recalls at 2k, ten records each, from the invented world."""
    out = tmp_path_factory.mktemp("sample") / "release"
    lvbuild.build(["factrecall_en", "factrecall_zh"], out, levels=["2k"], sample=True, limit=10)
    return out


@pytest.fixture(scope="session")
def mixups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of two mixups at 2k, each of a metric of its own, from the same world."""
    folder = tmp_path_factory.mktemp("mixups")
    recipes = [write_mixup(folder), write_mixup(folder / "2", name="ranked", metric="rouge_l")]
    lvbuild.build(recipes, folder / "release", levels=["2k"], sample=True, limit=10)
    return folder / "release"
