"""Fixtures that tests of every part share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

import lvbuild
from tests.builds import write_books
from tests.cli.running import lvbuild as run
from tests.tasks import small_world

# No test asserts a time: the first example of a property loads what its language needs.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Else each worker would compile all tests anew, and each of the hundreds of processes that tests
# start the whole package.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests change what is made; only those that ask for `keeping`, and those of what is kept, keep it.
os.environ["LVBUILD_CACHE_SIZE"] = "0"


BY_CASE = (
    "tests/release/test_contract.py",
    "tests/release/test_mixups.py",
    "tests/renewal/test_refresh_real.py",
)
"""Files of which each case builds releases of its own, so that workers may share the cases."""


class _ByFile(LoadFileScheduling):  # type: ignore[misc]
    """Gives the tests of a file to one worker, or of some files those of a case."""

    def _split_scope(self, nodeid: str) -> str:
        path, _, test = nodeid.partition("::")
        return f"{path} {test.partition('[')[2]}" if path in BY_CASE else path


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """Return what spreads the tests over workers."""
    return _ByFile(config, log)


@pytest.fixture(scope="session")
def shared_corpora() -> Path:
    """Return the folder of real corpora beside the checkout, or skip the test."""
    folder = Path(__file__).parents[1].parent / "shared/corpora"
    if not folder.is_dir():
        pytest.skip(f"no real corpora at {folder}")
    return folder


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is made, as for a user: all workers share it. For tests that build alike again."""
    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("LVBUILD_CACHE", str(folder / "kept"))
        changed.setenv("LVBUILD_CACHE_SIZE", "1000")
        yield


@pytest.fixture
def small_corpora(tmp_path: Path) -> Path:
    """Return a folder of corpora with four small books."""
    return write_books(tmp_path / "corpora")


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the recipe mine.yaml, its tables, corpora and its release."""
    folder = tmp_path_factory.mktemp("world")
    small_world.write_recipe(folder)
    books = (small_world.book(seed, 800) for seed in range(4))
    small_world.write_books(folder / "corpora", books)
    built = run("recipe", "./mine.yaml", "--corpora", "corpora", cwd=folder)
    assert (built.code, built.err) == (0, "")
    return folder


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of both fact recalls at 2k, ten records each, from the invented world."""
    from tests.tasks.needles.releases import write_recipe

    folder = tmp_path_factory.mktemp("sample")
    names = "factrecall_en", "factrecall_zh"
    small = [write_recipe(folder / "recipes", name, levels=["2k"]) for name in names]
    lvbuild.build(small, folder / "release", sample=True, limit=10)
    return folder / "release"


@pytest.fixture(scope="session")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str | Path]:
    """Return a recipe of each family."""
    from tests.families import write_families

    return write_families(tmp_path_factory.mktemp("families"))


@pytest.fixture(scope="session")
def planned_release(
    recipes: Sequence[str | Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a release of them from the sample, at two small levels."""
    from tests.families import CHOICES

    out = tmp_path_factory.mktemp("planned") / "release"
    lvbuild.build(recipes, out, workers=1, **CHOICES)
    return out


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with recipes, corpora and a release whose supporting passages have a mark."""
    from tests.audit.marked_release import build_marked

    return build_marked(tmp_path_factory.mktemp("marked")).parent


@pytest.fixture(scope="session")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with tokenizers of all kinds, and ranks for three encodings."""
    from tests.vocabularies import write_json, write_merging, write_other_models, write_ranks

    folder = tmp_path_factory.mktemp("vocabularies")
    write_json(folder)
    write_merging(folder)
    write_other_models(folder)
    for encoding in ("cl100k_base", "o200k_base", "r50k_base"):
        write_ranks(folder, encoding)
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a browser of the module's own."""
    from tests.browsing import opened_browser

    with opened_browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hear of the processes that are forked by `os.fork`."""
    found: list[int] = []

    def fork(own: Callable[[], int] = os.fork) -> int:
        found.append(process := own())
        return process

    monkeypatch.setattr(os, "fork", fork)
    return found
