"""`lvbuild inspect`: a record as a person reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import lvbuild
from tests.tasks.small_world import book, write_books

NEEDLE = "In the vault Eve Orr hid the salt, and Orr wept."
LOOK = ("inspect", "release", "mine_1k")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def shown(world: Path, *words: str, **variables: str) -> str:
    ran = lvbuild(*LOOK, *words, cwd=world, **variables)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_question_answer_facts_depth_and_replaced_words_are_shown(world: Path) -> None:
    told = shown(world, "2")
    assert "Who hid the salt in the vault?" in told
    assert "Eve Orr" in told
    assert NEEDLE in told
    assert "In the attic Bob Ray hid the flour." in told
    assert "In the barn Tom Fox hid the vault key." in told
    assert "Ann Lee -> Eve Orr, 3 times" in told
    assert "cellar -> vault, 4 times" in told


def test_the_whole_context_is_shown_on_request(world: Path) -> None:
    context = json.loads((world / "release/data/mine_1k.jsonl").read_text().splitlines()[1])
    assert context["context"].strip() in shown(world, "1", "--full")
    assert context["context"].strip() not in shown(world, "1")


def test_the_needle_and_the_replaced_words_are_coloured_when_forced(world: Path) -> None:
    told = shown(world, "2", FORCE_COLOR="1", TERM="xterm-256color")
    [line] = [line for line in told.splitlines() if "salt, and" in line]
    assert "\x1b[1;32m" in line
    assert re.search(r"\x1b\[[0-9;]*35m(?:Eve )?Orr", line)
    assert NEEDLE in " ".join(COLOURS.sub("", told).split())


def test_no_color_is_respected_even_when_colours_are_forced(world: Path) -> None:
    told = shown(world, "2", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color")
    colours = [code for codes in re.findall(r"\x1b\[([0-9;]*)m", told) for code in codes.split(";")]
    assert not {"32", "33", "35"} & set(colours)


CONTROLS = set("\x1b\x07\x9b\x00\x08\x7f\u202e")
HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\x00\x08\x7f\u202e"


@pytest.mark.parametrize("words", [["0", "--full"], ["4", "--around", "3000"]])
def test_control_characters_of_a_book_are_never_printed_and_marks_as_they_are(
    copy: Path, words: list[str]
) -> None:
    plain = "The [bold]boat[/bold] came :smile: home."
    books = [f"{plain} The boat {HOSTILE} came home. {book(seed, 800)}" for seed in range(4)]
    write_books(copy / "corpora", books)
    build = ("recipe", "./mine.yaml", "--corpora", "corpora", "--overwrite")
    assert lvbuild(*build, cwd=copy).code == 0
    told = shown(copy, *words)
    assert "The boat" in told
    assert "owned" in told
    assert plain in " ".join(told.split())
    assert not CONTROLS & set(told)
