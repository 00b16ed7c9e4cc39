"""PG-19: the books of Project Gutenberg published before 1919."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile
from lvbuild.corpora.pg19_books import Books, Shard, TextBooks, twice
from lvbuild.errors import BuildError

SPLITS = ("test", "validation", "train")


class Pg19:
    """The books of a folder: `**/<gutenberg id>.txt`, or the Hub's parquet shards.

    All texts are one batch; every shard is one, in the order test, validation, train 0 to 22.
    Within a batch the books stand by their Gutenberg ids. `shards` gives the shards of a corpus
    that is fetched as it is read; it is walked along no further than the batches are.
    """

    name = "pg19"
    licence = "public domain"

    def __init__(
        self, folder: Path, revision: str = "local", shards: Iterable[Path] | None = None
    ) -> None:
        self.revision = revision
        self._folder = folder
        self._unopened = books_in(folder) if shards is None else map(Shard, shards)
        self._opened: list[Books] = []
        self._holders: dict[int, Books] = {}
        self._reading: Books | None = None

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
                raise twice(number, first.place(number), books.place(number))
        self._opened.append(books)
        return True


def books_in(folder: Path) -> Iterator[Books]:
    """Find a folder's batches: its texts together, then its shards in their order."""
    texts = [path for path in _visible(folder, "txt") if re.fullmatch("[0-9]+", path.stem)]
    shards = sorted(_visible(folder, "parquet"), key=_shard_order)
    if not texts and not shards:
        raise BuildError(
            f"{folder}: no books; expected <gutenberg id>.txt files or parquet shards of "
            "emozilla/pg19: put them there, or run `lvbuild corpora fetch pg19`"
        )
    batches: list[Books] = [TextBooks(folder, texts)] if texts else []
    return (books for source in (batches, map(Shard, shards)) for books in source)


def _visible(folder: Path, ending: str) -> list[Path]:
    paths = sorted(folder.rglob(f"*.{ending}"))
    return [path for path in paths if not any(map(_hidden, path.relative_to(folder).parts))]


def _hidden(name: str) -> bool:
    return name.startswith(".")


def _shard_order(path: Path) -> tuple[int, int, str]:
    found = re.match(r"([a-z]+)-(\d+)", path.name)
    split = SPLITS.index(found[1]) if found and found[1] in SPLITS else len(SPLITS)
    return (split, int(found[2]) if found else 0, path.as_posix())
