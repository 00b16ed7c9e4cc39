"""Sheets as an Excel workbook: every cell is text, so that Excel leaves it as it is."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lvbuild.annotate.exchange.sheets import CellRow, Sheet
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_WIDTHS = {"row": 14, "fact": 70, "original": 28, "replacement": 28, "alternatives": 28}
_USUAL_WIDTH = 20
_MOST_BYTES, _MOST_UNPACKED = 64 * 2**20, 512 * 2**20
_MALFORMED = (LookupError, ValueError, TypeError, AttributeError, SyntaxError, EOFError, zlib.error)
"""What openpyxl raises for the parts of a file that is none of Excel's; XML errors are syntax's."""
_EXACT = 10**15
"""Excel keeps so many as they are: of larger numbers it drops the last digits."""


@contextmanager
def _installed() -> Iterator[None]:
    """Say how to install what reads and writes workbooks, where it is not."""
    try:
        yield
    except ImportError as error:
        raise UsageError(
            "Excel workbooks need openpyxl, which is not installed: `pip install"
            " 'lvbuild[annotate]'`, or take CSV"
        ) from error


def write_workbook(sheets: Iterable[Sheet]) -> bytes:
    """Return an Excel workbook with a tab for each sheet, the head of its columns kept in view."""
    with _installed():
        from openpyxl import Workbook
    book = Workbook()
    for tab in book.worksheets:
        book.remove(tab)
    for sheet in sheets:
        _fill(book.create_sheet(sheet.table), sheet)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _fill(tab: Worksheet, sheet: Sheet) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    lines = [sheet.columns, *([row.cells.get(c, "") for c in sheet.columns] for row in sheet.rows)]
    for number, line in enumerate(lines, start=1):
        for column, text in enumerate(line, start=1):
            cell = tab.cell(number, column)
            cell.value = text or None
            if text:
                cell.data_type = "s"  # a text with "=" in front is no formula
            cell.number_format = "@"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if number == 1:
                cell.font = Font(bold=True)
            elif sheet.columns[column - 1].startswith("("):
                cell.font = Font(color="777777")
    for column, name in enumerate(sheet.columns, start=1):
        tab.column_dimensions[get_column_letter(column)].width = _WIDTHS.get(name, _USUAL_WIDTH)
        # New rows are typed as text too.
        tab.column_dimensions[get_column_letter(column)].number_format = "@"
    tab.freeze_panes = "C2"


def read_workbook(path: Path) -> list[Sheet]:
    """Read the tabs of an Excel workbook.

    Raises UsageError where it is none, or where a cell holds what Excel has made of a text: a date,
    a formula, a number too long to be whole.
    """
    with _installed():
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException

    try:
        content = io.BytesIO(read_file(path, _MOST_BYTES))
        with zipfile.ZipFile(content) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > _MOST_UNPACKED:
            raise UsageError(f"{path}: unpacks to {unpacked:,} bytes, too many for tables")
        book = load_workbook(content)
    except (InvalidFileException, zipfile.BadZipFile, *_MALFORMED) as error:
        raise UsageError(f"{path}: is no Excel workbook; save it as .xlsx") from error
    return [
        Sheet(tab.title, *_read(tab, path), f"{path}, tab {tab.title}") for tab in book.worksheets
    ]


def _read(tab: Worksheet, path: Path) -> tuple[list[str], list[CellRow]]:
    lines = tab.iter_rows()
    head = next(lines, ())
    columns = ["" if cell.value is None else str(cell.value).strip() for cell in head]
    rows = []
    for line in lines:
        place = f"{path}, tab {tab.title}, row {line[0].row}"
        cells = dict(_texts(zip(columns, line, strict=False), place))
        if any(cells.values()):
            rows.append(CellRow(place, cells))
    return columns, rows


def _texts(cells: Iterable[tuple[str, Any]], place: str) -> Iterator[tuple[str, str]]:
    for column, cell in cells:
        if column and not column.startswith("("):
            value, made = cell.value, ""
            if cell.data_type == "f":
                made = "a formula"
            elif isinstance(value, date | datetime | time | timedelta):
                made = "a date"
            elif isinstance(value, int | float) and abs(value) >= _EXACT:
                made = "a number without its last digits"
            elif cell.data_type == "e":
                made = "an error"
            if made:
                raise UsageError(
                    f"{place}: Excel has made {made} of {column!r}; format the cell as text and"
                    " type it again"
                )
            yield column, _text(value)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
