"""Walking over a sample corpus until it is large enough."""

from __future__ import annotations

from lvbuild.core.model import Document, LanguageCode
from lvbuild.sample import SampleCorpus


def walk(corpus: SampleCorpus, language: LanguageCode, size: int) -> list[Document]:
    """Return the articles of the fewest provinces of so many words or characters."""
    documents: list[Document] = []
    for batch in corpus.batches():
        documents += map(corpus.document, batch)
        texts = (document.text for document in documents)
        if sum(len(text.split()) if language == "en" else len(text) for text in texts) >= size:
            break
    return documents
