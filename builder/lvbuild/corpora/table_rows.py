"""The rows of a CSV file, read strictly."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from lvbuild.corpora.record import Record, amiss


def table_rows(where: str, text: str) -> list[Record]:
    """Read comma-separated values under a header; a row is told by the line it starts in.

    Blank lines are none. BuildError where a row has other columns than the header, where a
    quotation is not closed, or where a column is named twice.
    """
    records: list[Record] = []
    header: list[str] = []
    with _cells_of_any_size():
        for line, row in _rows(where, text):
            if not header:
                header = row
                _check_header(f"{where}, line {line}", header)
            elif len(row) != len(header):
                raise amiss(f"{where}, line {line}", f"has {len(row)} cells", f"{len(header)}")
            else:
                cells = dict(zip(header, row, strict=True))
                records.append(Record(f"{where}, line {line}", cells))
    return records


def _rows(where: str, text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        expected = "comma-separated values, quoted where they hold commas, quotes or line ends"
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
