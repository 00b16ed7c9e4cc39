"""Rows of Markdown's tables and items of its lists: where a text may be cut among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lvbuild.languages.boundary import Boundary

_TABLE = re.compile(
    r"^\|[^\n]*\n\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?=\n\||\n\n|\n?\Z)(?:\n\|[^\n]*)*", re.MULTILINE
)
_LIST = re.compile(
    r"^[ \t]*(?:[*+-]|\d{1,3}[.)])[ \t]+\S[^\n]*"
    r"(?:\n[ \t]*(?:[*+-]|\d{1,3}[.)])[ \t]+\S[^\n]*)+",
    re.MULTILINE,
)
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_BEGUN = re.compile(r"(?:^|\n)[ \t]*(?:\||[*+-][ \t]|\d{1,3}[.)][ \t])")


class Rows(NamedTuple):
    """A table or a list: its characters [start, stop), and where each of its rows ends, ascending.

    The first row of a table is held together with its `header`, the characters of the line of names
    and the line below it; a list has none.
    """

    start: int
    stop: int
    ends: tuple[int, ...]
    header: tuple[int, int] | None = None


def rows_of(text: str) -> list[Rows]:
    """Return the tables of a text, and the lists of one in Markdown, in their order.

    That it is Markdown a heading or a table tells: numbers begin lines of other texts, too.
    """
    if not _BEGUN.search(text):
        return []
    tables = [_table(text, *found.span()) for found in _TABLE.finditer(text)]
    lists = (
        Rows(*found.span(), tuple(_ends(text, *found.span()))) for found in _LIST.finditer(text)
    )
    return sorted([*tables, *lists]) if tables or _HEADING.search(text) else []


def _ends(text: str, start: int, stop: int) -> Iterator[int]:
    yield from (start + found.start() for found in re.finditer("\n", text[start:stop]))
    yield stop


def _table(text: str, start: int, stop: int) -> Rows:
    _, below, *ends = _ends(text, start, stop)
    return Rows(start, stop, tuple(ends) or (below,), (start, below))


def header_at(tables: Sequence[Rows], offset: int) -> tuple[int, int] | None:
    """Return the header of the table that a place lies within, behind its header."""
    inside = (each for each in tables if each.header and each.header[1] <= offset < each.stop)
    return next((each.header for each in inside), None)


def with_rows(
    text: str, marks: Sequence[Boundary], least: int, count: Callable[[str], int]
) -> Sequence[Boundary]:
    """Return the boundaries of a text, within tables and lists those after their rows alone.

    A row ends as a sentence does; those that have together fewer units than `least`, as a heading
    has, end with the next.
    """
    every = rows_of(text)
    if not every:
        return marks
    found: list[Boundary] = []
    waiting = iter(marks)
    mark = next(waiting, None)
    for rows in every:
        while mark and mark.offset <= rows.start:
            found.append(mark)
            mark = next(waiting, None)
        while mark and mark.offset <= rows.stop:
            mark = next(waiting, None)
        found += [Boundary(end, ended=True) for end in _row_ends(text, rows, least, count)]
    rest = [mark, *waiting] if mark else []
    return [*found, *rest]


def _row_ends(text: str, rows: Rows, least: int, count: Callable[[str], int]) -> Iterator[int]:
    sizes = [count(text[a:b]) for a, b in pairwise((rows.start, *rows.ends))]
    held, left = 0, sum(sizes)
    for end, size in zip(rows.ends, sizes, strict=True):
        held, left = held + size, left - size
        if end == rows.stop or (held >= least and left >= least):
            yield end
            held = 0
