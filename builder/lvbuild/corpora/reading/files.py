"""The files of a corpus's folder, read: JSON, JSON lines (also zipped), CSV, parquet, text."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.corpora.corpus import CorpusFile, CorpusFolder, path_within, sha256_of
from lvbuild.corpora.reading.record import Record, invalid, plain, records_of
from lvbuild.errors import BuildError

_HIDDEN = re.compile(r"(?:^|/)\.")
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


def table_rows(where: str, text: str, delimiter: str | None = None) -> list[Record]:
    """Read the rows of a CSV file under its header; a row is told by the line it starts in.

    Cells have a `delimiter` between them, by default a comma. Blank lines are none. BuildError
    where a row has other columns than the header, where a quotation is not closed, where a column
    is named twice, or where the default is plainly not the file's delimiter.
    """
    if delimiter is None:
        header = text.partition("\n")[0]
        likely = max(_DELIMITERS, key=header.count)
        if header.count(likely) > header.count(","):
            raise BuildError(
                f"{where}, line 1: has {_DELIMITERS[likely]} between its columns; expected commas: "
                f"write delimiter: {json.dumps(likely)} beside format: csv in the recipe"
            )
    limit = csv.field_size_limit(sys.maxsize)  # the default is exceeded by whole documents
    try:
        return list(_rows(where, text, delimiter or ","))
    finally:
        csv.field_size_limit(limit)


def _rows(where: str, text: str, delimiter: str) -> Iterator[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] = []
    line = 1
    try:
        for row in reader:
            place = f"{where}, line {line}"
            if row and not header:
                header = row
                if twice := [repr(name) for name in header if header.count(name) > 1]:
                    raise invalid(place, f"names the column {twice[0]} twice", "every column once")
            elif row:
                if len(row) != len(header):
                    raise invalid(place, f"has {len(row)} cells", f"{len(header)}")
                yield Record(place, dict(zip(header, row, strict=True)))
            line = reader.line_num + 1
    except csv.Error as error:
        found = f"is no row of a CSV file ({error})"
        expected = f"cells, quoted where they hold {delimiter!r}, quotes or line ends"
        raise invalid(f"{where}, line {line}", found, expected) from error


class PlainText(NamedTuple):
    """A file's text, made plain, and the sha256 of its bytes in hex."""

    text: str
    sha256: str


