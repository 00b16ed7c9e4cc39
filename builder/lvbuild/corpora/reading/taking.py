"""Of more documents than memory should hold, those that a draw by their ids takes."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from lvbuild.core.seeds import child_seed
from lvbuild.corpora.corpus import CorpusFolder, Epochs, LoadedCorpus
from lvbuild.corpora.reading.loading import Loading


class _Read(NamedTuple):
    """A document as it was read, the `number`th of all."""

    number: int
    where: str
    text: str
    title: str
    upstream_id: str


class Taking(Loading):
    """A corpus of which documents of about `most` characters are taken, in their order.

    They are those that come first in an order drawn by ids alone, whatever the order in which they
    are read, up to the one with which there are so many characters. No more than these are in
    memory; none of the others is cleaned.
    """

    def __init__(self, folder: CorpusFolder, prefix: str, most: int) -> None:
        super().__init__(folder, prefix)
        self._most = most
        self._characters = self._left_out = self._read = 0
        self._held: dict[str, _Read] = {}
        self._last: list[tuple[int, str]] = []

    def add_document(self, where: str, text: str, title: str = "", upstream_id: str = "") -> str:
        """Take a document for now; return its id, "" where it has no text."""
        if not text:
            return ""
        self._read += 1
        name = self.document_id(text, title, upstream_id)
        if same := self._held.get(name):
            if same.text != text:
                self._keep(same)
                super().add_document(where, text, title, upstream_id)  # says what is wrong
            return name
        drawn = -child_seed(name)
        if self._characters >= self._most and drawn < self._last[0][0]:
            self._left_out += 1
            return name
        self._held[name] = _Read(self._read, where, text, title, upstream_id)
        heappush(self._last, (drawn, name))
        self._characters += len(text)
        while self._characters - len(self._held[self._last[0][1]].text) >= self._most:
            self._characters -= len(self._held.pop(heappop(self._last)[1]).text)
            self._left_out += 1
        return name

    def _keep(self, read: _Read) -> None:
        super().add_document(read.where, read.text, read.title, read.upstream_id)

    def done(self, epochs: Epochs | None = None, canaries: tuple[str, ...] = ()) -> LoadedCorpus:
        """Clean the documents that were taken, count the others, and return the corpus."""
        for document in sorted(self._held.values()):
            self._keep(document)
        self.leave_out(f"not among the {self._most:,} characters", self._left_out)
        return super().done(epochs, canaries)
