"""Failures: one line on stderr, the exit code of their kind, nothing on stdout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lvbuild.cli.main import _run
from tests.builds import without_heartbeat
from tests.cli.running import environment, hashes, lvbuild
from tests.tasks.small_world import RECIPE, TABLES, Row, fact, needle, pair, write_recipe

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
    "a shipped recipe as a file": (
        "show list/factrecall_en.yaml",
        "is named factrecall_en, wi",
    ),
    "an unknown recipe to show": ("show factrecal_en", "did you mean factrecall_en"),
    "a missing file": ("recipe ./none.yaml", "none.yaml: cannot be read"),
    "a bad level": ("recipe ./mine.yaml --levels 1k,big", "'big' is no level"),
    "an empty level": ("recipe ./mine.yaml --levels 1k,", "'' is no level"),
    "no level": ("recipe ./mine.yaml --levels=", "'' is no level"),
    "no records": ("recipe ./mine.yaml --limit 0", "'--limit'"),
    "no workers": ("recipe ./mine.yaml --workers 0", "'--workers'"),
    "a seed that is no number": ("recipe ./mine.yaml --seed x", "'--seed'"),
    "an unknown option": ("recipe ./mine.yaml --level 1k", "No such option"),
    "a mistyped command": ("recipie x", "No such command 'recipie': did you mean recipe?"),
    "an unknown recipe to build": ("build factrecal_en", "did you mean factrecall_en"),
    "a command of a group": ("suggest x", "No such command 'suggest': did you mean annotate sugg"),
    "a command there is not": ("publish", "No such command 'publish': there are annotate, check"),
    "a mistyped command of corpora": ("corpora lst", "No such command 'lst': did you mean list?"),
    "no such corpora": ("recipe ./mine.yaml --corpora none", "none: no such folder"),
    "no release": ("inspect corpora mine_1k 0", "corpora: is no release"),
    "no release to verify": ("verify corpora", "corpora: is no release"),
    "no such configuration": ("inspect release mine_9k 0", "there are mine_1k, mine_2k"),
    "no such record": ("inspect release mine_1k 5", "mine_1k holds records 0 to 4, and no 5"),
    "a negative record": ("inspect release mine_1k -1", "-1"),
    "no record": ("inspect release mine_1k", "Missing argument 'NUMBER'"),
}


@pytest.mark.parametrize(("words", "told"), USAGE.values(), ids=USAGE)
def test_wrong_usage_exits_with_2_and_says_what_there_is(
    world: Path, words: str, told: str
) -> None:
    assert told in failed(world, 2, *words.split())


def test_a_name_of_two_lines_is_told_on_one(world: Path) -> None:
    assert "two lines.yaml: cannot be read" in failed(world, 2, "recipe", "./two\nlines.yaml")


FLAWED = {
    "a misspelt key": (RECIPE.replace("count", "cuont"), "'cuont': did you mean 'count'?"),
    "a bad level": (RECIPE.replace("1k", "one"), "'one' is no level"),
    "an unknown corpus": (RECIPE.replace("pg19", "pg20"), "mine.yaml: 'pg20': no such"),
    "no mapping": ("- a", "a recipe is a mapping"),
}


@pytest.mark.parametrize(("text", "told"), FLAWED.values(), ids=FLAWED)
def test_a_flawed_recipe_file_exits_with_2(copy: Path, text: str, told: str) -> None:
    (copy / "mine.yaml").write_text(text)
    assert told in failed(copy, 2, *BUILD)


ROWS = {
    "a wrong status": ({"needles": [needle("a", status="ok")]}, "needles.jsonl:1: status"),
    "a needle without its answer": (
        {"needles": [needle("a", answers=["Sue"])]},
        "needles.jsonl:1: the fact does not hold its answer",
    ),
    "a fact with the answer": (
        {"confusing_facts": [fact("Bob ate."), fact("So ANN LEE ate.")]},
        "confusing_facts.jsonl:2: the confusing fact holds the answer 'Ann Lee'",
    ),
    "a replacement of nothing": (
        {"replacements": [*TABLES["replacements"], pair("Zed", "Kit")]},
        "replacements.jsonl:4: the original 'Zed' stands by itself neither",
    ),
}


@pytest.mark.parametrize(("tables", "told"), ROWS.values(), ids=ROWS)
def test_a_flawed_row_exits_with_2(copy: Path, tables: dict[str, list[Row]], told: str) -> None:
    write_recipe(copy, **tables)
    assert told in failed(copy, 2, *BUILD)


def test_missing_tables_exit_with_2(copy: Path) -> None:
    (copy / "annotations/mine/needles.jsonl").unlink()
    assert "mine/needles.jsonl: the table cannot be read" in failed(copy, 2, *BUILD)


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


def test_missing_corpora_exit_with_3_and_all_are_named(world: Path) -> None:
    words = ("recipe", "factrecall_en", "factrecall_zh", "--offline")
    line = failed(world, 3, *words, HF_HUB_OFFLINE="0")
    assert "pg19 (looked in" in line
    assert "hongloumeng (looked in" in line
    assert "--sample" in line


def test_all_recipes_are_read_before_a_corpus_is_missed(world: Path) -> None:
    assert "'nonsense'" in failed(world, 2, "recipe", "factrecall_zh", "nonsense", "--offline")


def test_a_damaged_release_is_told_and_not_shown(copy: Path) -> None:
    path = copy / "release/data/mine_1k.jsonl"
    path.write_bytes(path.read_bytes()[:100])
    assert "release/data/mine_1k.jsonl:1: is damaged" in failed(
        copy, 2, "inspect", "release", "mine_1k", "0"
    )
    assert "data/mine_1k.jsonl differs from its hash" in failed(copy, 4, "verify", "release")


def test_an_interrupt_exits_with_130(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lvbuild.engine.build.build", interrupted)
    monkeypatch.setattr(sys, "argv", ["lvbuild", "recipe", str(world / "mine.yaml")])
    assert _run() == 130
    assert capsys.readouterr().err.strip().startswith("error: interrupted")


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


PRINTING = (
    "list",
    "list --json",
    "schema",
    "show ./mine.yaml",
    "corpora list",
    "inspect release mine_1k 0 --full",
    "plan ./mine.yaml --corpora corpora",
    "check ./mine.yaml --corpora corpora",
    "recipe ./mine.yaml --corpora corpora",
    "verify release",
    "--help",
    "recipe --help",
)


@pytest.mark.parametrize("words", PRINTING)
def test_nobody_reading_on_is_no_failure(world: Path, words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = piped(world, *words.split(), out=writing)
    os.close(writing)
    assert (done.returncode, without_heartbeat(done.stderr)) == (0, "")


def test_nobody_reading_on_does_not_hide_that_tables_have_errors(copy: Path) -> None:
    write_recipe(copy, replacements=[*TABLES["replacements"], pair("Zed", "Kit")])
    reading, writing = os.pipe()
    os.close(reading)
    done = piped(copy, "check", "./mine.yaml", "--corpora", "corpora", out=writing)
    os.close(writing)
    assert done.returncode == 1
    assert without_heartbeat(done.stderr).startswith("error: 1 error, ")


def test_a_reader_that_ends_after_some_lines_is_no_failure(world: Path) -> None:
    lvbuild_here = f"{sys.executable} -m lvbuild"
    for words in ("inspect release mine_1k 0 --full", "list", "schema"):
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", f"{lvbuild_here} {words} | head -n 1"],
            cwd=world,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 1)


@pytest.mark.parametrize("words", ["list", "schema", "show ./mine.yaml"])
def test_a_full_disk_under_stdout_is_one_error_line(world: Path, words: str) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = piped(world, *words.split(), out=full)
    os.close(full)
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")


@pytest.mark.parametrize("words", ["", "recipe", "inspect"])
def test_a_command_without_its_words_shows_its_help(world: Path, words: str) -> None:
    ran = lvbuild(*words.split(), cwd=world)
    assert not ran.err.startswith("error: Usage")
    assert len((ran.out + ran.err).splitlines()) > 5


@pytest.mark.parametrize(
    "words",
    [f"show {'a' * 300}", f"recipe ./mine.yaml --levels {'9' * 400}k", "show ./date.yaml"],
    ids=["an overlong name", "a level beyond all floats", "a date that is none"],
)
def test_hostile_input_is_one_error_line(copy: Path, words: str) -> None:
    (copy / "date.yaml").write_text(f"{RECIPE}x: 2020-99-99\n")
    failed(copy, 2, *words.split())


ASKED_FOR = ("show ./it.yaml", "recipe ./mine.yaml --unit tokens --tokenizer ./it.json")


@pytest.mark.parametrize("words", ASKED_FOR)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_neither_waited_for_nor_read(copy: Path, words: str, kind: str) -> None:
    for name in ("it.yaml", "it.json"):
        if kind == "pipe":
            os.mkfifo(copy / name)
        else:
            (copy / name).symlink_to("/dev/zero")
    assert "cannot be read (it is no regular file)" in lvbuild(*words.split(), cwd=copy).error(2)


def test_a_table_that_is_a_pipe_is_not_waited_for(copy: Path) -> None:
    table = copy / "annotations/mine/needles.jsonl"
    table.unlink()
    os.mkfifo(table)
    assert "it is no regular file" in lvbuild(*BUILD, cwd=copy).error(2)


@pytest.mark.parametrize("columns", ["0", "1", "99999999999", "-1", "x"])
def test_a_list_is_whole_whatever_the_columns_of_the_surroundings(
    world: Path, columns: str
) -> None:
    plain = lvbuild("list", cwd=world)
    assert lvbuild("list", cwd=world, COLUMNS=columns).out == plain.out
