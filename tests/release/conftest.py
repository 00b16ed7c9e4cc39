"""Small releases that tests change, and one of both fact-recall recipes from real corpora."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import lvbuild
from tests.builds import write_books, write_recipe
from tests.tasks.needles.releases import write_recipe as write_needles

RECIPES = ("factrecall_en", "factrecall_zh")
LEVELS = (4, 6, 8)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Path:
    """Build both recipes from real corpora at small levels."""
    folder, levels = tmp_path_factory.mktemp("real"), [f"{level}k" for level in LEVELS]
    recipes = [write_needles(folder, name, levels=levels, count=200) for name in RECIPES]
    lvbuild.build(recipes, folder / "release", corpora=shared_corpora)
    return folder / "release"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a release of a small recipe, which no test changes."""
    folder = tmp_path_factory.mktemp("small")
    corpora = write_books(folder / "corpora")
    lvbuild.build(write_recipe(folder), folder / "release", corpora=corpora, workers=1)
    return folder / "release"


@pytest.fixture
def small_release(built: Path, tmp_path: Path) -> Path:
    """Return a copy of the small release."""
    return shutil.copytree(built, tmp_path / "release")


@pytest.fixture(scope="session")
def received(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a recipe, its corpora, its release and predictions for it."""
    folder = tmp_path_factory.mktemp("received")
    recipe, corpora = write_recipe(folder, count=3), write_books(folder / "corpora")
    lvbuild.build(recipe, folder / "release", levels="1k", corpora=corpora, workers=1)
    (folder / "tiny_1k.jsonl").write_text('{"pred": "x"}\n' * 3, encoding="utf-8")
    return folder
