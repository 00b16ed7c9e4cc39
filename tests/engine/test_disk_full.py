"""A full disk ends a build in one line; nothing half written has a final name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import LvbuildError
from tests.builds import (
    environment,
    errors_told,
    hashes,
    mount,
    mounted,
    run,
    run_well,
    write_recipe,
)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "disk", "size=64k") as folder:
        yield folder


def resize(disk: Path, options: str) -> None:
    assert mount(disk, f"remount,{options}") == ""


def assert_what_stands_is_whole(release: Path) -> None:
    """Check every file under its final name against the manifest."""
    held = {path: digest for path, digest in hashes(release).items() if path.endswith("k.jsonl")}
    told = {}
    if (release / "manifest.json").exists():
        told = json.loads((release / "manifest.json").read_bytes())["files"]
    assert held.items() <= {path: entry["sha256"] for path, entry in told.items()}.items()


@pytest.mark.parametrize(("size", "workers"), [("8k", "1"), ("1m", "2")])
def test_a_full_disk_is_told_in_one_line_and_the_build_goes_on_with_room(
    tmp_path: Path, disk: Path, small_corpora: Path, size: str, workers: str
) -> None:
    recipe, env, out = write_recipe(tmp_path, count=200), environment(small_corpora), disk / "out"
    resize(disk, f"size={size}")
    command: list[str | Path] = ["recipe", recipe, "--workers", workers, "--out", out]
    done = run(command, env)
    [line] = errors_told(done.stderr)
    assert line.startswith("error: ")
    assert "No space left on device" in line
    assert done.returncode == 1
    assert list(out.rglob("*.lvbuild-tmp")) == []
    assert_what_stands_is_whole(out)
    resize(disk, "size=64m")
    run_well(command, env)
    lvbuild.build(recipe, tmp_path / "whole", corpora=small_corpora)
    assert hashes(out) == hashes(tmp_path / "whole")


def why_it_fails(recipe: Path, out: Path, corpora: Path) -> str:
    """Build; return the error's text, "" where there is none."""
    try:
        lvbuild.build(recipe, out, corpora=corpora, levels="1k,2k", workers=1)
    except LvbuildError as error:
        return str(error)
    return ""


def test_a_disk_that_is_full_at_any_step_does_not_spoil_the_release(
    tmp_path: Path, disk: Path, small_corpora: Path
) -> None:
    recipe, out = write_recipe(tmp_path, count=3), disk / "out"
    assert why_it_fails(recipe, tmp_path / "whole", small_corpora) == ""
    told: list[str] = []
    stuck: dict[int, str] = {}
    for inodes in count(3):
        resize(disk, f"size=64m,nr_inodes={inodes}")
        told.append(why_it_fails(recipe, out, small_corpora))
        assert_what_stands_is_whole(out)
        resize(disk, "size=64m,nr_inodes=1000")
        stuck[inodes] = why_it_fails(recipe, out, small_corpora)
        if not stuck[inodes]:
            assert hashes(out) == hashes(tmp_path / "whole")
        shutil.rmtree(out)
        if not told[-1]:
            break
    assert all("No space left on device" in error for error in told[:-1])
    assert len(told) > 10
    assert {inodes: error for inodes, error in stuck.items() if error} == {}
