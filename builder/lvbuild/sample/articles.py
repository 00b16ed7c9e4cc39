"""The first articles of the sample corpus, as a corpus that ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from lvbuild.corpora.corpus import CorpusFile
from lvbuild.model import Document
from lvbuild.sample.corpus import SampleCorpus
from lvbuild.text.counting import Counting

_SPARE = 1.5
"""How much more than a context holds is written: a question may not have every article."""


class SampleArticles:
    """The first provinces of a sample corpus: enough for contexts of `size` units.

    Those that hold the `needed` articles are among them. More units of the same corpus hold, first,
    the same articles.
    """

    def __init__(
        self,
        corpus: SampleCorpus,
        size: int,
        counting: Counting,
        needed: AbstractSet[str] = frozenset(),
    ) -> None:
        self.name = corpus.name
        self.revision = corpus.revision
        self.licence = corpus.licence
        self.size = size
        self._corpus = corpus
        self._counting = counting
        missing = set(needed)
        units = reached = 0
        for number, batch in enumerate(corpus.batches(), start=1):
            units += sum(counting.count(self.document(name).text) for name in batch)
            missing -= set(batch)
            if not missing and units >= _SPARE * size:
                reached = number
                break
        self.provinces = reached

    def reaching(self, size: int) -> SampleArticles:
        """Return the same with provinces enough for contexts of so many units."""
        return SampleArticles(self._corpus, size, self._counting)

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the ids of each province's articles."""
        return islice(self._corpus.batches(), self.provinces)

    def document(self, document_id: str) -> Document:
        """Return one of the articles."""
        return self._corpus.document(document_id)

    def files(self) -> Sequence[CorpusFile]:
        """Return nothing: the sample corpus reads no files."""
        return self._corpus.files()

    def cleaned(self) -> Mapping[str, int]:
        """Return nothing: articles are written without noise."""
        return self._corpus.cleaned()


class UnopenedArticles(SampleArticles):
    """The same articles, each without its first sentence, which tells what it is about."""

    def reaching(self, size: int) -> UnopenedArticles:
        """Return the same with provinces enough for contexts of so many units."""
        return UnopenedArticles(self._corpus, size, self._counting)

    def document(self, document_id: str) -> Document:
        """Return what follows the first sentence of an article."""
        whole = self._corpus.document(document_id)
        rest = whole.text.removeprefix(self.opening(document_id)).lstrip()
        return Document(whole.id, rest, whole.title)

    def opening(self, document_id: str) -> str:
        """Return the first sentence of an article."""
        return self._corpus.sentences(document_id)[0]

    def drawn(self, count: int) -> list[str]:
        """Draw the ids of so many articles, or of all."""
        names = [name for batch in self.batches() for name in batch]
        return self._corpus.draws("abstracts").shuffled(names)[:count]
