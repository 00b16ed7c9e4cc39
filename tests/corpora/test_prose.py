"""A corpus whose texts are left with their running prose."""

from __future__ import annotations

from lvbuild.corpora.corpus import ProseCorpus
from lvbuild.languages import find_language
from tests.tasks.small_world import Shelf
from tests.text.prose.made_books import lines, prose

STORY = prose("shelf")
BOOK = f"THE MILL ON THE FEN\n\nby Ann Lee\n\n\n\n{STORY}"


def test_texts_are_prose_and_what_was_left_out_of_those_read_is_counted_once() -> None:
    corpus = ProseCorpus(Shelf([BOOK, STORY, BOOK]), find_language("en"))
    assert (corpus.name, corpus.revision, corpus.licence) == ("pg19", "local", "public domain")
    assert list(corpus.batches()) == [["pg19:0", "pg19:1", "pg19:2"]]
    assert corpus.cleaned() == {}
    for document_id in ("pg19:0", "pg19:1", "pg19:0"):
        document = corpus.document(document_id)
        assert (document.id, document.text) == (document_id, lines(STORY))
    assert corpus.cleaned() == {"no running prose": 1}
    assert [file.path for file in corpus.files()] == ["pg19:0", "pg19:1"]
