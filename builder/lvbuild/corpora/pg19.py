"""PG-19: the books of Project Gutenberg published before 1919."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

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
            yield [f"pg19:{number}" for number in sorted(self._opened[index].places)]
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
        hashes = (item for books in self._opened for item in books.hashes().items())
        files = (CorpusFile(path_within(self._folder, path), sha256) for path, sha256 in hashes)
        return sorted(files, key=lambda file: file.path)

    def cleaned(self) -> Mapping[str, int]:
        """Return nothing: books are read as they are."""
        return {}

    def _open_next(self) -> bool:
        books = next(self._unopened, None)
        if books is None:
            return False
        for number in books.places:
            first = self._holders.setdefault(number, books)
            if first is not books:
                raise _twice(number, first.places[number], books.places[number])
        self._opened.append(books)
        return True


def _books_in(folder: Path) -> Iterator[_Books]:
    """Find a folder's batches: its texts together, then its shards in their order."""
    seen = [
        path
        for path in sorted(folder.rglob("*"))
        if not any(name.startswith(".") for name in path.relative_to(folder).parts)
    ]
    texts = [path for path in seen if re.fullmatch(r"[0-9]+\.txt", path.name)]
    shards = sorted((path for path in seen if path.suffix == ".parquet"), key=_shard_order)
    if not texts and not shards:
        raise BuildError(
            f"{folder}: no books; expected <gutenberg id>.txt files or parquet shards of "
            "emozilla/pg19: put them there, or run `lvbuild corpora fetch pg19`"
        )
    batches: list[_Books] = [_TextBooks(folder, texts)] if texts else []
    return chain(batches, map(_Shard, shards))


def _shard_order(path: Path) -> tuple[int, int, str]:
    found = re.match(r"([a-z]+)-(\d+)", path.name)
    split = SPLITS.index(found[1]) if found and found[1] in SPLITS else len(SPLITS)
    return (split, int(found[2]) if found else 0, path.as_posix())


class _TextBooks:
    """`<gutenberg id>.txt` files and perhaps metadata.csv (id, title, year, url; no header)."""

    def __init__(self, folder: Path, paths: Iterable[Path]) -> None:
        self._metadata = folder / "metadata.csv"
        self._hashes: dict[Path, str] = {}
        self.places: dict[int, Path] = {}
        for path in paths:
            first = self.places.setdefault(int(path.stem), path)
            if first != path:
                raise _twice(int(path.stem), first, path)

    def read(self, number: int) -> tuple[str, str]:
        path = self.places[number]
        text, self._hashes[path] = read_plain_text(path)
        return (self._titles.get(number, ""), text)

    def forget(self) -> None:
        pass  # a text is read anew each time

    def hashes(self) -> Mapping[Path, str]:
        return self._hashes

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


def _refused(where: object, found: str, expected: str) -> BuildError:
    remedy = "take it away and run `lvbuild corpora fetch pg19`"
    return BuildError(f"{where}: {found}; expected {expected}: {remedy}")


class _Shard:
    """The books of one shard: opening it reads the urls alone, a text its row group."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._groups: dict[int, Any] = {}
        self._rows: dict[int, int] = {}
        parquet = self._parquet
        with self._whole():
            urls = parquet.read(columns=["url"])["url"].to_pylist()
        for row, url in enumerate(urls):
            found = re.search(r"/(\d+)/?$", url or "")
            if not found:
                expected = "one such as http://www.gutenberg.org/ebooks/10762"
                raise _refused(
                    f"{path}, row {row}", f"no Gutenberg id in the url {url!r}", expected
                )
            first = self._rows.setdefault(int(found[1]), row)
            if first != row:
                twice = f"rows {first} and {row} are both book {found[1]}"
                raise _refused(path, twice, "every book once")
        self.places = dict.fromkeys(self._rows, path)

    def read(self, number: int) -> tuple[str, str]:
        row = self._rows[number]
        group = bisect_right(self._starts, row) - 1
        where = f"{self._path}, row {row} (book {number})"
        parquet, columns = self._parquet, ["short_book_title", "text"]
        if group not in self._groups:
            with self._whole():
                self._groups[group] = parquet.read_row_group(group, columns=columns)
        cells = self._groups[group].slice(row - self._starts[group], 1)
        try:
            title, text = (cells[name][0].as_py() or "" for name in columns)
        except UnicodeDecodeError as error:
            raise _refused(where, f"byte {error.start} is not UTF-8", "a UTF-8 text") from error
        if not (text := plain(text)):
            raise _refused(where, "empty", "a text")
        return title, text

    def forget(self) -> None:
        self._groups.clear()  # decoded, a whole training shard takes half a gigabyte

    def hashes(self) -> Mapping[Path, str]:
        return {self._path: self._sha256}

    @cached_property
    def _sha256(self) -> str:
        return sha256_of(self._path)

    @cached_property
    def _parquet(self) -> Any:
        import pyarrow.parquet as pq

        with self._whole():
            parquet = pq.ParquetFile(self._path)
        if missing := [name for name in COLUMNS if name not in parquet.schema_arrow.names]:
            expected = f"{', '.join(COLUMNS)} as in emozilla/pg19"
            raise _refused(self._path, f"no column {', '.join(missing)}", expected)
        return parquet

    @cached_property
    def _starts(self) -> list[int]:
        metadata = self._parquet.metadata
        sizes = (metadata.row_group(group).num_rows for group in range(metadata.num_row_groups))
        return [0, *accumulate(sizes)][:-1]

    @contextmanager
    def _whole(self) -> Iterator[None]:
        import pyarrow as pa

        try:
            yield
        except (pa.ArrowException, OSError) as error:
            reason = str(error).split("\n")[0]
            found = f"not a whole parquet file ({reason})"
            raise _refused(self._path, found, "a shard of emozilla/pg19") from error


_Books = _TextBooks | _Shard
