"""CMRC 2018: questions on paragraphs of the Chinese Wikipedia, answered by a span of theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, plain, plain_places

NAMES = r"cmrc2018_(?:dev|train|trial)[^/]*\.json"
SHARDS = r"(?:default/)?(?:validation|train|test)(?:/[^/]+|-[^/]+)\.parquet"


_Words = tuple[str, Sequence[str], Sequence[object]]
"""A question and its answers, and where these begin if upstream tells it."""


def open_cmrc2018(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a folder.

    Annotators answered some of them in words of their own: an answer that does not stand in the
    paragraph is dropped, a question that has no other left out.
    """
    loading = Loading(folder, "cmrc2018")
    add = _add_article if loading.files.find(NAMES) else _add_row
    for record in loading.records(NAMES, SHARDS, within="data"):
        add(loading, record)
    return loading.done()


def _add_article(loading: Loading, article: Record) -> None:
    """Add an article of either JSON layout; the second has one paragraph an article."""
    title = article.text("title")
    if "context_text" in article.fields:
        key, written = article.identity("context_id"), article.string("context_text")
        document = loading.add_document(article.where, plain(written), title, key)
        for asked in article.records("qas"):
            key = asked.identity("query_id")
            _ask(loading, asked, key, _flat, document=document, written=written)
        return
    for paragraph in article.records("paragraphs"):
        key = paragraph.identity("id") if "id" in paragraph.fields else ""
        written = paragraph.string("context")
        document = loading.add_document(paragraph.where, plain(written), title, key)
        for asked in paragraph.records("qas"):
            key = asked.identity("id")
            _ask(loading, asked, key, _squad, document=document, written=written)


def _add_row(loading: Loading, row: Record) -> None:
    """Add a row of the Hub's: DEV_0_QUERY_0 is asked of the paragraph DEV_0."""
    key, written = row.identity("id"), row.string("context")
    paragraph, _, _ = key.rpartition("_QUERY_")
    document = loading.add_document(row.where, plain(written), "", paragraph)
    _ask(loading, row, key, _columns, document=document, written=written)


def _ask(
    loading: Loading,
    asked: Record,
    key: str,
    words: Callable[[Record], _Words],
    *,
    document: str,
    written: str,
) -> None:
    with loading.question(asked.where, key) as question_id:
        question, answers, starts = words(asked)
        made = CorpusQuestion(question_id, question, tuple(answers), distinct([document]))
        places = plain_places(written, starts)
        loading.add_question(asked.where, made, starts=places, extractive=True)


def _squad(asked: Record) -> _Words:
    answers = asked.records("answers")
    starts = [answer.fields.get("answer_start") for answer in answers]
    return asked.text("question"), [answer.text("text") for answer in answers], starts


def _flat(asked: Record) -> _Words:
    return asked.text("query_text"), asked.texts("answers"), []


def _columns(row: Record) -> _Words:
    answers = Record.of(f"{row.where}, answers", row.field("answers", "an object"))
    starts = answers.items("answer_start") if "answer_start" in answers.fields else []
    return row.text("question"), answers.texts("text"), starts
