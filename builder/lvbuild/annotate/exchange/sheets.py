"""Rows of tables as the cells of a spreadsheet and back, and sheets as CSV files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from lvbuild.annotate.rows import version_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.controls import masked
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.tables.reading import row_types
from lvbuild.tables.writing import field_names

TABLE, VERSION = "table", "row"
_PLAIN = (str, bool, Literal, tuple)
"""What a cell holds as text, a list's a line each; JSON holds all other fields."""
_YES = frozenset({"yes", "true", "1", "x", "是"})


Cells = Mapping[str, str]
"""The cells of a row, by their columns."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as a sheet: its name, its columns, its rows by where they stand, as messages name it.

    `place` is where its head stands; `choices` are the values that columns may have, where few.
    """

    table: str
    columns: Sequence[str]
    rows: Mapping[str, Cells]
    place: str = ""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)


def sheets_of(workbench: Workbench) -> Iterator[Sheet]:
    """Yield the tables of a recipe as sheets, beside each row what its question asks."""
    tables = workbench.tables.named()
    for name, row_type in row_types(workbench.recipe).items():
        if name not in tables:
            continue
        rows: dict[str, Cells] = {}
        for placed in tables[name].placed:
            cells = row_cells(placed.row)
            if listed := workbench.questions.get(getattr(placed.row, "question_id", "")):
                answers = masked("\n".join(listed.answers))
                cells |= {"(question)": masked(listed.question), "(answers)": answers}
            rows[placed.place] = cells
        columns = [VERSION, *field_names(row_type), "(question)", "(answers)"]
        choices = {key: _choices(known.annotation) for key, known in row_type.model_fields.items()}
        yield Sheet(name, columns, rows, choices=choices)


def _choices(annotation: Any) -> list[str]:
    """Return the values that a field may have where these are listed, none for any other."""
    if annotation is bool:
        return ["yes"]
    parts = (annotation, *get_args(annotation))
    return [
        each for part in parts if get_origin(part) is Literal for each in get_args(part) if each
    ]


def row_cells(row: BaseModel) -> dict[str, str]:
    """Return the cells of a row."""
    cells = {VERSION: version_of(row)}
    for name, value in row.model_dump(mode="json").items():
        annotation = type(row).model_fields[name].annotation
        if (get_origin(annotation) or annotation) not in _PLAIN:
            cells[name] = json.dumps(value, ensure_ascii=False)
        elif isinstance(value, bool):
            cells[name] = "yes" if value else ""
        else:
            cells[name] = "\n".join(value) if isinstance(value, list) else str(value)
    return cells


def row_fields(cells: Cells, row_type: type[BaseModel]) -> dict[str, Any]:
    """Return the fields that cells say; a cell that is empty says nothing."""
    fields: dict[str, Any] = {}
    for name, known in row_type.model_fields.items():
        value = cells.get(name, "").strip()
        kind = get_origin(known.annotation) or known.annotation
        if kind is tuple:
            fields[name] = [part.strip() for part in value.splitlines() if part.strip()]
        elif kind is bool:
            fields[name] = value.lower() in _YES
        elif value:
            fields[name] = value
            if kind not in (str, Literal):
                with suppress(ValueError):  # or a text that somebody typed
                    fields[name] = json.loads(value)
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
        for cells in sheet.rows.values():
            held = {
                name: f"'{text}" if _TAKEN_FOR_ELSE.match(text) else text
                for name, text in cells.items()
            }
            writer.writerow({TABLE: sheet.table, **held})
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
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    sheets: dict[str, dict[str, Cells]] = defaultdict(dict)
    try:
        columns = reader.fieldnames = [name.strip() for name in reader.fieldnames or ()]
        for line in reader:
            place = f"{path}:{reader.line_num}"
            if more := line.pop(None, None):
                count = len(columns) + len(more)
                raise UsageError(f"{place}: has {count} cells, {len(columns)} columns; quote it")
            cells = {
                name: cell.removeprefix("'")
                for name, cell in line.items()
                if cell and not name.startswith("(")
            }
            if cells:
                sheets[cells.pop(TABLE, "")][place] = cells
    except csv.Error as error:
        raise UsageError(
            f"{path}:{reader.reader.line_num}: is no CSV ({error}); mend the quotation marks"
        ) from error
    if TABLE not in columns:
        raise UsageError(f"{path}:1: has no column {TABLE!r}; export the tables again for its form")
    return [Sheet(name, columns, rows, f"{path}:1") for name, rows in sheets.items()]
