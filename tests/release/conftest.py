"""Releases of both fact-recall recipes, built once from real corpora."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

import lvbuild
from tests.builds import write_recipe
from tests.release.measure import LevelSeen, measure_level

RECIPES = ("factrecall_en", "factrecall_zh")
LEVELS = (16, 32, 64)
LARGE = (128, 256)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Iterator[Path]:
    """Build the release, 190 MB; it is removed when the session ends."""
    yield from built(LEVELS, tmp_path_factory, shared_corpora)


@pytest.fixture(scope="session")
def large_release(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> Iterator[Path]:
    """Build the larger levels, 670 MB; they are removed when the session ends."""
    yield from built(LARGE, tmp_path_factory, shared_corpora)


def built(
    levels: Sequence[int], temporary: pytest.TempPathFactory, corpora: Path
) -> Iterator[Path]:
    folder = temporary.mktemp("real") / "release"
    lvbuild.build(RECIPES, folder, levels=[f"{level}k" for level in levels], corpora=corpora)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def see(request: pytest.FixtureRequest) -> Callable[[str, int], LevelSeen]:
    """Measure a level's file when it is first asked for."""

    @cache
    def measured(recipe: str, level: int) -> LevelSeen:
        folder = request.getfixturevalue("release" if level in LEVELS else "large_release")
        return measure_level(folder, recipe, level)

    return measured


@pytest.fixture(params=RECIPES)
def recipe(request: pytest.FixtureRequest) -> str:
    """Each of the recipes."""
    return str(request.param)


@pytest.fixture(
    params=[
        pytest.param(f"{name}_{level}k", marks=pytest.mark.slow if level in LARGE else ())
        for name in RECIPES
        for level in (*LEVELS, *LARGE)
    ]
)
def seen(request: pytest.FixtureRequest, see: Callable[[str, int], LevelSeen]) -> LevelSeen:
    """Each level of each recipe, measured."""
    name, _, level = str(request.param).rpartition("_")
    return see(name, int(level.removesuffix("k")))


@pytest.fixture
def small_release(tmp_path: Path, small_corpora: Path) -> Path:
    """Build a release of a small recipe."""
    lvbuild.build(write_recipe(tmp_path), tmp_path / "release", corpora=small_corpora, workers=1)
    return tmp_path / "release"
