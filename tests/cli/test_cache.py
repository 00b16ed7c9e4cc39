from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import hashes
from tests.cli.running import environment, lvbuild
from tests.tasks.needles.releases import write_recipe

BUILD = ("recipe", "factrecall_en.yaml", "--limit", "3", "--sample", "--workers", "1")


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, str]:
    write_recipe(tmp_path, "factrecall_en", levels=["2k"])
    return {"LVBUILD_CACHE": str(tmp_path / "cache"), "LVBUILD_CACHE_SIZE": "50"}


def told(tmp_path: Path, kept: dict[str, str]) -> dict[str, int]:
    ran = lvbuild("cache", "list", "--json", cwd=tmp_path, **kept)
    return {each["kind"]: each["bytes"] for each in json.loads(ran.out)["kept"]}


def test_a_build_with_what_is_kept_has_the_same_bytes(tmp_path: Path, kept: dict[str, str]) -> None:
    for out, variables in (("without", {}), ("first", kept), ("second", kept)):
        assert lvbuild(*BUILD, "--out", out, cwd=tmp_path, **variables).code == 0
    without, first, second = (hashes(tmp_path / out) for out in ("without", "first", "second"))
    assert without == first == second


MADE_WITH = ["lvbuild.languages.chinese", "lvbuild.rules.every", "lvbuild.text.cleaning"]
"""Modules that a build needs to make what is kept."""


def test_what_only_makes_what_is_kept_is_not_imported(tmp_path: Path, kept: dict[str, str]) -> None:
    recipe = write_recipe(tmp_path, "needle_single_en", levels=["2k"], count=3)
    code = (
        "import sys, lvbuild\n"
        f"lvbuild.build({str(recipe)!r}, sys.argv[1], sample=True, workers=1)\n"
        f"print(*[name for name in {MADE_WITH} if name in sys.modules])"
    )
    first, again = (
        subprocess.run(
            [sys.executable, "-c", code, out],
            cwd=tmp_path,
            env=environment(**kept),
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for out in ("first", "again")
    )
    assert {"lvbuild.rules.every", "lvbuild.text.cleaning"} <= set(first)
    assert not again


def test_list_tells_what_there_is_and_clear_removes_it(
    tmp_path: Path, kept: dict[str, str]
) -> None:
    assert told(tmp_path, kept) == {}
    lvbuild(*BUILD, cwd=tmp_path, **kept)
    before = told(tmp_path, kept)
    assert {"boundaries", "places", "prepared"} <= before.keys()
    table = lvbuild("cache", "list", cwd=tmp_path, **kept).out.splitlines()
    assert [line.split() for line in table] == [
        ["kind", "files", "bytes"],
        *([kind, "1", f"{size:,}"] for kind, size in before.items()),
    ]
    cleared = lvbuild("cache", "clear", cwd=tmp_path, **kept).out
    assert cleared.startswith(f"{sum(before.values()):,} bytes removed from {tmp_path}")
    assert told(tmp_path, kept) == {}


def test_damage_to_all_that_is_kept_changes_no_build(tmp_path: Path, kept: dict[str, str]) -> None:
    lvbuild(*BUILD, "--out", "first", cwd=tmp_path, **kept)
    for path in (tmp_path / "cache/kept").rglob("*.pack"):
        content = bytearray(path.read_bytes())
        for place in range(0, len(content), 101):
            content[place] ^= 255
        path.write_bytes(content)
    ran = lvbuild(*BUILD, "--out", "second", cwd=tmp_path, **kept)
    assert (ran.code, ran.err) == (0, "")
    assert hashes(tmp_path / "first") == hashes(tmp_path / "second")
