"""DuReader 2.0: what people asked Baidu, with the pages it found and answers written from them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.loaded import LoadedCorpus, Loading, distinct
from lvbuild.corpora.record import Record, amiss
from lvbuild.corpora.record_files import RecordFiles

LICENCE = "Apache-2.0"
LAYOUT = (
    "preprocessed/{trainset,devset}/{search,zhidao}.{train,dev}.json of DuReader 2.0 "
    "(https://github.com/baidu/DuReader), else the raw files of these names"
)
NAMES = r"(?:search|zhidao)\.(?:train|dev)[^/]*\.json"


def open_dureader(
    folder: Path, revision: str = "local", fetched: Iterable[Path] | None = None
) -> LoadedCorpus:
    """Read the questions of a folder; the raw files hold the same ones as the preprocessed."""
    files, loading = RecordFiles(folder, fetched, LAYOUT), Loading("dureader")
    for path in files.require(rf"preprocessed/(?:.*/)?{NAMES}", NAMES):
        for record in files.lines(path):
            _add(loading, record)
    return loading.done("dureader", revision, LICENCE, files.read)


def _add(loading: Loading, record: Record) -> None:
    question_id = f"{loading.prefix}:{record.identity('question_id')}"
    pages = record.records("documents")
    selected, retrieved, evidence = [], [], []
    for page in pages:
        paragraphs = page.texts("paragraphs")
        text = "\n".join(filter(None, paragraphs))
        document = loading.add_document(page.where, text, page.text("title"))
        if _flag(page, "is_selected"):
            selected.append(document)
            evidence.append(_most_related(page, paragraphs))
        else:
            retrieved.append(document)
    question, answers = record.text("question"), distinct(record.texts("answers"))
    if not any("is_selected" in page.fields for page in pages):
        reason = "a raw record: it does not say which documents support it (no is_selected)"
        loading.leave_out(record.where, question_id, reason)
        return
    others = distinct(document for document in retrieved if document not in selected)
    loading.add_question(
        record.where,
        CorpusQuestion(
            question_id, question, answers, distinct(selected), distinct(evidence), others
        ),
    )


def _flag(page: Record, name: str) -> bool:
    value = page.fields.get(name, False)
    if not isinstance(value, bool):
        raise amiss(f"{page.where}, {name}", f"is {value!r}", "true or false")
    return value


def _most_related(page: Record, paragraphs: list[str]) -> str:
    """Return the paragraph that upstream marks as the one nearest to the answers."""
    if "most_related_para" not in page.fields:
        return ""
    number = page.fields["most_related_para"]
    if type(number) is not int or not 0 <= number < len(paragraphs):
        raise amiss(
            f"{page.where}, most_related_para", f"is {number!r}", "the number of a paragraph"
        )
    return paragraphs[number]
