"""A small release to be measured, and real builds beside the plans of the same, each made once."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.audit.plan import PlannedRecipe
from tests.audit.marked_release import build_marked

ENGLISH, CHINESE = SAMPLED = ("multifieldqa_en_mixup", "factrecall_zh")
CHOICES: dict[str, Any] = {"levels": ["4k", "8k"], "sample": True, "limit": 8, "seed": 7}


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with recipes, corpora and the release of them."""
    return build_marked(tmp_path_factory.mktemp("marked")).parent


@pytest.fixture
def release(marked: Path, tmp_path: Path) -> Path:
    """Return a copy of the release that a test may change."""
    return shutil.copytree(marked / "release", tmp_path / "release")


@pytest.fixture(scope="session")
def planned() -> dict[str, PlannedRecipe]:
    """Return the plans of a mixup and of fact recall from the sample, in both languages."""
    return {each.recipe.name: each for each in lvbuild.plan(SAMPLED, **CHOICES)}


@pytest.fixture(scope="session")
def planned_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of the same."""
    out = tmp_path_factory.mktemp("planned") / "release"
    lvbuild.build(SAMPLED, out, workers=1, **CHOICES)
    return out


@pytest.fixture(params=SAMPLED)
def name(request: pytest.FixtureRequest) -> str:
    """Return each recipe's name."""
    return str(request.param)
