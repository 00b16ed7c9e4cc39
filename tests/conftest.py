"""Fixtures that tests of every part share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builds import write_books


@pytest.fixture(scope="session")
def shared_corpora() -> Path:
    """Return the folder of real corpora beside the checkout, or skip the test."""
    folder = Path(__file__).parents[1].parent / "shared/corpora"
    if not folder.is_dir():
        pytest.skip(f"no real corpora at {folder}")
    return folder


@pytest.fixture
def small_corpora(tmp_path: Path) -> Path:
    """Return a folder of corpora with four small books."""
    return write_books(tmp_path / "corpora")
