"""Two builds into one folder at the same time keep both."""

from __future__ import annotations

import shutil
from pathlib import Path

import lvbuild
from tests.builds import environment, hashes, start, write_books, write_recipe


def build_together(commands: list[list[str | Path]], out: Path, corpora: Path) -> None:
    builds = [start([*each, "--out", out], environment(corpora)) for each in commands]
    told = [build.communicate()[1] for build in builds]
    assert [build.returncode for build in builds] == [0] * len(builds), told


def test_two_recipes_are_both_whole(tmp_path: Path, small_corpora: Path) -> None:
    recipes = [write_recipe(tmp_path, name, count=60) for name in ("one", "two")]
    build_together([["recipe", each] for each in recipes], tmp_path / "together", small_corpora)
    manifest = lvbuild.verify(tmp_path / "together", rebuild=True, corpora=small_corpora)
    assert manifest.complete
    assert sorted(manifest.recipes) == ["one", "two"]
    lvbuild.build(recipes, tmp_path / "one by one", corpora=small_corpora)
    assert hashes(tmp_path / "together") == hashes(tmp_path / "one by one")


def test_builds_of_one_recipe_keep_all_of_their_levels(tmp_path: Path, small_corpora: Path) -> None:
    levels = ("1k,2k", "2k,4k", "1k,2k,4k")
    recipe, out = write_recipe(tmp_path, count=40), tmp_path / "together"
    build_together([["recipe", recipe, "--levels", each] for each in levels], out, small_corpora)
    lvbuild.build(recipe, tmp_path / "alone", levels=levels[-1], corpora=small_corpora)
    assert hashes(out) == hashes(tmp_path / "alone")
    assert lvbuild.verify(out).complete


def test_recipes_of_one_corpus_are_the_same_together_and_one_by_one(tmp_path: Path) -> None:
    corpora = write_books(tmp_path / "corpora", books=20)
    recipes = [write_recipe(tmp_path, name) for name in ("one", "two")]
    manifest = lvbuild.build(recipes, tmp_path / "together", corpora=corpora, workers=1)
    files = [set(manifest.recipes[name].corpora[0].files) for name in ("one", "two")]
    assert files[0] != files[1]  # each reads as many books as it takes, in an order of its own
    for recipe in reversed(recipes):
        lvbuild.build(recipe, tmp_path / "one by one", corpora=corpora, workers=1)
    assert hashes(tmp_path / "together") == hashes(tmp_path / "one by one")
    lvbuild.verify(tmp_path / "together", rebuild=True, corpora=corpora)


def test_a_build_leaves_the_temporary_files_of_a_living_one_alone(
    tmp_path: Path, small_corpora: Path
) -> None:
    out, recipe, large = (
        tmp_path / "out",
        write_recipe(tmp_path),
        write_recipe(tmp_path, "large", 200),
    )
    slow = start(["recipe", large, "--out", out], environment(small_corpora))
    while slow.poll() is None:
        lvbuild.build(recipe, out, corpora=small_corpora)
    _, stderr = slow.communicate()
    assert slow.returncode == 0, stderr
    lvbuild.build(recipe, out, corpora=small_corpora)
    assert sorted(lvbuild.verify(out).recipes) == ["large", "tiny"]
    shutil.rmtree(out)
