"""Failures: one line on stderr, the exit code of their kind, nothing on stdout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import without_heartbeat
from tests.cli.running import environment, hashes, lvbuild
from tests.tasks.small_world import RECIPE, Row, fact, write_recipe

BUILD = ("recipe", "./mine.yaml", "--corpora", "corpora", "--out", "new")


def failed(folder: Path, code: int, *words: str, **variables: str) -> str:
    """Run a command that fails; return its error line."""
    before = hashes(folder)
    ran = lvbuild(*words, cwd=folder, **variables)
    assert ran.out == ""
    assert hashes(folder) == before
    return ran.error(code)


USAGE = {
    "an unknown recipe": ("recipe factrecal_en", "did you mean factrecall_en"),
    "a recipe's file by its name alone": ("recipe mine", "'mine': did you mean mine.yaml?"),
    "a shipped recipe as a file": ("show list/factrecall_en.yaml", "is named factrecall_en, wi"),
    "a bad level": ("recipe ./mine.yaml --levels 1k,big", "'big' is no level"),
    "an unknown option": ("recipe ./mine.yaml --level 1k", "No such option"),
    "a mistyped command": ("recipie x", "No such command 'recipie': did you mean recipe?"),
    "a command of a group": ("suggest x", "No such command 'suggest': did you mean annotate sugg"),
    "a command there is not": (
        "xyz",
        "No such command 'xyz': there are annotate, audit, cache, check",
    ),
    "no such corpora": ("recipe ./mine.yaml --corpora none", "none: no such folder"),
    "no release": ("inspect corpora mine_1k 0", "corpora: is no release"),
    "no record": ("inspect release mine_1k", "Missing argument 'NUMBER'"),
}


@pytest.mark.parametrize(("words", "told"), USAGE.values(), ids=USAGE)
def test_wrong_usage_exits_with_2_and_says_what_there_is(
    world: Path, words: str, told: str
) -> None:
    assert told in failed(world, 2, *words.split())


FLAWED: dict[str, tuple[str, dict[str, list[Row]], str]] = {
    "an unknown corpus": (RECIPE.replace("pg19", "pg20"), {}, "mine.yaml: 'pg20': no such"),
    "no mapping": ("- a", {}, "a recipe is a mapping"),
    "a fact with the answer": (
        RECIPE,
        {"confusing_facts": [fact("Bob ate."), fact("So ANN LEE ate.")]},
        "confusing_facts.jsonl:2: the confusing fact or its passage holds the answer 'Ann Lee'",
    ),
}


@pytest.mark.parametrize(("text", "tables", "told"), FLAWED.values(), ids=FLAWED)
def test_a_flawed_recipe_or_row_exits_with_2(
    copy: Path, text: str, tables: dict[str, list[Row]], told: str
) -> None:
    write_recipe(copy, text, **tables)
    assert told in failed(copy, 2, *BUILD)


@pytest.mark.parametrize(
    ("content", "told"), [(b" \n", "empty"), (b"The \xe9t\xe9.", "byte 4 is not UTF-8")]
)
def test_a_book_that_cannot_be_read_exits_with_1_and_is_named(
    copy: Path, content: bytes, told: str
) -> None:
    for path in (copy / "corpora/pg19").iterdir():
        path.write_bytes(content)
    line = failed(copy, 1, *BUILD)
    assert re.search(r"corpora/pg19/\d\.txt: ", line)
    assert told in line


def piped(folder: Path, *words: str, out: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "lvbuild", *words],
        cwd=folder,
        env=environment(),
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("words", ["list", "recipe ./mine.yaml --corpora corpora", "--help"])
def test_nobody_reading_on_is_no_failure(world: Path, words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = piped(world, *words.split(), out=writing)
    os.close(writing)
    assert (done.returncode, without_heartbeat(done.stderr)) == (0, "")


def test_a_full_disk_under_stdout_is_one_error_line(world: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = piped(world, "list", out=full)
    os.close(full)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")


@pytest.mark.parametrize("words", ["", "recipe", "inspect"])
def test_a_command_without_its_words_shows_its_help(world: Path, words: str) -> None:
    ran = lvbuild(*words.split(), cwd=world)
    assert not ran.err.startswith("error: Usage")
    assert len((ran.out + ran.err).splitlines()) > 5


@pytest.mark.parametrize("name", ["mine.yaml", "it.json", "annotations/mine/needles.jsonl"])
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_neither_waited_for_nor_read(copy: Path, name: str, kind: str) -> None:
    (copy / name).unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(copy / name)
    else:
        (copy / name).symlink_to("/dev/zero")
    tokens = ("--unit", "tokens", "--tokenizer", "./it.json") if name == "it.json" else ()
    told = lvbuild(*BUILD, *tokens, cwd=copy).error(2)
    assert f"{name}: " in told
    assert "cannot be read (it is no regular file)" in told
