"""A small release to be measured."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.audit.marked_release import build_marked


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with recipes, corpora and the release of them."""
    return build_marked(tmp_path_factory.mktemp("marked")).parent


@pytest.fixture
def release(marked: Path, tmp_path: Path) -> Path:
    """Return a copy of the release that a test may change."""
    return shutil.copytree(marked / "release", tmp_path / "release")
