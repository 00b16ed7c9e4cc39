"""Rows of tables as the cells of a spreadsheet and back, and such sheets as one CSV file."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel

from lvbuild.annotate.workbench import Workbench
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import row_types
from lvbuild.tables.writing import field_names, row_json

if TYPE_CHECKING:
    from _csv import Reader as Lines


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


def version_of(row: BaseModel) -> str:
    """Return what tells whether a row is still as it was written out."""
    return hashlib.blake2b(row_json(row).encode(), digest_size=6).hexdigest()


def sheets_of(workbench: Workbench) -> Iterator[Sheet]:
    """Yield the tables of a recipe as sheets, beside each row what its question asks."""
    tables = workbench.tables.named()
    for name, row_type in row_types(workbench.recipe).items():
        if name not in tables:
            continue
        columns = [VERSION, *field_names(row_type), "(question)", "(answers)"]
        rows = [
            CellRow("", {**row_cells(row), **_asked(workbench, row)}) for row in tables[name].rows
        ]
        yield Sheet(name, columns, rows)


def row_cells(row: BaseModel) -> dict[str, str]:
    """Return the cells of a row."""
    cells = {VERSION: version_of(row)}
    for name, value in row.model_dump(mode="json").items():
        if isinstance(value, bool):
            cells[name] = "yes" if value else ""
        else:
            cells[name] = "\n".join(value) if isinstance(value, list) else str(value)
    return cells


def row_fields(cells: Mapping[str, str], row_type: type[BaseModel]) -> dict[str, Any]:
    """Return the fields that cells say; a cell that is empty says nothing."""
    fields: dict[str, Any] = {}
    for name, known in row_type.model_fields.items():
        value = cells.get(name, "").strip()
        if _is_list(known.annotation):
            fields[name] = [part.strip() for part in value.splitlines() if part.strip()]
        elif known.annotation is bool:
            fields[name] = value.lower() in _YES
        elif value:
            fields[name] = value
    return fields


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) is tuple or any(
        get_origin(part) is tuple for part in get_args(annotation)
    )


def _asked(workbench: Workbench, row: BaseModel) -> dict[str, str]:
    listed = workbench.questions.get(getattr(row, "question_id", ""))
    if listed is None:
        return {}
    return {"(question)": listed.question, "(answers)": "\n".join(listed.answers)}


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
