"""Fitting text into a terminal's width, without cutting a word or a number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.cells import cell_len

_BETWEEN = "  "


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a line before words; the lines after the first begin with `indent`.

    Chinese may be broken between its characters, but not before a mark that closes something. A
    word wider than a line stands by itself.
    """
    lines: list[str] = []
    line = ""
    for space, word in _words(text):
        if line.strip() and cell_len(line + space + word) > width:
            lines.append(line)
            line = indent + word
        else:
            line += space + word
    return [*lines, line]


def flowed(parts: Sequence[str], width: int, indent: str) -> list[str]:
    """Lay parts beside each other as far as they fit, one that does not fit in lines of its own."""
    lines: list[str] = []
    line = ""
    for part in parts:
        if line and cell_len(indent + line + _BETWEEN + part) <= width:
            line += _BETWEEN + part
            continue
        lines += [indent + line] if line else []
        line = part
        if cell_len(indent + part) > width:
            lines += wrapped(indent + part, width, indent * 2)
            line = ""
    return lines + ([indent + line] if line else [])


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts that stay together, each with the white space before it."""
    space = ""
    for kind, characters in groupby(text, _kind):
        run = "".join(characters)
        if kind == "space":
            space = run
            continue
        for part in _parted(run) if kind == "wide" else [run]:
            yield space, part
            space = ""
    if space:
        yield space, ""


def _kind(character: str) -> str:
    if character.isspace():
        return "space"
    return "wide" if unicodedata.east_asian_width(character) in "WF" else "word"


def _parted(run: str) -> list[str]:
    """Part wide characters, the marks that close something from none before them."""
    parts: list[str] = []
    for character in run:
        closes = unicodedata.category(character) in {"Pe", "Pf", "Po"}
        if parts and closes:
            parts[-1] += character
        else:
            parts.append(character)
    return parts
