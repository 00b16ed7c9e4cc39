"""Fitting lines into a width."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from lvbuild.cli.output import Output, wrapped
from tests.cli.terminal import width


class Terminal(Output):
    is_terminal = True


LINES = st.text(alphabet="ab1,. -第三回，。《》", max_size=60)
WORDS = st.text(alphabet="abc0123456789,.", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("one two three", 7, ["one two", "  three"]),
        ("  key  two words", 12, ["  key  two", "  words"]),
        ("第三回到此为止。", 8, ["第三回到", "  此为", "  止。"]),
        ("共 11,992,927 字", 6, ["共", "  11,992,927", "  字"]),
    ],
)
def test_a_line_is_broken_before_words_and_between_characters(
    text: str, columns: int, lines: list[str]
) -> None:
    assert wrapped(text, columns, "  ") == lines


@given(LINES, st.integers(1, 40))
def test_nothing_is_lost_and_only_a_lone_word_is_too_wide(text: str, columns: int) -> None:
    lines = wrapped(text, columns, "  ")
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        alone = len(wrapped(line.strip(), 1)) == 1
        assert width(line.rstrip()) <= columns or alone


@given(st.lists(WORDS, max_size=8), st.integers(1, 40))
def test_no_word_is_cut(parts: list[str], columns: int) -> None:
    assert " ".join(wrapped(" ".join(parts), columns)).split() == " ".join(parts).split()


@given(LINES, st.integers(1, 40))
def test_a_text_with_styles_is_broken_as_a_line_is(text: str, columns: int) -> None:
    terminal = Terminal()
    terminal.width = columns
    with terminal.capture() as plain:
        terminal.print_line(text, indent="  ")
    with terminal.capture() as styled:
        terminal.print_text(Text(text, "bold"), indent="  ")
    assert re.sub(r"\x1b\[[0-9;]*m", "", styled.get()) == plain.get()


def test_a_long_run_of_blanks_at_the_end_is_gone_through_once() -> None:
    assert wrapped("abc" + " " * 200_000, 80) == ["abc"]
