"""DuReader 2.0: what people asked Baidu, with the pages it found and answers written from them."""

from __future__ import annotations

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import Record, invalid

NAMES = r"(?:search|zhidao)\.(?:train|dev)[^/]*\.json"


def open_dureader(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a folder; the raw files hold the same ones as the preprocessed."""
    loading = Loading(folder, "dureader")
    for record in loading.records(rf"preprocessed/(?:.*/)?{NAMES}", NAMES, lines=True):
        with loading.question(record.where, record.identity("question_id")) as question_id:
            _add(loading, record, question_id)
    loading.drop_page_lines()
    return loading.done()


def _add(loading: Loading, record: Record, question_id: str) -> None:
    """Add a question and its pages; nothing of a record is taken before all of it is read.

    All pages were retrieved for the question, those that support it too: a page has many answers
    to it, of which its annotators used some.
    """
    pages = [(page, _text(page), page.text("title")) for page in record.records("documents")]
    question, answers = record.text("question"), distinct(record.texts("answers"))
    selected, evidence, retrieved = [], [], []
    for page, (text, related), title in pages:
        document = loading.add_document(page.where, text, title)
        retrieved.append(document)
        if page.fields.get("is_selected"):
            selected.append(document)
            evidence.append(related)
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id,
            question,
            answers,
            distinct(selected),
            distinct(evidence),
            distinct(retrieved),
            why_not_asked=_contradiction(record),
        ),
    )


def _contradiction(record: Record) -> str:
    """Say so where annotators marked one answer of a question as yes and another as no."""
    marks = record.fields.get("yesno_answers")
    if isinstance(marks, list) and {"Yes", "No"} <= {each for each in marks if type(each) is str}:
        return "its answers say both yes and no"
    return ""


def _text(page: Record) -> tuple[str, str]:
    """Return a page's text, and the paragraph that upstream marks as nearest to the answers.

    There is none where the page does not support the question, or a raw record does not say.
    """
    paragraphs, selected = page.texts("paragraphs"), page.fields.get("is_selected", False)
    if not isinstance(selected, bool):
        raise invalid(f"{page.where}, is_selected", f"is {selected!r}", "true or false")
    text = "\n".join(filter(None, paragraphs))
    if not selected or "most_related_para" not in page.fields:
        return text, ""
    number = page.fields["most_related_para"]
    if type(number) is not int or not 0 <= number < len(paragraphs):
        where = f"{page.where}, most_related_para"
        raise invalid(where, f"is {number!r}", "the number of a paragraph")
    return text, paragraphs[number]
