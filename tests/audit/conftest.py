"""A small release to be measured, and the plans of a recipe of each family."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.plan import PlannedRecipe
from tests.families import CHOICES, SAMPLED


@pytest.fixture
def release(marked: Path, tmp_path: Path) -> Path:
    """Return a copy of the release that a test may change."""
    return shutil.copytree(marked / "release", tmp_path / "release")


@pytest.fixture(scope="session")
def planned(recipes: Sequence[str | Path]) -> dict[str, PlannedRecipe]:
    """Return their plans from the sample."""
    return {each.recipe.name: each for each in lvbuild.plan(recipes, **CHOICES)}


@pytest.fixture(params=SAMPLED)
def name(request: pytest.FixtureRequest) -> str:
    """Return each recipe's name."""
    return str(request.param)
