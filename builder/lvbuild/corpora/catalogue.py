"""The corpora lvbuild knows: what each is, where it lives, how a folder of it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from lvbuild.corpora.corpus import Corpus
from lvbuild.corpora.hongloumeng import HongLouMeng
from lvbuild.corpora.hub import HubHome
from lvbuild.corpora.pg19 import Pg19
from lvbuild.errors import UsageError
from lvbuild.model import Language

Opener = Callable[[Path, str, Iterable[Path] | None], Corpus]
"""Opens a folder: the folder, its revision and, for the Hub's, the files as they are fetched."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A corpus that recipes may name.

    `layout` says what its folder holds, for who puts it there; `hub` is None where no data set on
    the Hub holds it as it was published.
    """

    name: str
    title: str
    language: Language
    licence: str
    homepage: str
    layout: str
    open: Opener
    hub: HubHome | None = None


def corpus_names() -> list[str]:
    """List the corpora there are, by name."""
    return sorted(CATALOGUE)


def corpus_entry(name: str) -> CatalogueEntry:
    """Look a corpus up; an unknown name is a UsageError that lists those there are."""
    if name not in CATALOGUE:
        names = ", ".join(sorted(CATALOGUE, key=lambda known: (-_likeness(name, known), known)))
        raise UsageError(f"{name!r}: no such corpus; expected one of {names}: mend the name")
    return CATALOGUE[name]


def _likeness(name: str, known: str) -> float:
    return SequenceMatcher(None, name.lower(), known).ratio()


CATALOGUE = {
    entry.name: entry
    for entry in (
        CatalogueEntry(
            name="pg19",
            title="PG-19",
            language="en",
            licence=Pg19.licence,
            homepage="https://github.com/google-deepmind/pg19",
            layout=(
                "<gutenberg id>.txt files in any folders, or emozilla/pg19's parquet shards; "
                "optionally metadata.csv (id,title,year,url)"
            ),
            open=Pg19,
            hub=HubHome(
                repository="emozilla/pg19",
                revision="b7bca68072ef1d86348f080bbda0996648d94315",
                files=("data/test-00000-of-00001-29a571947c0b5ccc.parquet",),
                later=(
                    r"data/validation-\d{5}-of-\d{5}-[0-9a-f]+\.parquet",
                    r"data/train-\d{5}-of-00023-[0-9a-f]+\.parquet",
                ),
            ),
        ),
        CatalogueEntry(
            name="hongloumeng",
            title="Dream of the Red Chamber",
            language="zh",
            licence=HongLouMeng.licence,
            homepage="https://www.gutenberg.org/ebooks/24264",
            layout=(
                "one UTF-8 text file of the book, such as the Plain Text UTF-8 of "
                "https://www.gutenberg.org/ebooks/24264"
            ),
            open=lambda folder, revision, _files: HongLouMeng(folder, revision),
        ),
    )
}
