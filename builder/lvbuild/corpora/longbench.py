"""LongBench's MultiFieldQA: one question on each long document, in English and in Chinese."""

from __future__ import annotations

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading, question_digest


def open_longbench(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of one part, such as multifieldqa_en."""
    loading = Loading(folder, "longbench", lasting=False)
    part = folder.entry.name.removeprefix("longbench_")
    patterns = rf"{part}\.jsonl", rf"{part}/test[-/][^/]+\.parquet", r"data\.zip"
    for record in loading.records(*patterns, lines=True, member=f"{part}.jsonl"):
        text, question = record.text("context"), record.text("input")
        document = loading.add_document(record.where, text)
        key = question_digest("", text, question)
        with loading.question(record.where, key) as question_id:
            answers = distinct(record.texts("answers"))
            asked = CorpusQuestion(question_id, question, answers, distinct([document]))
            loading.add_question(record.where, asked)
    return loading.done()
