"""Sheets as one CSV file: a spreadsheet that opens it leaves every cell as it is.

A cell that a spreadsheet would make a number, a date or a formula of begins with an apostrophe,
which means text to it; so does one that begins with an apostrophe itself. An import takes one away.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.annotate.exchange.cells import TABLE, CellRow, Sheet
from lvbuild.errors import UsageError
from lvbuild.reading import read_file

if TYPE_CHECKING:
    from _csv import Reader as Lines

_TAKEN_FOR_ELSE = re.compile(r"['=+\-@\t\r]|[\d.,:/\\ %$€£¥()年月日-]+$|\d", re.ASCII)
_MONTHS = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|true|false|yes)", re.I)
_MOST = 64 * 2**20


def write_csv(sheets: Iterable[Sheet]) -> bytes:
    """Return sheets as UTF-8 CSV with the mark by which Excel knows it; a column says the table."""
    listed = list(sheets)
    columns = dict.fromkeys([TABLE, *(name for sheet in listed for name in sheet.columns)])
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, list(columns), restval="")
    writer.writeheader()
    for sheet in listed:
        for row in sheet.rows:
            cells = {name: _guarded(text) for name, text in row.cells.items()}
            writer.writerow({TABLE: sheet.table, **cells})
    return written.getvalue().encode("utf-8-sig")


def read_csv(path: Path) -> list[Sheet]:
    """Read the sheets of a CSV file, parted by commas, semicolons or tabs.

    Raises UsageError where it is no UTF-8 text or no CSV, or lacks the column that says the table.
    """
    try:
        text = read_file(path, _MOST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is no UTF-8 text; save it as CSV UTF-8") from error
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    csv.field_size_limit(_MOST)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return _sheets(path, reader)
    except csv.Error as error:
        raise UsageError(
            f"{path}:{reader.line_num}: is no CSV ({error}); mend the quotation marks"
        ) from error


def _sheets(path: Path, reader: Lines) -> list[Sheet]:
    columns = [name.strip() for name in next(reader, [])]
    if TABLE not in columns:
        raise UsageError(f"{path}:1: has no column {TABLE!r}; export the tables again for its form")
    sheets: dict[str, list[CellRow]] = {}
    for line in reader:
        place = f"{path}:{reader.line_num}"
        if len(line) > len(columns):
            raise UsageError(f"{place}: has {len(line)} cells, {len(columns)} columns; quote it")
        cells = {
            name: _bare(cell)
            for name, cell in zip(columns, line, strict=False)
            if not name.startswith("(")
        }
        if any(cells.values()):
            sheets.setdefault(cells.pop(TABLE), []).append(CellRow(place, cells))
    return [Sheet(name, columns, rows, f"{path}:1") for name, rows in sheets.items()]


def _guarded(text: str) -> str:
    guarded = _TAKEN_FOR_ELSE.match(text) or _MONTHS.match(text)
    return f"'{text}" if guarded else text


def _bare(cell: str) -> str:
    return cell.removeprefix("'")
