"""The rows of a CSV file, read strictly."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from lvbuild.corpora.record import Record, amiss
from lvbuild.errors import BuildError

_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


def table_rows(where: str, text: str, delimiter: str | None = None) -> list[Record]:
    """Read the rows of a CSV file under its header; a row is told by the line it starts in.

    Cells have a `delimiter` between them, by default a comma. Blank lines are none. BuildError
    where a row has other columns than the header, where a quotation is not closed, where a column
    is named twice, or where the default is plainly not the file's delimiter.
    """
    records: list[Record] = []
    header: list[str] = []
    if delimiter is None:
        _check_commas(where, text)
    with _cells_of_any_size():
        for line, row in _rows(where, text, delimiter or ","):
            if not header:
                header = row
                _check_header(f"{where}, line {line}", header)
            elif len(row) != len(header):
                raise amiss(f"{where}, line {line}", f"has {len(row)} cells", f"{len(header)}")
            else:
                cells = dict(zip(header, row, strict=True))
                records.append(Record(f"{where}, line {line}", cells))
    return records


def _check_commas(where: str, text: str) -> None:
    """Refuse a file whose header has more of another delimiter than commas."""
    header = text.partition("\n")[0]
    likely = max(_DELIMITERS, key=header.count)
    if header.count(likely) > header.count(","):
        raise BuildError(
            f"{where}, line 1: has {_DELIMITERS[likely]} between its columns; expected commas: "
            f"write delimiter: {json.dumps(likely)} beside format: csv in the recipe"
        )


def _rows(where: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        expected = f"cells, quoted where they hold {delimiter!r}, quotes or line ends"
        raise amiss(
            f"{where}, line {line}", f"is no row of a CSV file ({error})", expected
        ) from error


def _check_header(where: str, header: list[str]) -> None:
    for name in header:
        if header.count(name) > 1:
            raise amiss(where, f"names the column {name!r} twice", "every column once")


@contextmanager
def _cells_of_any_size() -> Iterator[None]:
    """Lift the csv module's limit of 128 KiB, which whole documents exceed."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)