def decode_plain(where: object, data: bytes) -> str:
    """Decode UTF-8 and make it plain; a BuildError that names `where` if it is not UTF-8."""
    try:
        return plain(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BuildError(
            f"{where}: byte {error.start} is not UTF-8 ({error.reason}); expected a UTF-8 text: "
            "fetch the file again, or convert it with `iconv -f <its encoding> -t UTF-8`"
        ) from error


def read_plain_text(path: Path, *, empty: bool = False) -> PlainText:
    """Read a UTF-8 file and make it plain.

    A file that cannot be read or is not UTF-8 is a BuildError, and one that holds nothing unless
    it may be `empty`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(
            f"{path}: cannot be read ({error.strerror}); expected a text file that this user may "
            "read: mend its permissions or put it there again"
        ) from error
    text = decode_plain(path, data)
    if not (text or empty):
        raise BuildError(
            f"{path}: empty; expected a text: fetch the file again, or take it out of the folder"
        )
    return PlainText(text, hashlib.sha256(data).hexdigest())


class RecordFiles:
    """The files of a corpus's folder; `read` remembers what was read."""

    def __init__(self, folder: CorpusFolder) -> None:
        self._folder = folder
        self.read: list[CorpusFile] = []
        fetched = folder.fetched
        paths = sorted(folder.path.rglob("*")) if fetched is None else list(fetched)
        named = {path_within(folder.path, path): path for path in paths if path.is_file()}
        self._shown = {name: path for name, path in named.items() if not _HIDDEN.search(name)}

    def find(self, *patterns: str) -> list[Path]:
        """List the files, in any folder, of the first of the patterns that there are any of."""
        for pattern in patterns:
            named = re.compile(rf"(.*/)?({pattern})")
            if found := [path for name, path in self._shown.items() if named.fullmatch(name)]:
                return found
        return []

    def require(self, *patterns: str) -> list[Path]:
        """List the same; none is a BuildError."""
        if not (found := self.find(*patterns)):
            there = list(self._shown)
            more = f" and {len(there) - 3} more" if len(there) > 3 else ""
            held = f" (there are {', '.join(there[:3])}{more})" if there else ""
            raise BuildError(
                f"{self._folder.path}: no file of the corpus{held}; expected "
                f"{self._folder.layout}: put it there, or give another folder with --corpora or "
                "LVBUILD_CORPORA"
            )
        return found

    def objects(self, path: Path, within: str = "") -> list[Record]:
        """Read a JSON file that is a list of objects, or has one `within` a field."""
        value = self.value(path)
        if within and isinstance(value, dict):
            value = Record.of(str(path), value).items(within)
        if not isinstance(value, list):
            raise invalid(path, "is no list of records", self._folder.layout)
        return records_of(f"{path}, record", value)

    def value(self, path: Path) -> Any:
        """Read what a JSON file holds."""
        text = self._text(path)
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            raise invalid(
                f"{path}, record {_records_before(text, error.pos) + 1}",
                f"is no whole JSON ({error.msg}, line {error.lineno}, column {error.colno})",
                "a whole JSON file",
            ) from error
        except (RecursionError, ValueError) as error:
            raise invalid(path, _beyond(error), "a JSON file of records") from error

    def table(self, path: Path, delimiter: str | None = None) -> list[Record]:
        """Read a CSV file with a header; each record is a row's cells by their columns."""
        return table_rows(str(path), self._text(path), delimiter)

    def document(self, path: Path) -> tuple[str, str]:
        """Read a text file; return its path within the folder and its text, which may be empty."""
        return path_within(self._folder.path, path), self._text(path, empty=True)

    def lines(self, path: Path, member: str = "") -> list[Record]:
        """Read a file of JSON lines, or the member of that name of a zip; blank lines are none."""
        where = f"{path}, {member}" if path.suffix == ".zip" else str(path)
        text = self._member(path, member) if path.suffix == ".zip" else self._text(path)
        records = []
        for number, line in enumerate(text.split("\n"), 1):
            place = f"{where}, line {number}"
            try:
                if line.strip():
                    records.append(Record.of(place, json.loads(line)))
            except json.JSONDecodeError as error:
                found = f"is no whole JSON ({error.msg}, column {error.colno})"
                raise invalid(place, found, "one object a line") from error
            except (RecursionError, ValueError) as error:
                raise invalid(place, _beyond(error), "one object a line") from error
        return records

    def rows(self, path: Path) -> list[Record]:
        """Read a parquet file; its rows count from 1."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            values: list[dict[str, Any]] = pq.ParquetFile(path).read().to_pylist()
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            reason = str(error).split("\n")[0]
            raise invalid(path, f"is no whole parquet file ({reason})", "one") from error
        self._remember(path, sha256_of(path))
        return records_of(f"{path}, row", values)

    def _text(self, path: Path, *, empty: bool = False) -> str:
        text, sha256 = read_plain_text(path, empty=empty)
        self._remember(path, sha256)
        return text

    def _member(self, path: Path, name: str) -> str:
        try:
            data = path.read_bytes()
            with zipfile.ZipFile(BytesIO(data)) as archive:
                members = [m for m in archive.namelist() if m.rpartition("/")[2] == name]
                if len(members) != 1:
                    raise invalid(path, f"holds {len(members)} files {name}", "one")
                content = archive.read(members[0])
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            raise invalid(path, f"is no whole zip file ({error})", f"one with {name}") from error
        self._remember(path, hashlib.sha256(data).hexdigest())
        return decode_plain(f"{path}, {name}", content)

    def _remember(self, path: Path, sha256: str) -> None:
        file = CorpusFile(path_within(self._folder.path, path), sha256)
        if file not in self.read:
            self.read.append(file)


def _beyond(error: Exception) -> str:
    """Say what of whole JSON is more than Python reads."""
    deep = isinstance(error, RecursionError)
    return "is nested too deeply" if deep else "holds a number of more digits than are read"


def _records_before(text: str, end: int) -> int:
    """Count the whole records of a file's list that stand before a fault."""
    decoder, count = json.JSONDecoder(), 0
    position = text.find("[") + 1
    while 0 < position < end:
        position += len(text[position:end]) - len(text[position:end].lstrip(" \n\t,"))
        try:
            _, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError:
            break
        count += 1
    return count


_MEANINGS = {
    "jsonl": "JSON lines, an object a line",
    "json": "one JSON value over all its lines",
    "parquet": "parquet",
}
_PACKED = (b"PK\x03\x04", b"\x1f\x8b")


def other_format(path: Path, format_: str) -> str:
    """Say what a file holds instead of `format_` and what to change; "" where that is not plain."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    if data.startswith(_PACKED):
        return "is packed; expected a file as it is: unpack it"
    found = "parquet" if data.startswith(b"PAR1") else _kind_of_json(data)
    if not found or found == format_ or (found, format_) == ("json", "squad"):
        return ""
    return (
        f"holds {_MEANINGS[found]}; expected {format_}: write format: {found} in the recipe, or"
        " give other files"
    )


def _kind_of_json(data: bytes) -> str:
    """Return json for one value that is a list or stands on several lines, else jsonl or ""."""
    text = plain(data.decode("utf-8", "replace"))
    if not text.startswith(("[", "{")):
        return ""
    with suppress(ValueError, RecursionError):
        return "json" if isinstance(json.loads(text), list) or "\n" in text else ""
    with suppress(ValueError, RecursionError):
        lines = islice((line for line in text.split("\n") if line.strip()), 2)
        return "jsonl" if all(isinstance(json.loads(line), dict) for line in lines) else ""
    return ""
