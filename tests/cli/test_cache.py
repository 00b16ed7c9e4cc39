from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.builds import hashes
from tests.cli.running import lvbuild

BUILD = ("recipe", "factrecall_en", "--levels", "2k", "--limit", "3", "--sample", "--workers", "1")


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, str]:
    return {"LVBUILD_CACHE": str(tmp_path / "cache"), "LVBUILD_CACHE_SIZE": "50"}


def told(tmp_path: Path, kept: dict[str, str]) -> dict[str, int]:
    ran = lvbuild("cache", "list", "--json", cwd=tmp_path, **kept)
    return {each["kind"]: each["bytes"] for each in json.loads(ran.out)["kept"]}


def test_a_build_with_what_is_kept_has_the_same_bytes(tmp_path: Path, kept: dict[str, str]) -> None:
    for out, variables in (("without", {}), ("first", kept), ("second", kept)):
        assert lvbuild(*BUILD, "--out", out, cwd=tmp_path, **variables).code == 0
    without, first, second = (hashes(tmp_path / out) for out in ("without", "first", "second"))
    assert without == first == second


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
