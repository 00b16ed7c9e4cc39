"""Small releases, each built once."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
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
    """Return a release of both fact recalls at 4k, 40 records each, from the invented world."""
    out = tmp_path_factory.mktemp("sample") / "release"
    lvbuild.build(["factrecall_en", "factrecall_zh"], out, levels=["4k"], sample=True, limit=40)
    return out


@pytest.fixture(scope="session")
def mixups(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Path:
    """Return a release of two mixups at 16k, each of a metric of its own, from real corpora."""
    out = tmp_path_factory.mktemp("mixups") / "release"
    recipes = ["cmrc_mixup", "dureader_mixup"]
    lvbuild.build(recipes, out, levels=["16k"], corpora=shared_corpora, limit=20)
    return out
