"""Reveal as its files have it: a row for a step of an answer and a passage of its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any

from lvbuild.corpora.corpus import CorpusFolder, LoadedCorpus
from lvbuild.corpora.judged_chains import (
    ANSWER_LABELS,
    Chain,
    Evidence,
    Step,
    judged,
    questions_of,
)
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.loading import Loading
from lvbuild.corpora.reading.record import REMEDY, Record, invalid, plain_string, records_of
from lvbuild.errors import BuildError

_HARD_AGREEMENT = 2
_MOST_DIGITS = 9
_STEP_LABELS = tuple(
    f"{name}_label" for name in ("attribution_relevance", "type", "logic_relevance", "correctness")
)
_KEY = ("dataset", "question_id", "answer_model", "answer_id")
"""What tells answers apart, the first two of them questions."""
_CANARY = "contamination_identifier"
_OF_EVIDENCE = ("evidence_id", "evidence", "attribution_label", "is_final_rated_evidence_for_step")
_OF_STEPS = (
    *_KEY, "question", "step_idx", "step", "decontextualized_step", *_STEP_LABELS, _CANARY,
    *ANSWER_LABELS.values(), "is_low_agreement_hard_case", "agreement_majority_all_steps",
)  # fmt: skip
_SPLITS = (r"(?:reveal_)?eval\.", r"(?:reveal_)?open\.")


def open_reveal(folder: CorpusFolder) -> LoadedCorpus:
    """Read the chains of both splits, and what a part such as reveal_logic asks of them."""
    loading, part = Loading(folder, "reveal"), folder.entry.name.removeprefix("reveal_")
    chains, canaries = read_chains(loading.files)
    documents = {
        text: loading.add_document(chain.where, text)
        for chain in chains
        for one in judged(part, chain)
        for text in one.texts
    }
    for where, question in questions_of("reveal", part, chains, documents):
        loading.add_question(where, question)
    return loading.done(canaries=canaries)


def read_chains(files: RecordFiles) -> tuple[list[Chain], tuple[str, ...]]:
    """Return the chains of a folder's files, and the canaries that stand in their rows.

    Of each split the CSV is read, row by row, else the JSON. Raises BuildError for the first row
    that is not of the layout, and where there is none.
    """
    there = files.require(*(rf"{split}(?:csv|json)" for split in _SPLITS))
    chains: dict[str, Chain] = {}
    canaries: dict[str, None] = {}
    for split in _SPLITS:
        for path in files.find(rf"{split}csv", rf"{split}json"):
            table = path.suffix == ".csv"
            objects = files.stream(path) if table else files.objects(path)
            for row in (row for each in objects for row in _rows(each)):
                for name in (*_OF_STEPS, *_OF_EVIDENCE) if table else _OF_STEPS:
                    row.field(name, "a column")
                canaries.setdefault(row.identity(_CANARY))
                _take(chains, row)
    if not chains:
        raise BuildError(f"{', '.join(map(str, there))}: has no row; {REMEDY}")
    return list(chains.values()), tuple(canaries)


def _rows(record: Record) -> Iterator[Record]:
    """Yield the rows of an object: what a list within it holds of steps has its other fields."""
    nested = {name: held for name, held in record.fields.items() if _holds_rows(held)}
    own = {name: held for name, held in record.fields.items() if name not in nested}
    if not nested:
        yield record
    for name, held in nested.items():
        for each in records_of(f"{record.where}, {name}", held):
            yield from _rows(Record(each.where, {**own, **each.fields}))


def _holds_rows(held: Any) -> bool:
    if not (isinstance(held, list) and held and isinstance(held[0], dict)):
        return False
    first = held[0]
    return bool({"step_idx", "evidence_id"} & first.keys()) or any(map(_holds_rows, first.values()))


def _take(chains: dict[str, Chain], row: Record) -> None:
    """Take a row: a step of an answer, with a passage of its evidence if there is any."""
    parts = [row.identity(name) for name in _KEY]
    key, question = "/".join(parts), _said(row, "question")
    chain = chains.setdefault(key, Chain(row.where, key, "/".join(parts[:2]), question))
    number, said = _number(row, "step_idx"), _said(row, "step")
    step = chain.steps.setdefault(number, Step(said, _cell(row, "decontextualized_step")))
    for name, before, now in (("question", chain.question, question), ("step", step.text, said)):
        if before != now:
            told = f"is another text than in a row before of step {number}"
            raise invalid(f"{row.where}, {name}", told, "the same")
    step.hard |= _flag(row, "is_low_agreement_hard_case") or _disagreed(row)
    final = _evidence(row, step) if _cell(row, "evidence_id") else False
    for name in _STEP_LABELS:
        if (label := _cell(row, name)) and (final or name not in step.labels):
            step.labels[name] = label
    for name in ANSWER_LABELS.values():
        if (label := _cell(row, name)) and chain.labels.setdefault(name, label) != label:
            told = f"is {label[:40]!r}, in a row before of this answer {chain.labels[name][:40]!r}"
            raise invalid(f"{row.where}, {name}", told, "one verdict an answer")


def _evidence(row: Record, step: Step) -> bool:
    """Take the evidence of a row; return whether it is that of the verdict on the step."""
    number, final = _number(row, "evidence_id"), _flag(row, "is_final_rated_evidence_for_step")
    evidence = Evidence(_said(row, "evidence"), _cell(row, "attribution_label"), final)
    if step.evidence.setdefault(number, evidence) != evidence:
        told = f"is {number} a second time, with another passage or verdict"
        raise invalid(f"{row.where}, evidence_id", told, "each once a step")
    if sum(each.final for each in step.evidence.values()) > 1:
        where = f"{row.where}, is_final_rated_evidence_for_step"
        raise invalid(where, "is true of a second passage", "one final passage a step")
    return final


def _cell(row: Record, name: str) -> str:
    """Return what a row has of a name as the CSV writes it, "" for nothing."""
    value = row.fields.get(name)
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool | int | float):
        return str(value)
    return plain_string(f"{row.where}, {name}", value)


def _said(row: Record, name: str) -> str:
    if text := _cell(row, name):
        return text
    raise invalid(f"{row.where}, {name}", "is empty", "a text")


def _number(row: Record, name: str) -> int:
    text = _cell(row, name).removesuffix(".0")
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise invalid(f"{row.where}, {name}", f"is {text[:40]!r}", "a whole number")
    return int(text)


def _disagreed(row: Record) -> bool:
    """Tell whether so few raters agree that upstream has the answer among its hard cases."""
    name = "agreement_majority_all_steps"
    text = _cell(row, name)
    try:
        return bool(text) and float(text) <= _HARD_AGREEMENT
    except ValueError as error:
        raise invalid(f"{row.where}, {name}", f"is {text[:40]!r}", "a number") from error


def _flag(row: Record, name: str) -> bool:
    text = _cell(row, name).casefold()
    if text not in {"true", "false", ""}:
        raise invalid(f"{row.where}, {name}", f"is {text[:40]!r}", "True or False")
    return text == "true"
