"""A small world on disk, and one release built of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import lvbuild
from tests.tasks.small_world import book, write_books, write_recipe


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the recipe mine.yaml, its tables, corpora and its release."""
    folder = tmp_path_factory.mktemp("world")
    write_recipe(folder)
    write_books(folder / "corpora", (book(seed, 800) for seed in range(4)))
    built = lvbuild("recipe", "./mine.yaml", "--corpora", "corpora", cwd=folder)
    assert (built.code, built.err) == (0, "")
    return folder


@pytest.fixture
def copy(world: Path, tmp_path: Path) -> Path:
    """Return a copy of the world that a test may change."""
    return shutil.copytree(world, tmp_path / "world")
