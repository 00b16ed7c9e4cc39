"""PG-19: the books of Project Gutenberg published before 1919."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile, CorpusFolder, sha256_of
from lvbuild.corpora.reading.files import RecordFiles, whole_parquet
from lvbuild.corpora.reading.record import invalid, plain
from lvbuild.errors import BuildError

SPLITS = ("test", "validation", "train")
_TEXTS, _SHARDS = r"[0-9]+\.txt", r"[^/]+\.parquet"


class Pg19:
    """The books of a folder: `**/<gutenberg id>.txt`, or the Hub's parquet shards.

    All texts are one batch; every shard is one, in the order test, validation, train 0 to 22.
    Within a batch the books stand by their Gutenberg ids. Shards that are fetched as they are read
    are walked along no further than the batches are.
    """

    def __init__(self, folder: CorpusFolder) -> None:
        self.name = folder.entry.name
        self.revision = folder.revision
        self.licence = folder.entry.licence
        self._folder = folder.path
        if folder.fetched is None:
            self._files = RecordFiles(folder.path, folder.entry.layout)
            self._unopened = _books_in(self._files)
        else:
            self._files = RecordFiles(folder.path, fetched=())
            self._unopened = (_Shard(self._files, path) for path in folder.fetched)
        self._opened: list[_Books] = []
        self._holders: dict[int, _Books] = {}

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
        title, text = self._holders[number].read(number)
        return Document(document_id, text, title)

    def files(self) -> Sequence[CorpusFile]:
        """Return the texts read so far and metadata.csv, or the shards opened so far."""
        return sorted(self._files.read, key=lambda file: file.path)

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


def _books_in(files: RecordFiles) -> Iterator[_Books]:
    """Find a folder's batches: its texts together, then its shards in their order."""
    files.require(_TEXTS, _SHARDS)
    texts, shards = files.find(_TEXTS), files.find(_SHARDS)
    batches: list[_Books] = [_TextBooks(files, texts)] if texts else []
    return chain(batches, (_Shard(files, path) for path in sorted(shards, key=_shard_order)))


def _shard_order(path: Path) -> tuple[int, int, str]:
    found = re.match(r"([a-z]+)-(\d+)", path.name)
    split = SPLITS.index(found[1]) if found and found[1] in SPLITS else len(SPLITS)
    return (split, int(found[2]) if found else 0, path.as_posix())


class _TextBooks:
    """`<gutenberg id>.txt` files and perhaps metadata.csv (id, title, year, url; no header)."""

    def __init__(self, files: RecordFiles, paths: Iterable[Path]) -> None:
        self._files = files
        self.places: dict[int, Path] = {}
        for path in paths:
            first = self.places.setdefault(int(path.stem), path)
            if first != path:
                raise _twice(int(path.stem), first, path)

    def read(self, number: int) -> tuple[str, str]:
        return (self._titles.get(number, ""), self._files.text(self.places[number]))

    @cached_property
    def _titles(self) -> dict[int, str]:
        titles: dict[int, str] = {}
        for path in self._files.find(r"^metadata\.csv"):
            rows = csv.reader(self._files.text(path).split("\n"))
            for row in rows:
                if len(row) < 2 or not row[0].isdecimal():
                    raise BuildError(
                        f"{path}, line {rows.line_num}: expected `id,title,year,url` without a "
                        "header: mend the line, or take the file away (it only holds titles)"
                    )
                titles[int(row[0])] = row[1]
        return titles


def _twice(number: int, first: Path, second: Path) -> BuildError:
    return BuildError(
        f"{second}: book {number} stands in {first} too; expected every book once: take one away"
    )


TITLE, URL, TEXT = COLUMNS = ("short_book_title", "url", "text")


class _Shard:
    """The books of one shard: opening it reads the urls alone, a book all of the others too."""

    def __init__(self, files: RecordFiles, path: Path) -> None:
        self._path = path
        self._rows: dict[int, int] = {}
        for row, url in enumerate(_columns(path, URL)[URL].to_pylist()):
            found = re.search(r"/(\d+)/?$", url or "")
            if not found:
                expected = "one such as http://www.gutenberg.org/ebooks/10762"
                raise invalid(f"{path}, row {row}", f"no Gutenberg id in the url {url!r}", expected)
            first = self._rows.setdefault(int(found[1]), row)
            if first != row:
                twice = f"rows {first} and {row} are both book {found[1]}"
                raise invalid(path, twice, "every book once")
        self.places = dict.fromkeys(self._rows, path)
        files.remember(path, sha256_of(path))

    def read(self, number: int) -> tuple[str, str]:
        row = self._rows[number]
        where = f"{self._path}, row {row} (book {number})"
        books = _columns(self._path, TITLE, TEXT)
        try:
            title, text = (books[name][row].as_py() or "" for name in (TITLE, TEXT))
        except UnicodeDecodeError as error:
            raise invalid(where, f"byte {error.start} is not UTF-8", "a UTF-8 text") from error
        if not (text := plain(text)):
            raise invalid(where, "empty", "a text")
        return title, text


@lru_cache(maxsize=1)  # decoded, a whole training shard takes half a gigabyte
def _columns(path: Path, *names: str) -> Any:
    with whole_parquet(path) as parquet:
        there = parquet.schema_arrow.names
        if missing := [name for name in COLUMNS if name not in there]:
            expected = f"{', '.join(COLUMNS)} as in emozilla/pg19"
            raise invalid(path, f"no column {', '.join(missing)}", expected)
        return parquet.read(columns=list(names))


_Books = _TextBooks | _Shard
