"""A corpus as a haystack has it: its texts without contents, notes and title pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lvbuild.corpora.corpus import Corpus, CorpusFile
from lvbuild.model import Document


class ProseCorpus:
    """A corpus whose texts are left without what is no prose; ids and files are its own."""

    def __init__(self, corpus: Corpus) -> None:
        self.name = corpus.name
        self.revision = corpus.revision
        self.licence = corpus.licence
        self._corpus = corpus
        self._left_out: dict[str, Mapping[str, int]] = {}

    def batches(self) -> Iterator[Sequence[str]]:
        """Walk over the documents' ids in the corpus's groups."""
        return self._corpus.batches()

    def document(self, document_id: str) -> Document:
        """Read one document; nothing may be left of its text."""
        from lvbuild.text.prose import prose_of  # its many patterns are for books alone

        whole = self._corpus.document(document_id)
        prose = prose_of(whole.text)
        self._left_out[document_id] = prose.left_out
        return Document(whole.id, prose.text, whole.title)

    def files(self) -> Sequence[CorpusFile]:
        """Return the files that have been read so far, sorted by path."""
        return self._corpus.files()

    def cleaned(self) -> Mapping[str, int]:
        """Return what the corpus cleaned, and what was left out of the texts read so far."""
        counts = Counter(self._corpus.cleaned())
        for left_out in self._left_out.values():
            counts.update(left_out)
        return dict(counts)
