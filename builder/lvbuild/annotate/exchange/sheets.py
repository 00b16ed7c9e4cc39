"""Rows of tables as the cells of a spreadsheet and back: CSV files and Excel workbooks."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_origin

from pydantic import BaseModel

from lvbuild.annotate.rows import version_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.extras import require
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import row_types
from lvbuild.tables.writing import field_names

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet


TABLE, VERSION = "table", "row"
_YES = frozenset({"yes", "true", "1", "x", "是"})


@dataclass(frozen=True, slots=True)
class CellRow:
    """The cells of a row by their columns, and where they stand, as messages name it."""

    place: str
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as a sheet: its name, its columns and its rows, and where its head stands."""

    table: str
    columns: Sequence[str]
    rows: Sequence[CellRow]
    place: str = ""


def sheets_of(workbench: Workbench) -> Iterator[Sheet]:
    """Yield the tables of a recipe as sheets, beside each row what its question asks."""
    tables = workbench.tables.named()
    for name, row_type in row_types(workbench.recipe).items():
        if name not in tables:
            continue
        rows = []
        for row in tables[name].rows:
            cells = row_cells(row)
            if listed := workbench.questions.get(getattr(row, "question_id", "")):
                cells |= {"(question)": listed.question, "(answers)": "\n".join(listed.answers)}
            rows.append(CellRow("", cells))
        columns = [VERSION, *field_names(row_type), "(question)", "(answers)"]
        yield Sheet(name, columns, rows)


def row_cells(row: BaseModel) -> dict[str, str]:
    """Return the cells of a row."""
    cells = {VERSION: version_of(row)}
    for name, value in row.model_dump(mode="json").items():
        if not _is_plain(type(row).model_fields[name].annotation):
            cells[name] = json.dumps(value, ensure_ascii=False)
        elif isinstance(value, bool):
            cells[name] = "yes" if value else ""
        else:
            cells[name] = "\n".join(value) if isinstance(value, list) else str(value)
    return cells


def _is_plain(annotation: Any) -> bool:
    """Tell whether a cell holds a field as text, a list's a line each; JSON holds all others."""
    return annotation in (str, bool) or get_origin(annotation) in (Literal, tuple)


def row_fields(cells: Mapping[str, str], row_type: type[BaseModel]) -> dict[str, Any]:
    """Return the fields that cells say; a cell that is empty says nothing."""
    fields: dict[str, Any] = {}
    for name, known in row_type.model_fields.items():
        value = cells.get(name, "").strip()
        if value and not _is_plain(known.annotation):
            with suppress(ValueError):  # a text that somebody typed
                value = json.loads(value)
            fields[name] = value
        elif get_origin(known.annotation) is tuple:
            fields[name] = [part.strip() for part in value.splitlines() if part.strip()]
        elif known.annotation is bool:
            fields[name] = value.lower() in _YES
        elif value:
            fields[name] = value
    return fields


_TAKEN_FOR_ELSE = re.compile(
    r"['=+\-@\t\r]|[\d.,:/\\ %$€£¥()年月日-]+$|\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|true|false|yes)",
    re.ASCII | re.IGNORECASE,
)
_MOST_CSV = 64 * 2**20


def write_csv(sheets: Iterable[Sheet]) -> bytes:
    """Return sheets as UTF-8 CSV with the mark by which Excel knows it; a column says the table."""
    listed = list(sheets)
    columns = dict.fromkeys([TABLE, *(name for sheet in listed for name in sheet.columns)])
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, list(columns), restval="")
    writer.writeheader()
    for sheet in listed:
        for row in sheet.rows:
            cells = {
                name: f"'{text}" if _TAKEN_FOR_ELSE.match(text) else text
                for name, text in row.cells.items()
            }
            writer.writerow({TABLE: sheet.table, **cells})
    return written.getvalue().encode("utf-8-sig")


