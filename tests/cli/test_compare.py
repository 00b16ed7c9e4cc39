"""`lvbuild compare`: figures in text, JSON and a page, for two releases or for one."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from lvbuild import build, refresh_release
from tests.cli.running import lvbuild
from tests.towns import FIXED, build_towns


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("towns")
    build_towns(folder)
    corpora = folder / "corpora"
    refresh_release(folder / "v0", "<i>spring", folder / "spring", corpora=corpora, workers=1)
    return folder


def test_two_releases_are_told_in_text(towns: Path) -> None:
    ran = lvbuild("compare", "v0", "spring", cwd=towns)
    assert (ran.code, ran.err) == (0, "")
    first, questions, fresh, hard, rebuild, *rest = ran.out.splitlines()
    assert first == "towns"
    assert questions.endswith(
        "6 questions kept, 0 added, 0 gone; of those kept 5 have other answers, 1 the same"
    )
    assert fresh.startswith("  freshness 0.")
    assert hard == "  equally hard by all marks, as far as they tell (no chance under 0.01)"
    assert rebuild == "  rebuild: option --variant: '' -> '<i>spring'"
    assert any(line.split()[:2] == ["towns_4k", "6"] for line in rest)
    assert any(line.split()[:2] == ["towns_2k", "overlap"] for line in rest)


def test_json_tells_the_questions(towns: Path) -> None:
    ran = lvbuild("compare", "v0", "spring", "--json", "--workers", "1", cwd=towns)
    found = json.loads(ran.out)["recipes"]["towns"]
    assert found["same"] == [f"hotpotqa:{FIXED}"]
    assert set(found["levels"]["2k"]["marks"]) >= {"length", "depth", "rivals", "overlap"}


def test_the_page_needs_nothing_else_and_escapes_what_releases_say(
    towns: Path, tmp_path: Path
) -> None:
    path = tmp_path / "compared.html"
    ran = lvbuild("compare", "v0", "spring", "--html", str(path), cwd=towns)
    assert ran.code == 0
    page = path.read_text(encoding="utf-8")
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]
    parser.feed(page)
    assert "&lt;i&gt;spring" in page
    assert not {"i", "script", "link", "img"} & set(tags)
    assert tags.count("table") == 3
    assert f"<code>hotpotqa:{FIXED}</code>" in page
    assert "http" not in page


def test_one_release_is_held_against_the_installed_program(towns: Path) -> None:
    ran = lvbuild("compare", "v0", cwd=towns)
    same = "a rebuild comes to the same bytes: all that they follow from is the same"
    assert ran.out == f"towns\n  {same}, if the corpora are\n"
    assert json.loads(lvbuild("compare", "v0", "--json", cwd=towns).out) == {"towns": []}
    ran = lvbuild("compare", "v0", "--html", "page.html", cwd=towns)
    assert (ran.code, ran.err) == (2, "error: --html takes two releases\n")


def test_an_edited_release_is_refused(towns: Path, tmp_path: Path) -> None:
    build(towns / "towns.yaml", tmp_path / "v0", corpora=towns / "corpora", levels="2k", workers=1)
    (tmp_path / "v0/data/towns_2k.jsonl").write_bytes(b"{}\n")
    ran = lvbuild("compare", str(tmp_path / "v0"), "spring", cwd=towns)
    assert ran.code == 4
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
