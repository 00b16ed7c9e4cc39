"""A recipe of one question whose texts and rows a test writes, and what check tells of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import lvbuild
from tests.rules.small_tables import RECIPE, Row

_BY = {"status": "draft", "annotator": "test"}
_ID = "hotpotqa:q"
_FILLER = {
    "en": "Nothing of note is told of the {n} hills behind the coast, where goats graze among low"
    " walls and the wind comes up from the sea in the afternoon.",
    "zh": "海边的第{n}片丘陵没有什么可说的，羊群在矮墙之间吃草，"
    "下午的时候风从海面上吹过来，晒着渔网的院子很安静。",
}


class Told(NamedTuple):
    """A finding: the table and line of the row, the rule, how grave it is."""

    table: str
    line: int
    rule: str
    severity: str


class Asked(NamedTuple):
    """A question with its supporting text, other texts, and its rows."""

    language: str
    question: str
    answer: str
    text: str
    pool: Sequence[str] = ()
    rows: Mapping[str, Sequence[Row]] = {}

    def given(self, table: str, *rows: Row) -> Asked:
        """Return the question with these rows instead of its own."""
        return self._replace(rows={**self.rows, table: rows})

    def added(self, table: str, *rows: Row) -> Asked:
        """Return the question with more rows."""
        return self.given(table, *self.rows.get(table, ()), *rows)


def pair(original: str, replacement: str, *alternatives: str, kind: str = "person") -> Row:
    """Return a row of replacements."""
    words = {"original": original, "replacement": replacement, "alternatives": alternatives}
    return {**words, "kind": kind, **_BY}


def fact(text: str, subject: str) -> Row:
    """Return a row of confusing facts."""
    return {"fact": text, "subject": subject, **_BY}


def keywords(text: str) -> Row:
    """Return a row of answer keywords."""
    return {"keywords": text, **_BY}


def told(folder: Path, asked: Asked) -> list[Told]:
    """Write the recipe, its corpus and its tables, and check them."""
    language = asked.language
    unit = "words" if language == "en" else "characters"
    sources = "questions: [hotpotqa]\ndistractors: [hotpotqa]"
    recipe = {"name": "one", "task": "multi_hop_qa", "language": language, "unit": unit}
    (folder / "one.yaml").write_text(RECIPE.format(**recipe, sources=sources), "utf-8")
    tables: dict[str, Sequence[Row]] = {"selection": [{}], **asked.rows}
    for name in ("selection", "answer_keywords", "confusing_facts", "replacements"):
        path = folder / f"annotations/one/{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = [{"question_id": _ID, **row} for row in tables.get(name, ())]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    filler = [_FILLER[language].format(n=n) for n in range(4)]
    texts = [asked.text, *asked.pool, *filler]
    context: list[Any] = [[f"T{n}", [text]] for n, text in enumerate(texts)]
    question = {"_id": "q", "question": asked.question, "answer": asked.answer}
    record = {**question, "context": context, "supporting_facts": [["T0", 0]]}
    path = folder / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([record]), "utf-8")
    found = lvbuild.check(folder / "one.yaml", corpora=folder / "corpora")
    return [Told(Path(f.file).stem, f.line, f.rule, f.severity) for f in found]


ENGLISH = Asked(
    "en",
    "Beside which river stands the mill where the baker Ada Stone was born?",
    "Tamble",
    "Ada Stone was a baker of Kent. She was born in May 1887 at an old mill, which stands beside"
    " the river Tamble and was built by monks for the abbey of the town.",
    rows={
        "answer_keywords": [keywords("Tamble")],
        "confusing_facts": [
            fact("The baker Rosa Quint was born in a mill beside the river Orwell.", "Rosa Quint")
        ],
        "replacements": [
            pair("Ada Stone", "Eve Orrin", "Ida Poell"),
            pair("Tamble", "Wissel", "Morrick", kind="place"),
        ],
    },
)
CHINESE = Asked(
    "zh",
    "画家齐木生出生在哪个镇？",
    "白石镇",
    "画家齐木生出生在白石镇的一间米铺里，他的父亲是一名木匠，母亲在镇上教书，一家人后来搬到省城居住。",
    rows={
        "answer_keywords": [keywords("白石镇")],
        "confusing_facts": [fact("画家罗晚秋出生在清溪镇的一间药铺里。", "罗晚秋")],
        "replacements": [
            pair("齐木生", "卢岫云", "阮砚秋"),
            pair("白石镇", "翠岚镇", "绛溪镇", kind="place"),
        ],
    },
)
