"""LooGLE: long documents with questions on one place of theirs (SD) or on several (CR, MIR)."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lvbuild.corpora.corpus import CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading, question_digest
from lvbuild.corpora.reading.record import Record, amiss, plain_string, plain_strings, records_of
from lvbuild.text.cleaning import CHARACTERS, HTML, Cleaning

LICENCE = "CC-BY-SA-4.0"
LAYOUT = (
    "shortdep_qa.jsonl and longdep_qa.jsonl, or data.zip, of "
    "https://huggingface.co/datasets/bigai-nlco/LooGLE"
)
CLEANING = Cleaning((CHARACTERS, HTML))


class Share(NamedTuple):
    """The questions of one corpus: their file and, of a file of many, their type."""

    name: str
    file: str
    kind: str = ""


SHARES = (
    Share("loogle_sd", "shortdep_qa"),
    Share("loogle_cr", "longdep_qa", "comprehension_and_reasoning"),
    Share("loogle_mir", "longdep_qa", "multiple_information_retrieval"),
)
KINDS = {*(share.kind for share in SHARES), "computation", "timeline_reorder"}


def open_loogle(
    share: Share,
    folder: Path,
    revision: str = "local",
    fetched: Iterable[Path] | None = None,
) -> LoadedCorpus:
    """Read the questions of a share, and all documents of its file."""
    files, loading = RecordFiles(folder, fetched, LAYOUT), Loading("loogle", CLEANING)
    name = f"{share.file}.jsonl"
    for path in files.require(name.replace(".", r"\."), r"data\.zip"):
        for record in files.lines(path, member=name):
            _add_document(loading, record, share.kind)
        loading.end_file()
    return loading.done(share.name, revision, LICENCE, files.read)


open_loogle_sd, open_loogle_cr, open_loogle_mir = (partial(open_loogle, s) for s in SHARES)


def _add_document(loading: Loading, record: Record, kind: str) -> None:
    title, text = record.text("title"), record.text("input")
    document = loading.add_document(record.where, text, title)
    for asked in _pairs(record):
        question = asked.text("Q")
        question_id = f"{loading.prefix}:{question_digest(title, text, question)}"
        with loading.question(asked.where, question_id, lasting=False):
            found = _kind(asked) if kind else ""
            if found not in KINDS:
                reason = f"its type {found!r} is none of LooGLE's"
                loading.leave_out(asked.where, question_id, reason, lasting=False)
            elif found == kind:
                answers = distinct([_answer(asked)])
                evidence = distinct(_evidence(asked))
                supporting = (document,) if document else ()
                loading.add_question(
                    asked.where,
                    CorpusQuestion(question_id, question, answers, supporting, evidence),
                    lasting=False,
                )


def _pairs(record: Record) -> list[Record]:
    """Read `qa_pairs`, a string that holds a Python literal."""
    where = f"{record.where}, qa_pairs"
    value = record.field("qa_pairs", "a string holding a Python list")
    try:
        pairs = ast.literal_eval(value) if isinstance(value, str) else value
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise amiss(where, "is no Python literal", "a list of {'Q', 'A', 'S'}") from error
    if not isinstance(pairs, list):
        raise amiss(where, "is no list", "a list of {'Q', 'A', 'S'}")
    return records_of(where, pairs)


def _kind(asked: Record) -> str:
    return "_".join(asked.text("type").lower().split())


def _answer(asked: Record) -> str:
    """Return the answer; a bare number in the literal is one too."""
    value = asked.field("A", "an answer")
    return str(value) if type(value) in (int, float) else asked.text("A")


def _evidence(asked: Record) -> list[str]:
    """Return `S`: one passage (short dependency) or several (long); it may be missing."""
    value, where = asked.fields.get("S", []), f"{asked.where}, S"
    if isinstance(value, list):
        return plain_strings(where, value)
    return [plain_string(where, value)]
