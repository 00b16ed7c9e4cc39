"""A small release, built once."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def small(world: Path) -> Path:
    """Return a release of the recipe `mine` at 1k and 2k, five records each."""
    return world / "release"
