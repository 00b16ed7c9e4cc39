"""The documents of the corpora that ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import Corpus


class CorpusDocuments(Mapping[str, str]):
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Iterable[Corpus]) -> None:
        self._holders: dict[str, Corpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))

    def document(self, document_id: str) -> Document:
        """Return a document with its title."""
        return self._holders[document_id].document(document_id)

    def __getitem__(self, document_id: str) -> str:
        return self.document(document_id).text

    def __iter__(self) -> Iterator[str]:
        return iter(self._holders)

    def __len__(self) -> int:
        return len(self._holders)
