"""Rows of tables as the cells of a spreadsheet, and back.

A column stands for a field. Of a field that holds a list, such as alternatives, each stands on a
line of its own in the cell. The first column tells which row it was when it was written, so that an
import knows what was changed, and whether somebody else changed it too. Columns in brackets are
there to be read: an import passes them over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from lvbuild.annotate.workbench import Workbench
from lvbuild.tables.reading import row_types
from lvbuild.tables.writing import field_names, row_json

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
