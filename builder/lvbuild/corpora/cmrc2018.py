"""CMRC 2018: questions on paragraphs of the Chinese Wikipedia, answered by a span of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, plain, plain_places
from lvbuild.text.cleaning import BRACKETS, CHARACTERS, CONVERSION, HTML, MINUS, WIKI, Cleaning

NAMES = r"cmrc2018_(?:dev|train|trial)[^/]*\.json"
CLEANING = Cleaning((CHARACTERS, HTML, CONVERSION, MINUS, WIKI, BRACKETS))
SHARDS = r"(?:default/)?(?:validation|train|test)(?:/[^/]+|-[^/]+)\.parquet"


class _Words(NamedTuple):
    """A question and its answers, and where these begin if upstream tells it."""

    question: str
    answers: Sequence[str]
    starts: Sequence[object] = ()


class _Asked(NamedTuple):
    record: Record
    key: str
    words: Callable[[Record], _Words]


class _Paragraph(NamedTuple):
    where: str
    key: str
    title: str
    written: str
    asked: Sequence[_Asked]


def open_cmrc2018(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a folder.

    Annotators answered some of them in words of their own: an answer that does not stand in the
    paragraph is dropped, a question that has no other left out.
    """
    files, loading = RecordFiles(folder), Loading("cmrc2018", CLEANING)
    for path in files.require(NAMES, SHARDS):
        if path.suffix == ".parquet":
            for row in files.rows(path):
                _add(loading, _row(row))
        else:
            for article in files.objects(path, within="data"):
                for paragraph in _paragraphs(article):
                    _add(loading, paragraph)
        loading.end_file()
    return loading.done(folder, files.read)


def _add(loading: Loading, paragraph: _Paragraph) -> None:
    where, key, title, written, asked = paragraph
    document = loading.add_document(where, plain(written), title, key)
    for record, asked_key, words in asked:
        question_id = f"{loading.prefix}:{asked_key}"
        with loading.question(record.where, question_id):
            question, answers, starts = words(record)
            made = CorpusQuestion(question_id, question, tuple(answers), distinct([document]))
            places = plain_places(written, starts)
            loading.add_question(record.where, made, starts=places, extractive=True)


def _paragraphs(article: Record) -> Iterator[_Paragraph]:
    """Read an article of either JSON layout; the second has one paragraph an article."""
    title = article.text("title")
    if "context_text" in article.fields:
        asked = [_Asked(q, q.identity("query_id"), _flat) for q in article.records("qas")]
        key, text = article.identity("context_id"), article.string("context_text")
        yield _Paragraph(article.where, key, title, text, asked)
        return
    for paragraph in article.records("paragraphs"):
        key = paragraph.identity("id") if "id" in paragraph.fields else ""
        asked = [_Asked(q, q.identity("id"), _squad) for q in paragraph.records("qas")]
        yield _Paragraph(paragraph.where, key, title, paragraph.string("context"), asked)


def _row(row: Record) -> _Paragraph:
    """Read a row of the Hub's: DEV_0_QUERY_0 is asked of the paragraph DEV_0."""
    key = row.identity("id")
    paragraph, _, _ = key.rpartition("_QUERY_")
    asked = _Asked(row, key, _columns)
    return _Paragraph(row.where, paragraph, "", row.string("context"), [asked])


def _squad(asked: Record) -> _Words:
    answers = asked.records("answers")
    starts = [answer.fields.get("answer_start") for answer in answers]
    return _Words(asked.text("question"), [answer.text("text") for answer in answers], starts)


def _flat(asked: Record) -> _Words:
    return _Words(asked.text("query_text"), asked.texts("answers"))


def _columns(row: Record) -> _Words:
    answers = Record.of(f"{row.where}, answers", row.field("answers", "an object"))
    starts = answers.items("answer_start") if "answer_start" in answers.fields else []
    return _Words(row.text("question"), answers.texts("text"), starts)
