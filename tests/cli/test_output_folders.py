"""Where a release may be built, and what is refused without a byte changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.builds import mounted
from tests.cli.running import Ran, hashes, lvbuild
from tests.tasks.small_world import RECIPE, write_recipe


def build(folder: Path, *words: str, recipe: str = "./mine.yaml") -> Ran:
    return lvbuild("recipe", recipe, "--corpora", "corpora", *words, cwd=folder)


def refused(folder: Path, *words: str) -> str:
    before = hashes(folder)
    ran = build(folder, *words)
    assert ran.out == ""
    assert hashes(folder) == before
    return ran.error(2)


REFUSED = {
    "--out mine.yaml": "mine.yaml: is a file",
    "--out corpora": "corpora: is not empty and is no release",
    "--no-tables": "release: holds mine with other --no-tables",
    "--seed 7 --limit 3": "release: holds mine with other --seed, --limit",
    "--seed 7 --levels 1k --overwrite": "release: --overwrite would remove mine at 2k, which",
}


@pytest.mark.parametrize(("words", "told"), REFUSED.items(), ids=REFUSED)
def test_what_would_be_overwritten_is_refused_and_named(copy: Path, words: str, told: str) -> None:
    assert told in refused(copy, *words.split())


def test_a_release_of_another_format_is_refused(copy: Path) -> None:
    path = copy / "release/manifest.json"
    path.write_text(path.read_text().replace('"format": 5', '"format": 1'))
    assert "is no manifest of format 5" in refused(copy)


def test_the_same_recipe_of_other_tables_or_texts_is_refused(copy: Path) -> None:
    table = copy / "annotations/mine/needles.jsonl"
    before = table.read_text()
    table.write_text(f"{before}\n")
    assert "holds mine with other tables" in refused(copy)
    table.write_text(before)
    book = copy / "corpora/pg19/1.txt"
    text = book.read_text()
    book.write_text(f"{text} The boat came home.")
    assert "holds mine with other corpora" in refused(copy)
    book.write_text(text)
    write_recipe(copy, RECIPE.replace("of mine", "of ours"))
    assert "holds mine with other contents of the recipe's file" in refused(copy)


def test_a_refused_recipe_among_others_changes_nothing(copy: Path) -> None:
    other = RECIPE.replace("name: mine", "name: other")
    (copy / "other.yaml").write_text(other)
    (copy / "annotations/mine").rename(copy / "annotations/other")
    write_recipe(copy)
    before = hashes(copy)
    build(copy, "./mine.yaml", "--seed", "7", recipe="./other.yaml").error(2)
    assert hashes(copy) == before


def test_overwrite_replaces_the_levels_that_stand(copy: Path) -> None:
    before = hashes(copy / "release")
    ran = build(copy, "--seed", "7", "--overwrite")
    assert (ran.code, ran.err) == (0, "")
    after = hashes(copy / "release")
    assert after.keys() == before.keys()
    for level in ("1k", "2k"):
        assert before[f"data/mine_{level}.jsonl"] != after[f"data/mine_{level}.jsonl"]
    assert lvbuild("verify", "release", cwd=copy).code == 0


def test_overwrite_is_refused_where_a_table_has_changed_and_a_level_would_go(copy: Path) -> None:
    table = copy / "annotations/mine/needles.jsonl"
    table.write_text(f"{table.read_text()}\n")
    assert "would remove mine at 1k" in refused(copy, "--levels", "2k", "--overwrite")
    assert build(copy, "--overwrite").code == 0


def test_overwrite_is_refused_where_a_level_that_stands_cannot_be_built_again(copy: Path) -> None:
    for number in (3, 4):
        (copy / f"corpora/pg19/{number}.txt").unlink()
    assert "would remove mine at 2k" in refused(copy, "--overwrite")


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that not even root may write to: a mounted file system."""
    with mounted(tmp_path / "read-only", "ro") as folder:
        yield folder


@pytest.mark.parametrize(
    ("inner", "told"), [("", "cannot be written to"), ("/new", "cannot be made (Read-only file")]
)
def test_a_folder_that_cannot_be_written_to_is_refused(
    copy: Path, read_only: Path, inner: str, told: str
) -> None:
    assert f"{read_only}{inner}: {told}" in refused(copy, "--out", f"{read_only}{inner}")
