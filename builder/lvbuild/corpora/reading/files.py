"""The files of a corpus's folder, read: JSON, JSON lines (also zipped), CSV, parquet, text."""

from __future__ import annotations

import csv
import io
import json
import lzma
import re
import sys
import zipfile
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from lvbuild.core.resources import digest
from lvbuild.corpora.corpus import CorpusFile, path_within, sha256_of
from lvbuild.corpora.reading.record import REMEDY, Record, invalid, plain, records_of
from lvbuild.errors import BuildError

_HIDDEN = re.compile(r"(?:^|/)\.")
_DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_MEANINGS = {
    "jsonl": "JSON lines, an object a line",
    "json": "one JSON value over all its lines",
    "parquet": "parquet",
}
_MOST_UNPACKED = 2**29
"""Bytes of a zip's member: the largest that is known has some 100 MB. None is read beyond what it
declares.
"""
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, lzma.LZMAError)
_PACKED = (b"PK\x03\x04", b"\x1f\x8b")
_JSON_BEGUN = re.compile(rb"\[\s*(?:\{|$)|\{(?:.*[\[{,])?$")
"""How the first line of a JSON value begins that is one over all its lines."""


class RecordFiles:
    """The files of a corpus's folder; `read` remembers what was read.

    `layout` says what it should hold; where files are `fetched`, they are the only ones.
    """

    def __init__(
        self, folder: Path, layout: str = "records", fetched: Iterable[Path] | None = None
    ) -> None:
        self._folder = folder
        self._layout = layout
        self._read: dict[str, CorpusFile] = {}
        paths = sorted(folder.rglob("*")) if fetched is None else fetched
        named = {path_within(folder, path): path for path in paths if path.is_file()}
        self._shown = {name: path for name, path in named.items() if not _HIDDEN.search(name)}

    @property
    def read(self) -> list[CorpusFile]:
        """The files that were read, each once, as it was when last read."""
        return list(self._read.values())

    def state(self) -> list[str]:
        """Return its files, each with its size and when it was last changed.

        There are none where a file system does not tell.
        """
        if type(self._folder) is not type(Path()):
            return []
        told = ((name, path.stat()) for name, path in self._shown.items())
        return [f"{name} {each.st_size} {each.st_mtime_ns}" for name, each in told]

    def holds(self, files: Iterable[CorpusFile]) -> bool:
        """Tell whether files are there as they were when they were read."""
        return all(
            file.path in self._shown and sha256_of(self._shown[file.path]) == file.sha256
            for file in files
        )

    def find(self, *patterns: str) -> list[Path]:
        """List the files of the first of the patterns that there are any of.

        They are in any folder; a pattern that starts with ^ means those at the top alone.
        """
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
                f"{self._folder}: no file of the corpus{held}; expected "
                f"{self._layout}: put it there, or give another folder with --corpora or "
                "LVBUILD_CORPORA"
            )
        return found

    def objects(self, path: Path, within: str = "") -> list[Record]:
        """Read a JSON file that is a list of objects, or has one `within` a field."""
        value = self.value(path)
        if within and isinstance(value, dict):
            value = Record.of(str(path), value).items(within)
        if not isinstance(value, list):
            raise invalid(path, "is no list of records", self._layout)
        return records_of(f"{path}, record", value)

    def value(self, path: Path) -> Any:
        """Read what a JSON file holds."""
        return _parsed(str(path), self.text(path), "a whole JSON file of records")

    def table(self, path: Path, delimiter: str | None = None) -> list[Record]:
        """Read a CSV file with a header; each record is a row's cells by their columns.

        Cells have a `delimiter` between them, by default a comma. Blank lines are none, and a row
        is told by the line it starts in. BuildError where a row has other columns than the header,
        where a quotation is not closed, where a column is named twice, or where the default is
        plainly not the file's delimiter.
        """
        text = self.text(path)
        header = text.partition("\n")[0]
        likely = max(_DELIMITERS, key=header.count)
        if delimiter is None and header.count(likely) > header.count(","):
            raise BuildError(
                f"{path}, line 1: has {_DELIMITERS[likely]} between its columns; expected commas: "
                f"write delimiter: {json.dumps(likely)} beside format: csv in the recipe"
            )
        csv.field_size_limit(sys.maxsize)  # the default is exceeded by whole documents
        return list(_rows(path, io.StringIO(text, newline=""), delimiter or ","))

    def stream(self, path: Path) -> Iterator[Record]:
        """Read a CSV file as `table` does, with commas, one row after the other."""
        csv.field_size_limit(sys.maxsize)
        try:
            self.remember(path, sha256_of(path))
            with path.open(encoding="utf-8-sig", newline="") as file:
                yield from _rows(path, file, ",")
        except OSError as error:
            raise _unreadable(path, error) from error
        except UnicodeDecodeError as error:
            raise _not_utf8(path, error) from error

    def lines(self, path: Path, member: str = "") -> Iterator[Record]:
        """Read a file of JSON lines, one after the other, or the member of that name of a zip.

        Blank lines are none.
        """
        packed = path.suffix == ".zip"
        where = f"{path}, {member}" if packed else str(path)
        lines = self._member(path, member).split("\n") if packed else self._plain_lines(path)
        for number, line in enumerate(lines, 1):
            if line.strip():
                place = f"{where}, line {number}"
                yield Record.of(place, _parsed(place, line, "one object a line"))

    def _plain_lines(self, path: Path) -> Iterator[str]:
        """Yield the lines of a file, each made plain, so that no more than one is in memory."""
        hashed, done, found = sha256(), 0, False
        try:
            with path.open("rb") as file:
                for line in file:
                    hashed.update(line)
                    yield from _decoded(path, line, done).split("\n")
                    done += len(line)
                    found = found or not line.isspace()
        except OSError as error:
            raise _unreadable(path, error) from error
        if not found:
            raise _empty(path)
        self.remember(path, hashed.hexdigest())

    def rows(self, path: Path) -> Iterator[Record]:
        """Read a parquet file, some rows after the others; they count from 1."""
        with whole_parquet(path) as parquet:
            batches = parquet.iter_batches(batch_size=_ROWS)
            rows = (row for batch in batches for row in batch.to_pylist())
            for number, row in enumerate(rows, 1):
                yield Record.of(f"{path}, row {number}", row)
        self.remember(path, sha256_of(path))

    def text(self, path: Path, *, empty: bool = False, encoding: str = "utf-8") -> str:
        """Read a text file and make it plain.

        One that cannot be read or is not UTF-8, or of another encoding that is given, is a
        BuildError, and one that holds nothing unless it may be `empty`.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise _unreadable(path, error) from error
        text = _decoded(path, data) if encoding == "utf-8" else plain(data.decode(encoding))
        if not (text or empty):
            raise _empty(path)
        self.remember(path, digest(data))
        return text

    def other_format(self, path: Path, format_: str) -> str:
        """Say what a faulty file holds instead of `format_`, and what to change.

        Its first bytes and its first two lines tell; "" where they do not, or tell that format.
        """
        try:
            with path.open("rb") as file:
                start = file.read(4)
                file.seek(0)
                lines = list(islice(filter(bytes.strip, file), 2))
        except OSError:
            return ""
        if start.startswith(_PACKED):
            return "is packed; expected a file as it is: unpack it"
        found = "parquet" if start == b"PAR1" else _kind_of_json(lines)
        if found in ("", "json" if format_ == "squad" else format_):
            return ""
        return (
            f"holds {_MEANINGS[found]}; expected {format_}: write format: {found} in the recipe, "
            "or give other files"
        )

    def _member(self, path: Path, name: str) -> str:
        """Read the file of that name out of a zip, in whatever folder of it; nothing is unpacked.

        BuildError where there is none or several, where its path leads out of the zip, or where it
        is larger than any corpus's.
        """
        try:
            with zipfile.ZipFile(path) as archive:
                members = [m for m in archive.infolist() if m.filename.rpartition("/")[2] == name]
                if len(members) != 1:
                    raise invalid(path, f"holds {len(members)} files {name}", "one")
                [member] = members
                if ".." in member.filename.split("/") or member.filename.startswith("/"):
                    told = f"holds {member.filename!r}, a path that leads out of it"
                    raise invalid(path, told, f"a path within it, such as data/{name}")
                if member.file_size > _MOST_UNPACKED:
                    told = f"holds {member.filename!r} of {member.file_size:,} bytes"
                    raise invalid(path, told, f"{_MOST_UNPACKED:,} at most")
                content = archive.read(member)
        except (OSError, ValueError, EOFError, RuntimeError, *_BROKEN_ZIP) as error:
            raise invalid(path, f"is no whole zip file ({error})", f"one with {name}") from error
        self.remember(path, sha256_of(path))
        return _decoded(f"{path}, {name}", content)

    def name_of(self, path: Path) -> str:
        """Return a file's path within the folder."""
        return path_within(self._folder, path)

    def remember(self, path: Path, sha256: str) -> None:
        """Take a file for read, once."""
        name = self.name_of(path)
        self._read[name] = CorpusFile(name, sha256)


