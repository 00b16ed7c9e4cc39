"""A small release to be measured, and real builds beside the plans of the same, each made once."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.audit.plan import PlannedRecipe
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup

ENGLISH, CHINESE = SAMPLED = ("mixed", "factrecall_zh")
OTHERS = ("needle_multi_key_zh", "passage_retrieval_en", "passage_count_zh")
CHOICES: dict[str, Any] = {"levels": ["4k", "8k"], "sample": True, "limit": 8, "seed": 7}


@pytest.fixture
def release(marked: Path, tmp_path: Path) -> Path:
    """Return a copy of the release that a test may change."""
    return shutil.copytree(marked / "release", tmp_path / "release")


@pytest.fixture(scope="session")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str | Path]:
    """Return a recipe of each family, those that need a world as large as their levels small."""
    folder = tmp_path_factory.mktemp("planned")
    return [
        write_mixup(folder, task="single_hop_qa"),
        CHINESE,
        *(write_recipe(folder, name) for name in OTHERS),
    ]


@pytest.fixture(scope="session")
def planned(recipes: Sequence[str | Path]) -> dict[str, PlannedRecipe]:
    """Return their plans from the sample."""
    return {each.recipe.name: each for each in lvbuild.plan(recipes, **CHOICES)}


@pytest.fixture(scope="session")
def planned_release(
    recipes: Sequence[str | Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a release of the same."""
    out = tmp_path_factory.mktemp("planned") / "release"
    lvbuild.build(recipes, out, workers=1, **CHOICES)
    return out


@pytest.fixture(params=SAMPLED)
def name(request: pytest.FixtureRequest) -> str:
    """Return each recipe's name."""
    return str(request.param)
