"""PG-19: the books of Project Gutenberg published before 1919."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile, CorpusFolder, path_within, sha256_of
from lvbuild.corpora.reading.files import read_plain_text
from lvbuild.corpora.reading.record import plain
from lvbuild.errors import BuildError

SPLITS = ("test", "validation", "train")


class Pg19:
    """The books of a folder: `**/<gutenberg id>.txt`, or the Hub's parquet shards.

    All texts are one batch; every shard is one, in the order test, validation, train 0 to 22.
    Within a batch the books stand by their Gutenberg ids. Shards that are fetched as they are read
    are walked along no further than the batches are.
    """

    def __init__(self, folder: CorpusFolder) -> None:
        self.name = folder.name
        self.revision = folder.revision
        self.licence = folder.licence
        self._folder = folder.path
        shards = folder.fetched
        self._unopened = _books_in(folder.path) if shards is None else map(_Shard, shards)
        self._opened: list[_Books] = []
        self._holders: dict[int, _Books] = {}
        self._reading: _Books | None = None

    def batches(self) -> Iterator[Sequence[str]]:
        """Walk over the ids, `pg19:<gutenberg id>`, batch by batch."""
        index = 0
        while index < len(self._opened) or self._open_next():
            yield [f"pg19:{number}" for number in self._opened[index].numbers]
            index += 1

    def document(self, document_id: str) -> Document:
        """Read one book; batches are opened as far as it takes to find it."""
        found = re.fullmatch(r"pg19:(\d+)", document_id)
        number = int(found[1]) if found else 0
        while number not in self._holders:
            if not self._open_next():
                raise BuildError(
                    f"{document_id}: no such book in {self._folder}; expected pg19:<gutenberg id> "
                    "of one of its texts: give the corpus that the plan was made from"
                )
        books = self._holders[number]
        if self._reading and self._reading is not books:
            self._reading.forget()
        self._reading = books
        title, text = books.read(number)
        return Document(document_id, text, title)

    def files(self) -> Sequence[CorpusFile]:
        """Return the texts read so far and metadata.csv, or the shards opened so far."""
        files = (file for books in self._opened for file in books.files(self._folder))
        return sorted(files, key=lambda file: file.path)

    def cleaned(self) -> Mapping[str, int]:
        """Return nothing: books are read as they are."""
        return {}

    def _open_next(self) -> bool:
        books = next(self._unopened, None)
        if books is None:
            return False
        for number in books.numbers:
            first = self._holders.setdefault(number, books)
            if first is not books:
                raise _twice(number, first.place(number), books.place(number))
        self._opened.append(books)
        return True


def _books_in(folder: Path) -> Iterator[_Books]:
    """Find a folder's batches: its texts together, then its shards in their order."""
    texts = [path for path in _visible(folder, "txt") if re.fullmatch("[0-9]+", path.stem)]
    shards = sorted(_visible(folder, "parquet"), key=_shard_order)
    if not texts and not shards:
        raise BuildError(
            f"{folder}: no books; expected <gutenberg id>.txt files or parquet shards of "
            "emozilla/pg19: put them there, or run `lvbuild corpora fetch pg19`"
        )
    batches: list[_Books] = [_TextBooks(folder, texts)] if texts else []
    return (books for source in (batches, map(_Shard, shards)) for books in source)


def _visible(folder: Path, ending: str) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob(f"*.{ending}"))
        if not any(name.startswith(".") for name in path.relative_to(folder).parts)
    ]


def _shard_order(path: Path) -> tuple[int, int, str]:
    found = re.match(r"([a-z]+)-(\d+)", path.name)
    split = SPLITS.index(found[1]) if found and found[1] in SPLITS else len(SPLITS)
    return (split, int(found[2]) if found else 0, path.as_posix())


class _Books(Protocol):
    """The books of one batch; `numbers` are the Gutenberg ids there are, in ascending order."""

    numbers: list[int]

    def place(self, number: int) -> Path:
        """Tell which file holds the book."""

    def read(self, number: int) -> tuple[str, str]:
        """Read one book: its title, "" where none is known, and its text."""

    def forget(self) -> None:
        """Let go of what was kept between two readings."""

    def files(self, folder: Path) -> Iterator[CorpusFile]:
        """Yield the files read so far, with their paths within the folder."""


class _TextBooks:
    """`<gutenberg id>.txt` files and perhaps metadata.csv (id, title, year, url; no header)."""

    def __init__(self, folder: Path, paths: Iterable[Path]) -> None:
        self._metadata = folder / "metadata.csv"
        self._paths: dict[int, Path] = {}
        self._hashes: dict[Path, str] = {}
        for path in paths:
            first = self._paths.setdefault(int(path.stem), path)
            if first != path:
                raise _twice(int(path.stem), first, path)
        self.numbers = sorted(self._paths)

    def place(self, number: int) -> Path:
        return self._paths[number]

    def read(self, number: int) -> tuple[str, str]:
        path = self._paths[number]
        text, self._hashes[path] = read_plain_text(path)
        return (self._titles.get(number, ""), text)

    def forget(self) -> None:
        pass  # a text is read anew each time

    def files(self, folder: Path) -> Iterator[CorpusFile]:
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


def _twice(number: int, first: Path, second: Path) -> BuildError:
    return BuildError(
        f"{second}: book {number} stands in {first} too; expected every book once: take one away"
    )


COLUMNS = ("short_book_title", "url", "text")
REFETCH = "take it away and run `lvbuild corpora fetch pg19`"


class _Shard:
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
        return self._path

    def read(self, number: int) -> tuple[str, str]:
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
        return title, text

    def forget(self) -> None:
        self._groups.clear()  # decoded, a whole training shard takes half a gigabyte

    def files(self, folder: Path) -> Iterator[CorpusFile]:
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