_ROWS, _READ = 256, 1 << 20
"""Rows that are held at once, and bytes of a file that are read at once."""


@contextmanager
def whole_parquet(path: Path, remedy: str = REMEDY) -> Iterator[Any]:
    """Open a parquet file; what is read while it is open is a BuildError where it is not whole."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # Nothing is read ahead: a group of rows may be as large as the file.
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=_READ) as parquet:
            yield parquet
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = str(error).split("\n")[0]
        raise invalid(path, f"is no whole parquet file ({reason})", "one", remedy) from error


def csv_rows(path: Path, lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file, each with the line it starts in; BuildError where one breaks.

    A blank line is a row without cells.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        found = f"is no row of a CSV file ({error})"
        expected = f"cells, quoted where they hold {delimiter!r}, quotes or line ends"
        raise invalid(f"{path}, line {line}", found, expected) from error


def _kind_of_json(lines: Sequence[bytes]) -> str:
    """Return what a file's first two lines tell that it is: jsonl, json or "" for neither."""
    first = lines[0].removeprefix(BOM_UTF8).strip() if lines else b""
    with suppress(ValueError, RecursionError):
        if len(lines) > 1 and isinstance(json.loads(first), dict):
            return "jsonl"
    return "json" if _JSON_BEGUN.match(first) else ""


