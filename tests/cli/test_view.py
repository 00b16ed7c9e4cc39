"""`lvbuild view`: it says which page it wrote, and what is not on it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.running import lvbuild


def test_a_page_of_the_records_asked_for_is_written(world: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = lvbuild("view", "release", "--records", "mine_1k:0, mine_2k:4", "--out", page, cwd=world)
    assert (ran.code, ran.err) == (0, "")
    size = f"{page.stat().st_size / 1e6:.2f} MB"
    assert " ".join(ran.out.split()) == f"{page}: 2 records, {size}"
    text = page.read_text(encoding="utf-8")
    assert '"name":"mine_1k 0"' in text
    assert '"name":"mine_2k 4"' in text


def test_a_file_that_was_edited_is_named(world: Path, tmp_path: Path) -> None:
    copied, page = tmp_path / "release", tmp_path / "page.html"
    shutil.copytree(world / "release", copied)
    with (copied / "provenance/mine_1k.jsonl").open("a") as file:
        file.write("\n")
    ran = lvbuild("view", "release", "--out", page, cwd=tmp_path)
    assert ran.code == 0
    told = "note: provenance/mine_1k.jsonl differs from its hash: the page shows what stands there"
    assert told in " ".join(ran.out.split())


def test_a_sample_is_the_usual(world: Path, tmp_path: Path) -> None:
    for words in ((), ("--sample", "10")):
        ran = lvbuild(
            "view", "release", *words, "--out", tmp_path / f"{len(words)}.html", cwd=world
        )
        assert ran.code == 0
    assert (tmp_path / "0.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_what_is_not_there_is_an_error(world: Path, tmp_path: Path) -> None:
    for words, told in (
        (("--records", "mine_1k:7"), "mine_1k: holds no record 7"),
        (("--records", "mine_1k:0", "--sample", "2"), "not for both"),
        (("--sample", "1000"), "a page shows 1 to 100"),
    ):
        ran = lvbuild("view", "release", *words, "--out", tmp_path / "page.html", cwd=world)
        assert told in ran.error(2)
    assert "Missing option '--out'" in lvbuild("view", "release", cwd=world).error(2)
    assert not (tmp_path / "page.html").exists()
