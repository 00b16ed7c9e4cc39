"""A small world on disk, and one release built of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def copy(world: Path, tmp_path: Path) -> Path:
    """Return a copy of the world that a test may change."""
    return shutil.copytree(world, tmp_path / "world")
