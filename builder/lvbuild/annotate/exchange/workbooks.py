"""Sheets as Excel workbooks and back: a cell is read as it was typed, or refused."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lvbuild.annotate.exchange.sheets import Cells, Sheet
from lvbuild.core.extras import require
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import SHARED_ROWS

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet


_WIDTHS = {"row": 14, "fact": 70, "original": 28, "replacement": 28, "alternatives": 28}
_MOST_BYTES, _MOST_UNPACKED = 64 * 2**20, 512 * 2**20
_EXACT = 10**15
"""Excel keeps so many as they are: of larger numbers it drops the last digits."""
_LAST_ROW = 2**20
_LONGEST_CELL = 32_767
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]")
"""What no workbook can hold; of a carriage return it makes a line feed."""
_NUMBERS = re.compile(r"(?P<grouped>#,##)?0(?:\.(?P<places>0+))?(?P<percent>%?)")
"""Formats of which what was typed can be told."""
_MADE = {"f": "a formula", "d": "a date", "e": "an error"}
"""What Excel has made of a text, by openpyxl's types of cells."""
_FLAGS = {
    name
    for row_type in SHARED_ROWS.values()
    for name, known in row_type.model_fields.items()
    if known.annotation is bool
}


def write_workbook(sheets: Iterable[Sheet]) -> bytes:
    """Return an Excel workbook with a tab for each sheet, the head of its columns kept in view."""
    openpyxl = require("an Excel workbook", "openpyxl", "annotate")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in sheets:
        _fill(book.create_sheet(sheet.table), sheet)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _fill(tab: Worksheet, sheet: Sheet) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    rows = ([_held(*row, name) for name in sheet.columns] for row in sheet.rows.items())
    lines = [sheet.columns, *rows]
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
        letter = get_column_letter(column)
        dimensions = tab.column_dimensions[letter]
        dimensions.width = _WIDTHS.get(name, 20)
        dimensions.number_format = "@"  # new rows are typed as text too
        if choices := ",".join(sheet.choices.get(name, ())):
            listed = DataValidation("list", f'"{choices}"', allow_blank=True, showErrorMessage=True)
            listed.add(f"{letter}2:{letter}{_LAST_ROW}")
            tab.add_data_validation(listed)
    tab.freeze_panes = "C2"
    tab.auto_filter.ref = tab.dimensions


def _held(place: str, cells: Cells, column: str) -> str:
    """Return the text of a cell; raise UsageError where a workbook would change it."""
    text = cells.get(column, "")
    if found := _NOT_IN_XML.search(text):
        told = f"holds the character U+{ord(found[0]):04X}"
    elif len(text) > _LONGEST_CELL and not column.startswith("("):
        told = f"has over {_LONGEST_CELL:,} characters"
    else:
        return text
    raise UsageError(
        f"{place}: {column!r} {told}, which no Excel workbook can hold; mend the row, or write"
        " --csv"
    )


def read_workbook(path: Path) -> list[Sheet]:
    """Read the tabs of an Excel workbook.

    Raises UsageError where it is none, or where a cell holds what Excel has made of a text: a date,
    a formula, a number that may have been typed in another way.
    """
    openpyxl = require("an Excel workbook", "openpyxl", "annotate")
    content = io.BytesIO(read_file(path, _MOST_BYTES))
    try:
        with zipfile.ZipFile(content) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > _MOST_UNPACKED:
            raise UsageError(f"{path}: unpacks to {unpacked:,} bytes, too many for tables")
        book = openpyxl.load_workbook(content)
    except UsageError:
        raise
    except Exception as error:  # openpyxl raises what its own code meets in broken parts
        raise UsageError(f"{path}: is no Excel workbook; save it as .xlsx") from error
    sheets = []
    for tab in book.worksheets:
        place = f"{path}, tab {tab.title}"
        lines = tab.iter_rows()
        columns = [str(cell.value or "").strip() for cell in next(lines, ())]
        rows: dict[str, Cells] = {}
        for line in lines:
            at = f"{place}, row {line[0].row}"
            cells = {
                column: _text(cell, at, column)
                for column, cell in zip(columns, line, strict=False)
                if column and not column.startswith("(")
            }
            if any(cells.values()):
                rows[at] = cells
        sheets.append(Sheet(tab.title, columns, rows, place))
    return sheets


def _text(cell: Cell, place: str, column: str) -> str:
    """Return what was typed into a cell; raise UsageError where that cannot be told any more."""
    value: Any = cell.value
    if value is None:
        return ""
    text, made = str(value), _MADE.get(cell.data_type)
    if cell.data_type == "b":
        text, made = "yes" if value else "", None if column in _FLAGS else "a truth value"
    elif cell.data_type == "n":
        text = _typed(value, cell.number_format)
        made = None if text else "a number"
    if made:
        raise UsageError(
            f"{place}: Excel has made {made} of {column!r}; format the cell as text and type it"
            " again"
        )
    return text


def _typed(number: float, number_format: str) -> str:
    """Return a number as it was typed, "" where its format leaves that open.

    3.10 without a format is 3.1, and 5.5% is shown as 5.50%.
    """
    form = _NUMBERS.fullmatch("0" if number_format in {"General", "@"} else number_format)
    if form is None or abs(number) >= _EXACT:
        return ""
    exact = Decimal(repr(number)) * (100 if form["percent"] else 1)
    places, grouped = len(form["places"] or ""), form["grouped"]
    shown = f"{exact:{',' if grouped else ''}.{places}f}"
    padded = places and shown.endswith("0") and (grouped or form["percent"])
    is_exact = Decimal(shown.replace(",", "")) == exact and not padded
    return f"{shown}{form['percent']}" if is_exact else ""
