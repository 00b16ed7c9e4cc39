"""LooGLE: long documents with questions on one place of theirs (SD) or on several (CR, MIR)."""

from __future__ import annotations

import ast

from lvbuild.corpora.corpus import CorpusFolder, CorpusQuestion, LoadedCorpus
from lvbuild.corpora.reading.cleaning import distinct
from lvbuild.corpora.reading.loading import Loading, question_digest
from lvbuild.corpora.reading.record import Record, invalid, plain_strings, records_of

SHARES = {
    "loogle_sd": ("shortdep_qa", ""),
    "loogle_cr": ("longdep_qa", "comprehension_and_reasoning"),
    "loogle_mir": ("longdep_qa", "multiple_information_retrieval"),
}
"""The questions of each corpus: their file and, of a file of many, their type."""
TYPES = {*(kind for _, kind in SHARES.values()), "computation", "timeline_reorder"}


def open_loogle(folder: CorpusFolder) -> LoadedCorpus:
    """Read the questions of a share, and all documents of its file."""
    loading = Loading(folder, "loogle", lasting=False)
    file, kind = SHARES[folder.entry.name]
    patterns = rf"{file}\.jsonl", r"data\.zip"
    for record in loading.records(*patterns, lines=True, member=f"{file}.jsonl"):
        title, text = record.text("title"), record.text("input")
        document = loading.add_document(record.where, text, title)
        for asked in _pairs(record):
            key = question_digest(title, text, asked.text("Q"))
            with loading.question(asked.where, key) as question_id:
                _add(loading, asked, question_id, document, kind)
    return loading.done()


def _add(loading: Loading, asked: Record, question_id: str, document: str, kind: str) -> None:
    found = "_".join(asked.text("type").lower().split()) if kind else ""
    if found not in TYPES:
        loading.settle(asked.where, question_id, f"its type {found!r} is none of LooGLE's")
    elif found == kind:
        question, supporting = asked.text("Q"), distinct([document])
        value = asked.field("A", "an answer")
        is_number = type(value) in (int, float)  # as the literal may have it
        answers = distinct([str(value) if is_number else asked.text("A")])
        # One passage (short dependency) or several (long), or none.
        passages = asked.fields.get("S", [])
        given = passages if isinstance(passages, list) else [passages]
        evidence = distinct(plain_strings(f"{asked.where}, S", given))
        made = CorpusQuestion(question_id, question, answers, supporting, evidence)
        loading.add_question(asked.where, made)


def _pairs(record: Record) -> list[Record]:
    """Read `qa_pairs`, a string that holds a Python literal."""
    where = f"{record.where}, qa_pairs"
    value = record.field("qa_pairs", "a string holding a Python list")
    try:
        pairs = ast.literal_eval(value) if isinstance(value, str) else value
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise invalid(where, "is no Python literal", "a list of {'Q', 'A', 'S'}") from error
    if not isinstance(pairs, list):
        raise invalid(where, "is no list", "a list of {'Q', 'A', 'S'}")
    return records_of(where, pairs)