def _decoded(where: object, data: bytes, before: int = 0) -> str:
    """Make some bytes of a file plain; `before` are those that come before them."""
    try:
        return plain(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _not_utf8(f"{where}: byte {before + error.start}", error) from error


def _empty(path: Path) -> BuildError:
    return BuildError(
        f"{path}: empty; expected a text: fetch the file again, or take it out of the folder"
    )


def _not_utf8(where: object, error: UnicodeDecodeError) -> BuildError:
    return BuildError(
        f"{where} is not UTF-8 ({error.reason}); expected a UTF-8 text: "
        "fetch the file again, or convert it with `iconv -f <its encoding> -t UTF-8`"
    )


def _unreadable(path: Path, error: OSError) -> BuildError:
    return BuildError(
        f"{path}: cannot be read ({error.strerror}); expected a text file that this user "
        "may read: mend its permissions or put it there again"
    )


def _parsed(where: str, text: str, expected: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        found = f"is no whole JSON ({error.msg}, {line}column {error.colno})"
        raise invalid(where, found, expected) from error
    except RecursionError as error:
        raise invalid(where, "is nested too deeply", expected) from error
    except ValueError as error:
        raise invalid(where, "holds a number of more digits than are read", expected) from error


def _rows(path: Path, lines: Iterable[str], delimiter: str) -> Iterator[Record]:
    header: list[str] = []
    for line, row in csv_rows(path, lines, delimiter):
        place = f"{path}, line {line}"
        if row and not header:
            header = row
            if twice := [repr(name) for name in header if header.count(name) > 1]:
                raise invalid(place, f"names the column {twice[0]} twice", "every column once")
        elif row:
            if len(row) != len(header):
                raise invalid(place, f"has {len(row)} cells", f"{len(header)}")
            yield Record(place, dict(zip(header, row, strict=True)))