def read_csv(path: Path) -> list[Sheet]:
    """Read the sheets of a CSV file, parted by commas, semicolons or tabs.

    Raises UsageError where it is no UTF-8 text or no CSV, or lacks the column that says the table.
    """
    try:
        text = read_file(path, _MOST_CSV).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is no UTF-8 text; save it as CSV UTF-8") from error
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    csv.field_size_limit(_MOST_CSV)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    sheets: dict[str, list[CellRow]] = {}
    try:
        columns = [name.strip() for name in next(reader, [])]
        for line in reader:
            place = f"{path}:{reader.line_num}"
            if len(line) > len(columns):
                raise UsageError(
                    f"{place}: has {len(line)} cells, {len(columns)} columns; quote it"
                )
            cells = {
                name: cell.removeprefix("'")
                for name, cell in zip(columns, line, strict=False)
                if not name.startswith("(")
            }
            if any(cells.values()):
                sheets.setdefault(cells.pop(TABLE, ""), []).append(CellRow(place, cells))
    except csv.Error as error:
        raise UsageError(
            f"{path}:{reader.line_num}: is no CSV ({error}); mend the quotation marks"
        ) from error
    if TABLE not in columns:
        raise UsageError(f"{path}:1: has no column {TABLE!r}; export the tables again for its form")
    return [Sheet(name, columns, rows, f"{path}:1") for name, rows in sheets.items()]


_WIDTHS = {"row": 14, "fact": 70, "original": 28, "replacement": 28, "alternatives": 28}
_USUAL_WIDTH = 20
_MOST_BYTES, _MOST_UNPACKED = 64 * 2**20, 512 * 2**20
_MALFORMED = (LookupError, ValueError, TypeError, AttributeError, SyntaxError, EOFError, zlib.error)
"""What openpyxl raises for the parts of a file that is none of Excel's; XML errors are syntax's."""
_EXACT = 10**15
"""Excel keeps so many as they are: of larger numbers it drops the last digits."""


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
        dimensions = tab.column_dimensions[get_column_letter(column)]
        dimensions.width = _WIDTHS.get(name, _USUAL_WIDTH)
        dimensions.number_format = "@"  # new rows are typed as text too
    tab.freeze_panes = "C2"


def read_workbook(path: Path) -> list[Sheet]:
    """Read the tabs of an Excel workbook.

    Raises UsageError where it is none, or where a cell holds what Excel has made of a text: a date,
    a formula, a number too long to be whole.
    """
    openpyxl = require("an Excel workbook", "openpyxl", "annotate")
    try:
        content = io.BytesIO(read_file(path, _MOST_BYTES))
        with zipfile.ZipFile(content) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > _MOST_UNPACKED:
            raise UsageError(f"{path}: unpacks to {unpacked:,} bytes, too many for tables")
        book = openpyxl.load_workbook(content)
    except (
        openpyxl.utils.exceptions.InvalidFileException,
        zipfile.BadZipFile,
        *_MALFORMED,
    ) as error:
        raise UsageError(f"{path}: is no Excel workbook; save it as .xlsx") from error
    sheets = []
    for tab in book.worksheets:
        place = f"{path}, tab {tab.title}"
        lines = tab.iter_rows()
        columns = [str(cell.value or "").strip() for cell in next(lines, ())]
        rows = []
        for line in lines:
            at = f"{place}, row {line[0].row}"
            cells = {
                column: _text(cell, at, column)
                for column, cell in zip(columns, line, strict=False)
                if column and not column.startswith("(")
            }
            if any(cells.values()):
                rows.append(CellRow(at, cells))
        sheets.append(Sheet(tab.title, columns, rows, place))
    return sheets


def _text(cell: Cell, place: str, column: str) -> str:
    value: Any = cell.value
    made = ""
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
            f"{place}: Excel has made {made} of {column!r}; format the cell as text and type it"
            " again"
        )
    if isinstance(value, bool):
        return "yes" if value else ""
    whole = isinstance(value, float) and value.is_integer()
    return "" if value is None else str(int(value) if whole else value)
