"""A folder that something else changes during a build: the build does not claim what is gone."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from lvbuild.engine.here import Listener, Summary
from lvbuild.errors import LvbuildError
from tests.builds import hashes, write_recipe


class Meddler(Listener):
    """Changes the folder when a recipe has been prepared, or once its first bytes are written."""

    def __init__(self, change: Callable[[], object], recipe: str, moment: str) -> None:
        self._change = change
        self._moment = (recipe, moment)
        self.summary: Summary | None = None

    def preparing(self, recipe: str) -> None:
        """Change the folder before a recipe is prepared."""
        self._at(recipe, "preparing")

    def writing(self, recipe: str, records: int) -> None:
        """Change the folder before a recipe's records are written."""
        self._at(recipe, "writing")

    def finished(self, summary: Summary) -> None:
        """Keep the summary."""
        self.summary = summary

    def _at(self, recipe: str, moment: str) -> None:
        if (recipe, moment) == self._moment:
            self._change()


@pytest.fixture
def recipes(tmp_path: Path) -> list[Path]:
    return [write_recipe(tmp_path, name) for name in ("one", "two")]


@pytest.mark.parametrize(
    ("recipe", "moment", "gone"),
    [
        ("two", "writing", ""),
        ("two", "writing", "manifest.json"),
        ("two", "writing", "provenance/one_4k.jsonl"),
        ("two", "preparing", "data"),
    ],
)
def test_what_is_gone_during_a_build_is_an_error_and_built_again_by_the_same_command(
    tmp_path: Path, small_corpora: Path, recipes: list[Path], recipe: str, moment: str, gone: str
) -> None:
    out = tmp_path / "release"

    def remove() -> None:
        place = out / gone
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()

    meddler = Meddler(remove, recipe, moment)
    with pytest.raises(LvbuildError) as caught:
        lvbuild.build(recipes, out, corpora=small_corpora, workers=1, listener=meddler)
    told = str(caught.value)
    assert str(out) in told
    assert "gone" in told
    assert "run the same command again" in told
    assert meddler.summary is None
    if "remove what is left of the folder" in told:
        shutil.rmtree(out, ignore_errors=True)  # all of it may be gone
    lvbuild.build(recipes, out, corpora=small_corpora, workers=1)
    lvbuild.build(recipes, tmp_path / "undisturbed", corpora=small_corpora, workers=1)
    assert hashes(out) == hashes(tmp_path / "undisturbed")


def test_a_recipe_that_another_build_replaces_meanwhile_is_told(
    tmp_path: Path, small_corpora: Path, recipes: list[Path]
) -> None:
    out = tmp_path / "release"

    def replace() -> None:
        lvbuild.build(recipes[0], out, seed=7, corpora=small_corpora, workers=1, overwrite=True)

    meddler = Meddler(replace, "two", "writing")
    with pytest.raises(
        LvbuildError, match=r"6 files of this build are gone or replaced, the first"
    ):
        lvbuild.build(recipes, out, corpora=small_corpora, workers=1, listener=meddler)
    lvbuild.build(recipes[1], out, corpora=small_corpora, workers=1)
    assert lvbuild.verify(out).recipes["one"].seed == 7
