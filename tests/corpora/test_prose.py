"""A corpus whose texts are left without what is no prose."""

from __future__ import annotations

from lvbuild.corpora.corpus import ProseCorpus
from tests.tasks.small_world import Shelf
from tests.text.prose.contents import ENGLISH
from tests.text.prose.made_books import TITLE_PAGE, body

HEADINGS = ENGLISH["capitals"].headings
BOOK = "\n\n\n\n".join([TITLE_PAGE, ENGLISH["capitals"].printed, body(HEADINGS)])


def test_texts_are_prose_and_what_was_left_out_of_those_read_is_counted_once() -> None:
    corpus = ProseCorpus(Shelf([BOOK, body(HEADINGS), BOOK]))
    assert (corpus.name, corpus.revision, corpus.licence) == ("pg19", "local", "public domain")
    assert list(corpus.batches()) == [["pg19:0", "pg19:1", "pg19:2"]]
    assert corpus.cleaned() == {}
    for document_id in ("pg19:0", "pg19:1", "pg19:0"):
        document = corpus.document(document_id)
        assert (document.id, document.text) == (document_id, body(HEADINGS))
    assert corpus.cleaned() == {"title page": 1, "contents": 1}
    assert [file.path for file in corpus.files()] == ["pg19:0", "pg19:1"]
