"""HotpotQA and 2WikiMultihopQA: questions over several Wikipedia paragraphs, among others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading, as_it_stands
from lvbuild.corpora.reading.record import Record, invalid, plain, plain_string, string

T = TypeVar("T")

# The fullwiki files ask the same questions of paragraphs that may lack the supporting ones.
HOTPOTQA_FILES = (
    r"hotpot_dev_distractor[^/]*\.json",
    r"distractor/validation[-/][^/]+\.parquet",
    r"hotpot_train[^/]*\.json",
)


def open_hotpotqa(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions; sentences after the first start with their own space upstream."""
    loading = Loading(folder, "hotpotqa")
    for record in loading.records(*HOTPOTQA_FILES):
        _add_question(loading, record, glue="")
    return loading.done()


def open_2wikimultihopqa(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions, then the further paragraphs; one that stands in both is one document.

    Upstream strips its sentences, so that a space joins them.
    """
    loading = Loading(folder, "2wikimultihopqa")
    for record in loading.records(r"dev\.json", r"train\.json"):
        _add_question(loading, record, glue=" ")
    for path in loading.files.find(r"passages\.json"):
        for record in loading.files.objects(path):
            loading.add_document(record.where, record.text("text"), record.text("title"))
    return loading.done()


class _Paragraph(NamedTuple):
    title: str
    sentences: list[str]
    id: str


def _add_question(loading: Loading, record: Record, glue: str) -> None:
    """Add a question with its paragraphs, whose sentences are joined by `glue`.

    Upstream's own layout has `_id` and pairs, the Hub's `id` and columns: `{"title": [],
    "sentences": []}`, `{"title": [], "sent_id": []}`. Paragraphs that are not supporting are
    there to distract.
    """
    key = record.identity("_id" if "_id" in record.fields else "id")
    with loading.question(record.where, key) as question_id:
        _add(loading, record, question_id, glue)


def _add(loading: Loading, record: Record, question_id: str, glue: str) -> None:
    context = [
        (title, [string(f"{where}, sentence", each) for each in held])
        for where, title, held in _pairs(record, "context", "sentences", list)
    ]
    facts = [each[1:] for each in _pairs(record, "supporting_facts", "sent_id", int)]
    question, answers = record.text("question"), distinct([record.text("answer")])
    paragraphs = [
        _Paragraph(title, sentences, loading.add_document(record.where, text, title))
        for title, sentences in context
        for text in [plain(glue.join(sentences))]
    ]
    titled: dict[str, list[_Paragraph]] = {}
    for paragraph in paragraphs:
        titled.setdefault(paragraph.title, []).append(paragraph)
    if reason := _unsupported(titled, facts):
        loading.settle(record.where, question_id, reason)
        return
    marked = {title for title, _ in facts}
    evidence = [
        as_it_stands(loading.text(titled[title][0].id), plain(titled[title][-1].sentences[number]))
        for title, number in facts
    ]
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id,
            question,
            answers,
            distinct(each.id for each in paragraphs if each.title in marked),
            distinct(evidence),
            distracting=distinct(each.id for each in paragraphs if each.title not in marked),
        ),
    )


def _pairs(record: Record, name: str, column: str, kind: type[T]) -> Iterator[tuple[str, str, T]]:
    """Yield where each of a list of pairs, or of two columns, stands, its title and the other."""
    expected = "a list of sentences" if kind is list else "a sentence's number"
    value = record.field(name, "a list of pairs")
    where = f"{record.where}, {name}"
    if isinstance(value, dict):
        columns = Record(where, value)
        titles, others = columns.items("title"), columns.items(column)
        if len(titles) != len(others):
            raise invalid(where, "has columns of unequal length", "equal ones")
        value = [list(pair) for pair in zip(titles, others, strict=True)]
    for number, pair in enumerate(Record(record.where, {name: value}).items(name), 1):
        place = f"{where} {number}"
        if not isinstance(pair, list) or len(pair) != 2 or type(pair[1]) is not kind:
            raise invalid(place, "is of another layout", f"a title and {expected}")
        yield place, plain_string(f"{place}, title", pair[0]), pair[1]


def _unsupported(titled: dict[str, list[_Paragraph]], facts: list[tuple[str, int]]) -> str:
    if not facts:
        return "upstream marks no supporting fact"
    for title, number in facts:
        found = titled.get(title, [])
        if not found or not found[0].id:
            return f"its supporting paragraph {title!r} is missing"
        if len({paragraph.id for paragraph in found}) > 1:
            return f"two of its paragraphs have the title {title!r} of a supporting one"
        if not 0 <= number < len(found[0].sentences):
            return f"its supporting paragraph {title!r} has no sentence {number}"
    return ""
