from __future__ import annotations

import unicodedata
from itertools import islice

import pytest

from lvbuild.core.model import Document, LanguageCode
from lvbuild.errors import BuildError, UsageError
from lvbuild.sample import SampleCorpus

LANGUAGES: tuple[LanguageCode, ...] = ("en", "zh")


def walk(corpus: SampleCorpus, language: LanguageCode, size: int) -> list[Document]:
    """Return the articles of the fewest provinces of so many words or characters."""
    documents: list[Document] = []
    for batch in corpus.batches():
        documents += map(corpus.document, batch)
        texts = (document.text for document in documents)
        if sum(len(text.split()) if language == "en" else len(text) for text in texts) >= size:
            break
    return documents


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> LanguageCode:
    return "en" if request.param == "en" else "zh"


def test_a_batch_is_a_province_and_together_they_are_the_world(language: LanguageCode) -> None:
    corpus = SampleCorpus(1, language)
    batches = list(islice(corpus.batches(), 3))
    assert [document_id for batch in batches for document_id in batch] == [
        f"sample:{entity.id}" for entity in corpus.world.entities
    ]
    assert list(islice(corpus.batches(), 3)) == batches


def test_documents_are_clean_text_under_their_subjects_name(language: LanguageCode) -> None:
    corpus = SampleCorpus(1, language)
    walk(corpus, language, 30_000)
    for entity in corpus.world.entities:
        document = corpus.document(f"sample:{entity.id}")
        assert document.id == f"sample:{entity.id}"
        assert document.title == entity.name
        assert document.text == unicodedata.normalize("NFC", document.text).strip()
        assert entity.name in document.text


def test_an_unknown_document_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(BuildError, match=r"sample:town-99999: no such document .* walk on"):
        SampleCorpus(1, "en").document("sample:town-99999")


def test_a_language_without_an_invented_world_is_told() -> None:
    with pytest.raises(UsageError, match="'de' has no invented world; there are those of en, zh"):
        SampleCorpus(1, "de")
