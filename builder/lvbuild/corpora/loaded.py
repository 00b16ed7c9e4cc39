"""Corpora that are read whole when they are opened: what question corpora have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.corpora.corpus import CorpusFile, CorpusQuestion
from lvbuild.errors import BuildError
from lvbuild.model import Document


@dataclass(frozen=True, slots=True)
class LoadedCorpus:
    """A question corpus in memory, its documents one batch."""

    name: str
    revision: str
    licence: str
    _documents: dict[str, Document]
    _questions: tuple[CorpusQuestion, ...]
    _left_out: tuple[tuple[str, str], ...]
    _files: tuple[CorpusFile, ...]
    _cleaned: Mapping[str, int]

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of all documents, in the order they were read."""
        yield tuple(self._documents)

    def document(self, document_id: str) -> Document:
        """Return one document; BuildError where there is none of that id."""
        try:
            return self._documents[document_id]
        except KeyError:
            raise BuildError(
                f"{document_id}: no such document among the {len(self._documents)} of {self.name}; "
                "expected one of its ids: give the corpus that the plan was made from"
            ) from None

    def files(self) -> Sequence[CorpusFile]:
        """Return the files it was read from, sorted by path."""
        return self._files

    def cleaned(self) -> Mapping[str, int]:
        """Return how often each kind of noise was mended or left out of the texts."""
        return self._cleaned

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return all questions that can be asked, in the order they were read."""
        return self._questions

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return the ids of the questions that cannot be asked, each with why."""
        return self._left_out
