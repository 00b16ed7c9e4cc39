"""One release of both fact-recall recipes at all of their levels, built once from real corpora."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import lvbuild
from tests.builds import write_recipe
from tests.release.measure import LevelSeen, measure_level

RECIPES = ("factrecall_en", "factrecall_zh")
LEVELS = (16, 32, 64, 128, 256)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Iterator[Path]:
    """Build the release, 860 MB; it is removed when the session ends."""
    folder = tmp_path_factory.mktemp("real") / "release"
    lvbuild.build(RECIPES, folder, corpora=shared_corpora)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def see(release: Path) -> Callable[[str, int], LevelSeen]:
    """Measure a level's file when it is first asked for."""

    @cache
    def measured(recipe: str, level: int) -> LevelSeen:
        return measure_level(release, recipe, level)

    return measured


@pytest.fixture(params=RECIPES)
def recipe(request: pytest.FixtureRequest) -> str:
    """Each of the recipes."""
    return str(request.param)


@pytest.fixture(params=[f"{name}_{level}k" for name in RECIPES for level in LEVELS])
def seen(request: pytest.FixtureRequest, see: Callable[[str, int], LevelSeen]) -> LevelSeen:
    """Each level of each recipe, measured."""
    name, _, level = str(request.param).rpartition("_")
    return see(name, int(level.removesuffix("k")))


@pytest.fixture
def small_release(tmp_path: Path, small_corpora: Path) -> Path:
    """Build a release of a small recipe."""
    lvbuild.build(write_recipe(tmp_path), tmp_path / "release", corpora=small_corpora, workers=1)
    return tmp_path / "release"
