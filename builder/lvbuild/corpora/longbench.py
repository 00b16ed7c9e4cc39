"""LongBench's MultiFieldQA: one question on each long document, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from lvbuild.corpora.corpus import CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading, question_digest
from lvbuild.corpora.reading.record import Record
from lvbuild.text.cleaning import CHARACTERS, CONVERSION, HTML, Cleaning

LICENCE = "MIT"
LAYOUT = (
    "multifieldqa_en.jsonl and multifieldqa_zh.jsonl, or data.zip, of "
    "https://huggingface.co/datasets/THUDM/LongBench, or their test shards (parquet)"
)
CLEANING = Cleaning((CHARACTERS, HTML, CONVERSION))
"""The formulas of its papers, in LaTeX, stay as they are."""


def open_longbench(
    part: str, folder: Path, revision: str = "local", fetched: Iterable[Path] | None = None
) -> LoadedCorpus:
    """Read the questions of one part, such as multifieldqa_en."""
    files, loading = RecordFiles(folder, fetched, LAYOUT), Loading("longbench", CLEANING)
    shards = rf"{part}/test[-/][^/]+\.parquet"
    for path in files.require(rf"{part}\.jsonl", shards, r"data\.zip"):
        shard = path.suffix == ".parquet"
        for record in files.rows(path) if shard else files.lines(path, member=f"{part}.jsonl"):
            _add(loading, record)
        loading.end_file()
    return loading.done(f"longbench_{part}", revision, LICENCE, files.read)


open_multifieldqa_en = partial(open_longbench, "multifieldqa_en")
open_multifieldqa_zh = partial(open_longbench, "multifieldqa_zh")


def _add(loading: Loading, record: Record) -> None:
    text, question = record.text("context"), record.text("input")
    document = loading.add_document(record.where, text)
    question_id = f"{loading.prefix}:{question_digest('', text, question)}"
    supporting = (document,) if document else ()
    with loading.question(record.where, question_id, lasting=False):
        answers = distinct(record.texts("answers"))
        asked = CorpusQuestion(question_id, question, answers, supporting)
        loading.add_question(record.where, asked, lasting=False)
