"""PG-19's books as a folder of text files, and what every batch of them offers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from lvbuild.corpora.corpus import CorpusFile, path_within
from lvbuild.corpora.plain_text import read_plain_text
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
