"""Fixtures that tests of every part share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.builds import write_books

# No test asserts a time: the first example of a property loads what its language needs.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Else each of the hundreds of processes that tests start would compile the whole package anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of a file to one worker, or of a file that is marked those of a case."""
    for item in items:
        group = [item.nodeid.partition("::")[0]]
        if (mark := item.get_closest_marker("by_case")) and isinstance(item, pytest.Function):
            group += (str(item.callspec.params[name]) for name in mark.args)
        item.add_marker(pytest.mark.xdist_group(" ".join(group)))


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


@pytest.fixture(scope="session")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with words.json, merging.json and ranks for three encodings."""
    from tests.vocabularies import write_json, write_merging, write_ranks

    folder = tmp_path_factory.mktemp("vocabularies")
    write_json(folder)
    write_merging(folder)
    for encoding in ("cl100k_base", "o200k_base", "r50k_base"):
        write_ranks(folder, encoding)
    return folder
