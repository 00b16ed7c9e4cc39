"""What a shell completes after the words that stand there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from lvbuild.cli.main import program
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.recipe import families, shipped_recipes

RECIPES = ["all", *families(), *shipped_recipes()]


def completed(*words: str, incomplete: str = "") -> list[tuple[str, str]]:
    """Return what completes a command line: values, each with its type."""
    shell = ShellComplete(program, {}, "lvbuild", "_LVBUILD_COMPLETE")
    return [(item.value, item.type) for item in shell.get_completions(list(words), incomplete)]


def plain(*values: str) -> list[tuple[str, str]]:
    return [(value, "plain") for value in values]


@pytest.mark.parametrize("command", ["recipe", "plan", "show"])
def test_recipes_and_families_are_completed_by_name(command: str) -> None:
    assert completed(command) == plain(*RECIPES)
    assert completed(command, incomplete="fact") == plain("factrecall_en", "factrecall_zh")
    assert completed(command, incomplete="lv") == plain("lveval")


@pytest.mark.parametrize("incomplete", ["./mi", "folder/", "mine.y"])
def test_what_is_no_recipes_name_is_a_path(incomplete: str) -> None:
    assert completed("recipe", incomplete=incomplete) == [(incomplete, "file")]


def test_configurations_are_those_of_the_release_before_them(world: Path) -> None:
    release = str(world / "release")
    assert completed("inspect", release) == plain("mine_1k", "mine_2k")
    assert completed("inspect", release, incomplete="mine_2") == plain("mine_2k")
    assert completed("inspect", str(world)) == []
    assert completed("telltale", release, "mine_1k", incomplete="mine_2") == plain("mine_2k")
    assert completed("inspect", incomplete="rel") == [("rel", "dir")]


def test_corpora_are_completed_by_name() -> None:
    assert completed("corpora", "fetch") == plain(*CATALOGUE)
    assert completed("corpora", "path", incomplete="h") == plain("hongloumeng", "hotpotqa")


def test_a_shell_is_told_by_the_program_itself(tmp_path: Path) -> None:
    script = tmp_path / "lvbuild"
    script.write_text(f"#!{sys.executable}\nfrom lvbuild.cli.main import main\nmain()\n")
    script.chmod(0o755)
    asked = {"_LVBUILD_COMPLETE": "bash_complete", "COMP_WORDS": "lvbuild recipe hot"}
    done = subprocess.run(
        [script],
        env=os.environ | asked | {"COMP_CWORD": "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "plain,hotpotwikiqa_mixup\n"
