"""What every corpus offers, whatever its upstream layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lvbuild.model import Document


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """A file a corpus was read from: its path within the corpus, with `/`, and its hash in hex."""

    path: str
    sha256: str


class Corpus(Protocol):
    """A source of documents, opened at one place; texts are read when they are asked for."""

    @property
    def name(self) -> str:
        """The corpus's name, as recipes give it."""

    @property
    def revision(self) -> str:
        """The upstream commit where one is known, else "local" (or the generator's version)."""

    @property
    def licence(self) -> str:
        """The licence of the texts, an SPDX expression or "public domain"."""

    def document_ids(self) -> Sequence[str]:
        """Return the ids of all documents, sorted, without reading their texts where possible."""

    def document(self, document_id: str) -> Document:
        """Read one document."""

    def files(self) -> Sequence[CorpusFile]:
        """Return the files that have been read so far, sorted by path."""
