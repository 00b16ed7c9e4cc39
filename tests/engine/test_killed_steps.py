"""Builds killed at every step of their bookkeeping, on small corpora."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import VerificationError
from tests.builds import environment, finished, hashes, write_recipe

KILLED_AT = Path(__file__).parent / "killed_at.py"
KILLED = -signal.SIGKILL

pytestmark = pytest.mark.slow


def run_until(number: int, ending: str, arguments: list[str | Path], corpora: Path) -> int:
    """Run a build in one process until its NUMBERth step; return its exit code."""
    done = subprocess.run(
        [sys.executable, str(KILLED_AT), str(number), ending, *map(str, arguments)],
        env=environment(corpora),
        capture_output=True,
        check=False,
    )
    return done.returncode


def killed_at_each_step(
    folder: Path, ending: str, arguments: list[str | Path], corpora: Path, begun: Path | None = None
) -> Iterator[Path]:
    """Yield release after release, each killed one step later, the last one not at all."""
    code, number = KILLED, 0
    while code == KILLED:
        number += 1
        out = folder / str(number)
        if begun:
            shutil.copytree(begun, out)
        code = run_until(number, ending, [*arguments, "--workers", "1", "--out", out], corpora)
        yield out
    assert code == 0
    assert number > 5


@pytest.mark.parametrize("overwriting", [False, True])
def test_a_build_killed_at_any_step_goes_on(
    tmp_path: Path, small_corpora: Path, overwriting: bool
) -> None:
    recipe, levels, old = write_recipe(tmp_path, count=3), ["1k", "2k"], tmp_path / "old"
    options: dict[str, Any] = {"levels": levels, "corpora": small_corpora}
    command: list[str | Path] = ["recipe", recipe, "--levels", "1k,2k"]
    if overwriting:
        lvbuild.build(recipe, old, **options)
        options |= {"seed": 7, "overwrite": True}
        command += ["--seed", "7", "--overwrite"]
    lvbuild.build(recipe, tmp_path / "whole", **options)
    undisturbed, begun = hashes(tmp_path / "whole"), old if overwriting else None
    for out in killed_at_each_step(tmp_path, "", command, small_corpora, begun):
        stood = finished(out)
        lvbuild.build(recipe, out, **options)
        assert hashes(out) == undisturbed
        assert overwriting or stood.items() <= finished(out).items()


@pytest.mark.parametrize("ending", ["data/one_2k.jsonl", "provenance/one_1k.jsonl"])
def test_a_release_is_not_called_complete_while_a_file_is_missing(
    tmp_path: Path, small_corpora: Path, ending: str
) -> None:
    one, two, out = write_recipe(tmp_path, "one"), write_recipe(tmp_path, "two"), tmp_path / "out"
    command: list[str | Path] = ["recipe", one, "--workers", "1", "--out", out]
    assert run_until(1, ending, command, small_corpora) == KILLED
    manifest = lvbuild.build(two, out, corpora=small_corpora)
    missing = [path for path in manifest.files if not (out / path).is_file()]
    assert not (manifest.complete and missing)
    with pytest.raises(VerificationError, match="not complete"):
        lvbuild.verify(out)
    lvbuild.build(one, out, corpora=small_corpora)
    assert lvbuild.verify(out).complete
