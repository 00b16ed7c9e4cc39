from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import pytest

from lvbuild.corpora.corpus import CorpusEntry, CorpusFolder, CorpusQuestion
from lvbuild.corpora.reading.loading import Loading
from lvbuild.errors import BuildError

ENTRY = CorpusEntry(name="c", licence="MIT", layout="", opener="", folder="c")
FOLDER = CorpusFolder(ENTRY, Path("none"))
ASKED = CorpusQuestion("c:1", "Who?", ("She",), ("c:d",))
OTHER = CorpusQuestion("c:1", "Who?", ("He",), ("c:d",))
UNANSWERED = CorpusQuestion("c:1", "Who?", (), ("c:d",))


def done(loading: Loading) -> tuple[list[str], list[tuple[str, str]]]:
    corpus = loading.done()
    return [question.answers[0] for question in corpus.questions()], [*corpus.left_out()]


def test_the_same_text_under_the_same_title_is_one_document() -> None:
    loading = Loading(FOLDER, "c")
    first = loading.add_document("r", "A text.", "Title")
    assert first == "c:" + blake2b(b"Title\nA text.", digest_size=6).hexdigest()
    assert loading.add_document("r", "A text.", "Title") == first
    assert loading.add_document("r", "A text.", "Another") != first
    assert loading.add_document("r", "", "Blank") == ""
    for name in ("b", "a"):
        loading.files.remember(FOLDER.path / name, "")
    corpus = loading.done()
    assert [len(batch) for batch in corpus.batches()] == [2]
    assert corpus.document(first).title == "Title"
    assert [file.path for file in corpus.files()] == ["a", "b"]


def test_another_document_of_the_same_upstream_id_is_refused() -> None:
    loading = Loading(FOLDER, "c")
    loading.add_document("r 1", "A text.", "Title", "7")
    loading.add_document("r 2", "A text.", "", "7")
    with pytest.raises(BuildError, match="r 3: another document with the id c:7"):
        loading.add_document("r 3", "Another.", "Title", "7")


def test_a_question_asked_twice_alike_is_one() -> None:
    loading = Loading(FOLDER, "c")
    loading.add_question("r 1", ASKED)
    loading.add_question("r 2", ASKED)
    assert done(loading) == (["She"], [])


@pytest.mark.parametrize(("first", "second"), [(ASKED, OTHER), (UNANSWERED, ASKED)])
def test_another_question_of_the_same_upstream_id_is_refused(
    first: CorpusQuestion, second: CorpusQuestion
) -> None:
    loading = Loading(FOLDER, "c")
    loading.add_question("r 1", first)
    with pytest.raises(BuildError, match="r 2: another question with the id c:1"):
        loading.add_question("r 2", second)


def test_a_question_known_by_its_wording_and_answered_in_two_ways_is_left_out() -> None:
    loading = Loading(FOLDER, "c", lasting=False)
    for question in (ASKED, OTHER, ASKED):
        loading.add_question("r", question)
    assert done(loading) == ([], [("c:1", "asked twice, with different answers")])
