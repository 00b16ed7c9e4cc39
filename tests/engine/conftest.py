"""A recipe small enough to be built dozens of times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builds import write_recipe


@pytest.fixture
def small_recipe(tmp_path: Path) -> Path:
    """Return the file of a recipe of three small levels."""
    return write_recipe(tmp_path)
