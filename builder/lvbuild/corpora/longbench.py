"""LongBench's MultiFieldQA: one question on each long document, in English and in Chinese."""

from __future__ import annotations

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading, question_digest
from lvbuild.corpora.reading.record import Record
from lvbuild.text.cleaning import CHARACTERS, CONVERSION, HTML, Cleaning

CLEANING = Cleaning((CHARACTERS, HTML, CONVERSION))
"""The formulas of its papers, in LaTeX, stay as they are."""


def open_longbench(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of one part, such as multifieldqa_en."""
    files, loading = RecordFiles(folder), Loading("longbench", CLEANING, lasting=False)
    part = folder.name.removeprefix("longbench_")
    shards = rf"{part}/test[-/][^/]+\.parquet"
    for path in files.require(rf"{part}\.jsonl", shards, r"data\.zip"):
        shard = path.suffix == ".parquet"
        for record in files.rows(path) if shard else files.lines(path, member=f"{part}.jsonl"):
            _add(loading, record)
        loading.end_file()
    return loading.done(folder, files.read)


def _add(loading: Loading, record: Record) -> None:
    text, question = record.text("context"), record.text("input")
    document = loading.add_document(record.where, text)
    question_id = f"{loading.prefix}:{question_digest('', text, question)}"
    with loading.question(record.where, question_id):
        answers = distinct(record.texts("answers"))
        asked = CorpusQuestion(question_id, question, answers, distinct([document]))
        loading.add_question(record.where, asked)
