"""Whatever is printed: no text steers the terminal, no encoding ends a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builds import without_heartbeat
from tests.cli.running import environment, lvbuild
from tests.cli.terminal import in_terminal
from tests.tasks.small_world import RECIPE, write_recipe

HOSTILE = "\x1b[31m\x1b]0;owned\x07\u202e\x9b2J"
CONTROLS = set("\x1b\x07\u202e\x9b")

NAMED = {
    "a command": f"{HOSTILE} x",
    "a recipe's file": f"show ./{HOSTILE}.yaml",
    "a release": f"verify {HOSTILE}",
    "a tokenizer": f"recipe ./mine.yaml --unit tokens --tokenizer {HOSTILE}",
}


@pytest.mark.parametrize("words", NAMED.values(), ids=NAMED)
def test_an_error_shows_the_control_characters_of_a_name_as_escapes(
    world: Path, words: str
) -> None:
    line = lvbuild(*words.split(), cwd=world).error(2)
    assert not CONTROLS & set(line)
    assert "1b" in line.lower()


def test_a_name_that_is_no_text_is_told(world: Path) -> None:
    name = os.fsdecode(b"rel\xff")
    assert r"rel\udcff: is no release" in lvbuild("verify", name, cwd=world).error(2)


FLAWED = {
    "an escape of YAML": (RECIPE.replace("A recipe of mine", r'"A \x1b[31m recipe"'), "U+001B"),
    "its prompt": (RECIPE.replace("{input}", r"{input}\x9b2J"), "U+009B"),
    "a key": (
        RECIPE + '"co\\u2066lour": 1\n',
        ": it holds the control character U+2066; leave that character out",
    ),
}


@pytest.mark.parametrize(("text", "told"), FLAWED.values(), ids=FLAWED)
def test_a_recipe_with_control_characters_is_refused(copy: Path, text: str, told: str) -> None:
    write_recipe(copy, text)
    for words in ("show ./mine.yaml", "recipe ./mine.yaml --corpora corpora --out new"):
        assert told in lvbuild(*words.split(), cwd=copy).error(2)
    assert not (copy / "new").exists()


def test_control_characters_in_a_comment_of_a_recipe_do_not_steer_the_terminal(copy: Path) -> None:
    write_recipe(copy, f"# \u202eremark\n{RECIPE}")
    shown = in_terminal("show", "./mine.yaml", "--yaml", cwd=copy)
    assert shown.lines[0] == r"# \u202eremark"
    piped = lvbuild("show", "./mine.yaml", "--yaml", cwd=copy)
    assert piped.out == f"# \u202eremark\n{RECIPE}"


def test_findings_of_a_hostile_table_do_not_steer_the_terminal(copy: Path) -> None:
    table = copy / "annotations/mine/replacements.jsonl"
    table.write_text(table.read_text() + json.dumps({"question_id": f"needle:{HOSTILE}"}) + "\n")
    ran = lvbuild("check", "./mine.yaml", "--corpora", "corpora", cwd=copy)
    assert not CONTROLS & set(ran.out + ran.err)


@pytest.mark.parametrize(
    ("words", "encoding"), [("show cmrc_mixup", "cp1252:strict"), ("show 红楼", "latin-1")]
)
def test_no_encoding_of_the_streams_ends_a_command(world: Path, words: str, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lvbuild", *words.split()],
        cwd=world,
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=False,
    )
    name = encoding.partition(":")[0]
    told = without_heartbeat(done.stderr.decode(name))
    assert (done.returncode, len(told.splitlines())) in {(0, 0), (2, 1)}


def test_json_stays_json_where_the_stream_takes_no_chinese(world: Path) -> None:
    plain = lvbuild("list", "--json", cwd=world)
    ran = lvbuild("list", "--json", cwd=world, PYTHONIOENCODING="latin-1")
    assert ran.out.isascii()
    assert json.loads(ran.out) == json.loads(plain.out)


@pytest.mark.parametrize(("stream", "code"), [("list >&-", 0), ("lst >&- 2>&-", 2)])
def test_a_closed_stream_is_no_failure(world: Path, stream: str, code: int) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m lvbuild {stream}"],
        cwd=world,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
