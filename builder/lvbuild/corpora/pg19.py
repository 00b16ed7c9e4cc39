"""PG-19: the books of Project Gutenberg published before 1919."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile, CorpusFolder, sha256_of
from lvbuild.corpora.reading.files import RecordFiles, csv_rows, whole_parquet
from lvbuild.corpora.reading.record import invalid, plain
from lvbuild.errors import BuildError

SPLITS = ("test", "validation", "train")
_FETCH = "run `lvbuild corpora fetch pg19`"
_AGAIN = f"take it away and {_FETCH}"


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
        self._last_table: dict[Path, Any] = {}
        if folder.fetched is None:
            self._files = RecordFiles(folder.path)
            self._unopened = self._books_here()
        else:
            self._files = RecordFiles(folder.path, fetched=())
            self._unopened = map(self._shard, folder.fetched)
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

    def state(self) -> Sequence[str]:
        """Return its files as they lie there; none where some are shards, which are fetched."""
        shards = self._files.find(r"[^/]+\.parquet")
        return [] if shards else self._files.state()

    def holds(self, files: Iterable[CorpusFile]) -> bool:
        """Tell whether files are there as they were when they were read."""
        return self._files.holds(files)

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

    def _books_here(self) -> Iterator[_Books]:
        """Find a folder's batches: its texts together, then its shards in their order."""
        texts, shards = self._files.find(r"[0-9]+\.txt"), self._files.find(r"[^/]+\.parquet")
        if not texts and not shards:
            raise BuildError(
                f"{self._folder}: no books; expected <gutenberg id>.txt files or parquet shards "
                f"of emozilla/pg19: put them there, or {_FETCH}"
            )
        batches: list[_Books] = [_TextBooks(self._files, texts)] if texts else []
        return chain(batches, map(self._shard, sorted(shards, key=_shard_order)))

    def _shard(self, path: Path) -> _Shard:
        return _Shard(self._files, path, self._last_table)


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
        for path in self._files.find(r"^metadata\.csv"):  # ^: at the top alone
            for line, row in csv_rows(path, self._files.text(path).split("\n"), ","):
                if len(row) < 2 or not row[0].isdecimal():
                    raise BuildError(
                        f"{path}, line {line}: expected `id,title,year,url` without a "
                        "header: mend the line, or take the file away (it only holds titles)"
                    )
                titles[int(row[0])] = row[1]
        return titles


def _twice(number: int, first: Path, second: Path) -> BuildError:
    return BuildError(
        f"{second}: book {number} stands in {first} too; expected every book once: take one away"
    )


TITLE, URL, TEXT = COLUMNS = ("short_book_title", "url", "text")
_refused = partial(invalid, remedy=_AGAIN)


class _Shard:
    """The books of one shard: opening it reads the urls alone, a book all of the others too.

    These stay in `last_table`, by the path, until a book of another shard is read.
    """

    def __init__(self, files: RecordFiles, path: Path, last_table: dict[Path, Any]) -> None:
        self._path = path
        self._last_table = last_table
        self._rows: dict[int, int] = {}
        for row, url in enumerate(_columns(path, URL)[URL].to_pylist()):
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
        files.remember(path, sha256_of(path))

    def read(self, number: int) -> tuple[str, str]:
        row = self._rows[number]
        where = f"{self._path}, row {row} (book {number})"
        if self._path not in self._last_table:
            self._last_table.clear()  # decoded, a whole training shard takes half a gigabyte
            self._last_table[self._path] = _columns(self._path, TITLE, TEXT)
        books = self._last_table[self._path]
        try:
            title, text = (books[name][row].as_py() or "" for name in (TITLE, TEXT))
        except UnicodeDecodeError as error:
            raise _refused(where, f"byte {error.start} is not UTF-8", "a UTF-8 text") from error
        if not (text := plain(text)):
            raise _refused(where, "empty", "a text")
        return title, text


def _columns(path: Path, *names: str) -> Any:
    with whole_parquet(path, _AGAIN) as parquet:
        there = parquet.schema_arrow.names
        if missing := [name for name in COLUMNS if name not in there]:
            expected = f"{', '.join(COLUMNS)} as in emozilla/pg19"
            raise _refused(path, f"no column {', '.join(missing)}", expected)
        return parquet.read(columns=list(names))


_Books = _TextBooks | _Shard
