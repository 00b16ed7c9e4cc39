"""PG-19's books: as a folder of text files, and as a parquet shard of emozilla/pg19 on the Hub."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lvbuild.corpora.corpus import CorpusFile, path_within, sha256_of
from lvbuild.corpora.reading.plain_text import plain, read_plain_text
from lvbuild.errors import BuildError


class Book(NamedTuple):
    """A book's title, "" where none is known, and its text."""

    title: str
    text: str


class Books(Protocol):
    """The books of one batch."""

    @property
    def numbers(self) -> Sequence[int]:
        """The Gutenberg ids there are, in ascending order."""

    def place(self, number: int) -> Path:
        """Tell which file holds the book."""

    def read(self, number: int) -> Book:
        """Read one book."""

    def forget(self) -> None:
        """Let go of what was kept between two readings."""

    def files(self, folder: Path) -> Iterator[CorpusFile]:
        """Yield the files read so far, with their paths within the folder."""


class TextBooks:
    """`<gutenberg id>.txt` files and perhaps metadata.csv (id, title, year, url; no header)."""

    def __init__(self, folder: Path, paths: Iterable[Path]) -> None:
        self._metadata = folder / "metadata.csv"
        self._paths: dict[int, Path] = {}
        self._hashes: dict[Path, str] = {}
        for path in paths:
            first = self._paths.setdefault(int(path.stem), path)
            if first != path:
                raise twice(int(path.stem), first, path)
        self.numbers = sorted(self._paths)

    def place(self, number: int) -> Path:
        """Tell which file holds the book."""
        return self._paths[number]

    def read(self, number: int) -> Book:
        """Read one book, and metadata.csv once."""
        path = self._paths[number]
        text, self._hashes[path] = read_plain_text(path)
        return Book(self._titles.get(number, ""), text)

    def forget(self) -> None:
        """Keep nothing: a text is read anew each time."""

    def files(self, folder: Path) -> Iterator[CorpusFile]:
        """Yield the texts read so far and metadata.csv."""
        for path, sha256 in self._hashes.items():
            yield CorpusFile(path_within(folder, path), sha256)

    @cached_property
    def _titles(self) -> dict[int, str]:
        if not self._metadata.exists():
            return {}
        text, self._hashes[self._metadata] = read_plain_text(self._metadata)
        titles: dict[int, str] = {}
        rows = csv.reader(text.split("\n"))
        for row in rows:
            if len(row) < 2 or not row[0].isdecimal():
                raise BuildError(
                    f"{self._metadata}, line {rows.line_num}: expected `id,title,year,url` without "
                    "a header: mend the line, or take the file away (it only holds titles)"
                )
            titles[int(row[0])] = row[1]
        return titles


def twice(number: int, first: Path, second: Path) -> BuildError:
    """Say that two files hold the same book."""
    return BuildError(
        f"{second}: book {number} stands in {first} too; expected every book once: take one away"
    )


COLUMNS = ("short_book_title", "url", "text")
REFETCH = "take it away and run `lvbuild corpora fetch pg19`"


class Shard:
    """The books of one shard: opening it reads the urls alone, a text its row group."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._groups: dict[int, Any] = {}
        self._rows: dict[int, int] = {}
        for row, url in enumerate(self._column("url")):
            number = self._number(row, url)
            first = self._rows.setdefault(number, row)
            if first != row:
                raise BuildError(
                    f"{path}: rows {first} and {row} are both book {number}; expected every book "
                    f"once: {REFETCH}"
                )
        self.numbers = sorted(self._rows)

    def place(self, number: int) -> Path:
        """Tell which file holds the book."""
        return self._path

    def read(self, number: int) -> Book:
        """Read one book; its row group stays decoded until `forget`."""
        row = self._rows[number]
        group = bisect_right(self._starts, row) - 1
        where = f"{self._path}, row {row} (book {number})"
        cells = self._group(group).slice(row - self._starts[group], 1)
        try:
            title, text = (cells[name][0].as_py() or "" for name in ("short_book_title", "text"))
        except UnicodeDecodeError as error:
            raise BuildError(
                f"{where}: byte {error.start} is not UTF-8; expected a UTF-8 text: {REFETCH}"
            ) from error
        if not (text := plain(text)):
            raise BuildError(f"{where}: empty; expected a text: {REFETCH}")
        return Book(title, text)

    def forget(self) -> None:
        """Let go of the decoded row groups: a whole training shard takes half a gigabyte."""
        self._groups.clear()

    def files(self, folder: Path) -> Iterator[CorpusFile]:
        """Yield the shard, whose urls at least have been read."""
        yield CorpusFile(path_within(folder, self._path), self._sha256)

    def _number(self, row: int, url: str | None) -> int:
        found = re.search(r"/(\d+)/?$", url or "")
        if not found:
            raise BuildError(
                f"{self._path}, row {row}: no Gutenberg id in the url {url!r}; expected one such "
                f"as http://www.gutenberg.org/ebooks/10762: {REFETCH}"
            )
        return int(found[1])

    @cached_property
    def _sha256(self) -> str:
        return sha256_of(self._path)

    @cached_property
    def _parquet(self) -> Any:
        import pyarrow.parquet as pq

        with self._whole():
            parquet = pq.ParquetFile(self._path)
        missing = [name for name in COLUMNS if name not in parquet.schema_arrow.names]
        if missing:
            raise BuildError(
                f"{self._path}: no column {', '.join(missing)}; expected {', '.join(COLUMNS)} as "
                f"in emozilla/pg19: {REFETCH}"
            )
        return parquet

    @cached_property
    def _starts(self) -> list[int]:
        metadata = self._parquet.metadata
        sizes = (metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))
        return [0, *accumulate(sizes)][:-1]

    def _column(self, name: str) -> list[str | None]:
        parquet = self._parquet
        with self._whole():
            return list(parquet.read(columns=[name])[name].to_pylist())

    def _group(self, group: int) -> Any:
        if group not in self._groups:
            parquet, columns = self._parquet, ["short_book_title", "text"]
            with self._whole():
                self._groups[group] = parquet.read_row_group(group, columns=columns)
        return self._groups[group]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        import pyarrow as pa

        try:
            yield
        except (pa.ArrowException, OSError) as error:
            reason = str(error).split("\n")[0]
            raise BuildError(
                f"{self._path}: not a whole parquet file ({reason}); expected a shard of "
                f"emozilla/pg19: {REFETCH}"
            ) from error
