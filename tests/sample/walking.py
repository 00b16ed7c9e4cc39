"""Walking over a sample corpus until it is large enough, and the names in its world."""

from __future__ import annotations

from lvbuild.core.model import Document, LanguageCode
from lvbuild.sample import SampleCorpus
from lvbuild.sample.world import World


def walk(corpus: SampleCorpus, language: LanguageCode, size: int) -> list[Document]:
    """Return the articles of the fewest provinces of so many words or characters."""
    documents: list[Document] = []
    for batch in corpus.batches():
        documents += map(corpus.document, batch)
        texts = (document.text for document in documents)
        if sum(len(text.split()) if language == "en" else len(text) for text in texts) >= size:
            break
    return documents


def names_of(world: World) -> list[str]:
    """Return every form of a name that stands in texts, the longest first."""
    forms = {form for entity in world.entities for form in (entity.name, entity.short)}
    return sorted(forms, key=lambda form: (-len(form), form))
