"""The layout HotpotQA and 2WikiMultihopQA share: a question among titled paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading, as_it_stands
from lvbuild.corpora.reading.plain_text import plain
from lvbuild.corpora.reading.record import Record, amiss, plain_string, string


@dataclass(frozen=True, slots=True)
class _Paragraph:
    title: str
    sentences: tuple[str, ...]
    id: str


def add_multi_hop(loading: Loading, record: Record, glue: str) -> None:
    """Add a question with its paragraphs, whose sentences are joined by `glue`.

    Upstream's own layout has `_id` and pairs, the Hub's `id` and columns: `{"title": [],
    "sentences": []}`, `{"title": [], "sent_id": []}`. Paragraphs that are not supporting are
    there to distract.
    """
    identity = record.identity("_id" if "_id" in record.fields else "id")
    question_id = f"{loading.prefix}:{identity}"
    with loading.question(record.where, question_id):
        _add(loading, record, question_id, glue)


def _add(loading: Loading, record: Record, question_id: str, glue: str) -> None:
    context, facts = _context(record), _facts(record)
    question, answers = record.text("question"), distinct([record.text("answer")])
    paragraphs = [
        _Paragraph(title, sentences, loading.add_document(record.where, text, title))
        for title, sentences in context
        for text in [plain(glue.join(sentences))]
    ]
    if reason := _unsupported(paragraphs, facts):
        loading.leave_out(record.where, question_id, reason)
        return
    marked = {title for title, _ in facts}
    supporting = [paragraph for paragraph in paragraphs if paragraph.title in marked]
    titled = {paragraph.title: paragraph for paragraph in supporting}
    evidence = [_sentence(loading, titled[title], number) for title, number in facts]
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id,
            question,
            answers,
            distinct(paragraph.id for paragraph in supporting),
            distinct(evidence),
            distracting=distinct(
                paragraph.id for paragraph in paragraphs if paragraph.title not in marked
            ),
        ),
    )


def _sentence(loading: Loading, paragraph: _Paragraph, number: int) -> str:
    return as_it_stands(loading.text(paragraph.id), plain(paragraph.sentences[number]))


def _context(record: Record) -> list[tuple[str, tuple[str, ...]]]:
    context = []
    for where, title, sentences in _pairs(record, "context", "sentences"):
        if not isinstance(sentences, list):
            raise amiss(where, "is of another layout", "a title and a list of sentences")
        whole = tuple(string(f"{where}, sentence", sentence) for sentence in sentences)
        context.append((plain_string(f"{where}, title", title), whole))
    return context


def _facts(record: Record) -> list[tuple[str, int]]:
    facts = []
    for where, title, number in _pairs(record, "supporting_facts", "sent_id"):
        if type(number) is not int or number < 0:
            raise amiss(where, "is of another layout", "a title and a sentence's number")
        facts.append((plain_string(f"{where}, title", title), number))
    return facts


def _pairs(record: Record, name: str, column: str) -> Iterator[tuple[str, object, object]]:
    value = record.field(name, "a list of pairs")
    where = f"{record.where}, {name}"
    if isinstance(value, dict):
        columns = Record(where, value)
        titles, others = columns.items("title"), columns.items(column)
        if len(titles) != len(others):
            raise amiss(where, "has columns of unequal length", "equal ones")
        value = [list(pair) for pair in zip(titles, others, strict=True)]
    for number, pair in enumerate(Record(record.where, {name: value}).items(name), 1):
        if not isinstance(pair, list) or len(pair) != 2:
            raise amiss(
                f"{where} {number}", "is of another layout", "a pair that starts by a title"
            )
        yield f"{where} {number}", pair[0], pair[1]


def _unsupported(paragraphs: Sequence[_Paragraph], facts: Sequence[tuple[str, int]]) -> str:
    if not facts:
        return "upstream marks no supporting fact"
    titled: dict[str, list[_Paragraph]] = {}
    for paragraph in paragraphs:
        titled.setdefault(paragraph.title, []).append(paragraph)
    for title, number in facts:
        found = titled.get(title, [])
        if not found or not found[0].id:
            return f"its supporting paragraph {title!r} is missing"
        if len({paragraph.id for paragraph in found}) > 1:
            return f"two of its paragraphs have the title {title!r} of a supporting one"
        if number >= len(found[0].sentences):
            return f"its supporting paragraph {title!r} has no sentence {number}"
    return ""
