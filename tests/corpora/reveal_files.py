"""Files in Reveal's layout: a row a step and passage of its evidence, as CSV and as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lvbuild.corpora.judged_chains import Chain

CANARY = "reveal:canary:0d2f"
_RATED = ("attribution_relevance", "attribution", "type", "logic_relevance", "correctness")
_ABOUT_RATING = ("majority", "annotations", "raters", "num_ratings")
COLUMNS = (
    "dataset",
    "question_id",
    "question",
    "answer_model",
    "answer_id",
    "step_idx",
    "full_answer",
    "step",
    "decontextualized_step",
    *(f"{name}_{of}" for name in _RATED for of in ("label", *_ABOUT_RATING)),
    "attribution_justifications",
    "correctness_justifications",
    "evidence_id",
    "evidence",
    "is_final_rated_evidence_for_step",
    "agreement_majority_all_steps",
    "is_low_agreement_hard_case",
    "contamination_identifier",
    "answer_is_fully_attributable",
    "answer_is_logically_correct",
    "answer_is_fully_attributable_and_correct",
)
_OF_EVIDENCE = {"evidence_id", "evidence", "is_final_rated_evidence_for_step"} | {
    column for column in COLUMNS if column.startswith("attribution_") and "relevance" not in column
}
_OF_STEP = {"step_idx", "step", "decontextualized_step"} | {
    column
    for column in COLUMNS
    if column.startswith(("type_", "correctness_", "logic_relevance_", "attribution_relevance_"))
}


def row(**given: Any) -> dict[str, Any]:
    """Return a row: of the first step of an answer, unless it is given otherwise."""
    plain = dict.fromkeys(COLUMNS) | {
        "dataset": "strategy_qa",
        "question_id": "q1",
        "question": "Which barn is older?",
        "answer_model": "A",
        "answer_id": "a1",
        "step_idx": 0,
        "full_answer": "The red barn was built in 1710. So it is older.",
        "step": "The red barn was built in 1710.",
        "is_final_rated_evidence_for_step": False,
        "agreement_majority_all_steps": 4,
        "is_low_agreement_hard_case": False,
        "contamination_identifier": CANARY,
        "attribution_justifications": json.dumps([{"rater": 1, "text": "It says so."}]),
    }
    assert plain.keys() >= given.keys()
    return plain | given


def seen(number: int, text: str, label: str | None, *, final: bool = False) -> dict[str, Any]:
    """Return what a row has of a passage of evidence."""
    return {
        "evidence_id": number,
        "evidence": text,
        "attribution_label": label,
        "is_final_rated_evidence_for_step": final,
    }


def write_csv(folder: Path, rows: Sequence[dict[str, Any]], split: str = "eval") -> Path:
    """Write a split as pandas does: nothing for what is missing, True and False."""
    path = folder / f"{split}/reveal_{split}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return folder


def write_json(folder: Path, value: object, split: str = "eval") -> Path:
    """Write a split as JSON."""
    path = folder / f"{split}/reveal_{split}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return folder


def nested(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows as objects: an answer has steps, a step has passages of evidence."""
    answers: dict[tuple[Any, ...], dict[str, Any]] = {}
    steps: dict[tuple[Any, ...], dict[str, Any]] = {}
    for each in rows:
        key = each["question_id"], each["answer_model"], each["answer_id"]
        of_answer = {c: v for c, v in each.items() if c not in _OF_STEP | _OF_EVIDENCE}
        answer = answers.setdefault(key, {**of_answer, "steps": []})
        step_key = *key, each["step_idx"]
        if step_key not in steps:
            steps[step_key] = {c: each[c] for c in each if c in _OF_STEP} | {"evidence": []}
            answer["steps"].append(steps[step_key])
        if each["evidence_id"] is not None:
            passage = {c: each[c] for c in each if c in _OF_EVIDENCE}
            steps[step_key]["evidence"].append(passage)
    return list(answers.values())


def rows_of(chains: Iterable[Chain], **given: Any) -> list[dict[str, Any]]:
    """Return the rows of chains."""
    rows = []
    for chain in chains:
        question, _, model = chain.key.rpartition("/")
        told = " ".join(step.text for step in chain.steps.values())
        of_answer = {"question_id": question, "question": chain.question, "answer_model": model}
        for number, step in chain.steps.items():
            common = {
                **of_answer,
                "full_answer": told,
                "step_idx": number,
                "step": step.text,
                "decontextualized_step": step.alone or None,
                **chain.labels,
                **step.labels,
                **given,
            }
            passages = [seen(n, e.text, e.label, final=e.final) for n, e in step.evidence.items()]
            rows += [row(**common, **passage) for passage in passages or [{}]]
    return rows
