"""DuReader 2.0: what people asked Baidu, with the pages it found and answers written from them."""

from __future__ import annotations

from typing import NamedTuple

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, invalid
from lvbuild.text.cleaning import CHARACTERS, CONVERSION, HTML, MINUS, Cleaning

CLEANING = Cleaning((CHARACTERS, HTML, CONVERSION, MINUS))
NAMES = r"(?:search|zhidao)\.(?:train|dev)[^/]*\.json"


class _Page(NamedTuple):
    where: str
    text: str
    title: str
    selected: bool | None
    """Whether it supports the question; None where a raw record does not say."""
    evidence: str


def open_dureader(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a folder; the raw files hold the same ones as the preprocessed."""
    files, loading = RecordFiles(folder), Loading("dureader", CLEANING)
    for path in files.require(rf"preprocessed/(?:.*/)?{NAMES}", NAMES):
        for record in files.lines(path):
            question_id = f"{loading.prefix}:{record.identity('question_id')}"
            with loading.question(record.where, question_id):
                _add(loading, record, question_id)
        loading.end_file()
    loading.drop_page_lines()
    return loading.done(folder, files.read)


def _add(loading: Loading, record: Record, question_id: str) -> None:
    """Add a question and its pages; nothing of a record is taken before all of it is read."""
    pages = [_page(page) for page in record.records("documents")]
    question, answers = record.text("question"), distinct(record.texts("answers"))
    selected, retrieved, evidence = [], [], []
    for page in pages:
        document = loading.add_document(page.where, page.text, page.title)
        if page.selected:
            selected.append(document)
            evidence.append(page.evidence)
        else:
            retrieved.append(document)
    if not any(page.selected is not None for page in pages):
        reason = "a raw record: it does not say which documents support it (no is_selected)"
        loading.settle(record.where, question_id, reason)
        return
    others = distinct(document for document in retrieved if document not in selected)
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id,
            question,
            answers,
            distinct(selected),
            distinct(evidence),
            others,
            why_not_asked=_contradiction(record),
        ),
    )


def _contradiction(record: Record) -> str:
    """Say so where annotators marked one answer of a question as yes and another as no."""
    marks = record.fields.get("yesno_answers")
    if isinstance(marks, list) and {"Yes", "No"} <= {each for each in marks if type(each) is str}:
        return "its answers say both yes and no"
    return ""


def _page(page: Record) -> _Page:
    paragraphs, title = page.texts("paragraphs"), page.text("title")
    selected = page.fields.get("is_selected")
    if not isinstance(selected, bool) and "is_selected" in page.fields:
        raise invalid(f"{page.where}, is_selected", f"is {selected!r}", "true or false")
    evidence = _most_related(page, paragraphs) if selected else ""
    return _Page(page.where, "\n".join(filter(None, paragraphs)), title, selected, evidence)


def _most_related(page: Record, paragraphs: list[str]) -> str:
    """Return the paragraph that upstream marks as the one nearest to the answers."""
    if "most_related_para" not in page.fields:
        return ""
    number = page.fields["most_related_para"]
    if type(number) is not int or not 0 <= number < len(paragraphs):
        raise invalid(
            f"{page.where}, most_related_para", f"is {number!r}", "the number of a paragraph"
        )
    return paragraphs[number]
