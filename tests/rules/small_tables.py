"""Three small recipes whose tables break no rule, with the corpora they are held against."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lvbuild.corpora.reading.loading import digest

Row = dict[str, Any]

RECIPE = """\
name: {name}
title: A recipe of mine
task: {task}
language: {language}
licence: MIT
{sources}
count: 5
levels: [1k]
unit: {unit}
confusing_facts: 1
answer_keywords: true
replacements: true
metric: f1_keywords
prompt: "{{context}} {{input}}"
"""
_BY = {"status": "draft", "annotator": "test"}


def row(question_id: str = "hotpotqa:ada", **fields: object) -> Row:
    """Return a row that a test wrote."""
    return {"question_id": question_id, **fields, **_BY}


def pair(
    original: str,
    replacement: str,
    *alternatives: str,
    kind: str = "term",
    question_id: str = "hotpotqa:ada",
) -> Row:
    """Return a row of replacements."""
    words = {"original": original, "replacement": replacement, "alternatives": alternatives}
    return {**row(question_id, kind=kind), **words}


def fact(
    text: str, subject: str = "Rosa Quint", question_id: str = "hotpotqa:ada", **fields: str
) -> Row:
    """Return a row of confusing facts."""
    return row(question_id, fact=text, subject=subject, **fields)


def document_id(title: str) -> str:
    """Return the id of a paragraph of the small HotpotQA, which upstream gives none."""
    return f"hotpotqa:{digest(title, _PARAGRAPHS[title])}"


def needle(name: str = "salt", **fields: object) -> Row:
    """Return a row of needles: Ann Lee hid the salt."""
    told = {
        "id": name,
        "fact": "In the cellar Ann Lee hid the salt of the abbey.",
        "question": "Who hid the salt of the abbey in the cellar?",
        "answers": ["Ann Lee"],
        "keywords": "Ann Lee",
    }
    return {**told, **_BY, **fields}


def written(name: str = "toll", **fields: object) -> Row:
    """Return a row of questions: who built the mill."""
    told = {
        "id": name,
        "document_id": document_id("Corran Mill"),
        "question": "For which house was Corran Mill built by monks?",
        "answers": ["the abbey of the town"],
        "evidence": ["built by monks in 1402 for the abbey of the town"],
    }
    return {**told, **_BY, **fields}


ENGLISH: Mapping[str, Sequence[Row]] = {
    "selection": [{"question_id": "hotpotqa:ada"}, {"question_id": "hotpotqa:port"}],
    "questions": [],
    "answer_keywords": [
        row(keywords="Tamble"),
        row("hotpotqa:port", keywords="Harrow"),
    ],
    "confusing_facts": [
        fact("The baker Rosa Quint was born in a mill that stands beside the river Orwell."),
        fact("The largest haven of the island of Orl is Bray.", "Bray", "hotpotqa:port"),
    ],
    "replacements": [
        {**pair("Ada Stone", "Eve Orrin", "Ida Poell", kind="person"), "entity": "Ada Stone"},
        {**pair("Stone", "Orrin", "Poell", kind="person"), "entity": "Ada Stone"},
        pair("Tamble", "Wissel", "Morrick", kind="place"),
    ],
}
CHINESE: Mapping[str, Sequence[Row]] = {
    "answer_keywords": [row("cmrc2018:Q", keywords="白石镇")],
    "confusing_facts": [
        fact("画家罗晚秋出生在清溪镇的一间药铺里。", "罗晚秋", question_id="cmrc2018:Q"),
    ],
    "replacements": [
        pair("齐木生", "卢岫云", "阮砚秋", kind="person", question_id="cmrc2018:Q"),
        pair("白石镇", "翠岚镇", "绛溪镇", kind="place", question_id="cmrc2018:Q"),
    ],
}
NEEDLES: Mapping[str, Sequence[Row]] = {
    "needles": [needle()],
    "confusing_facts": [
        fact(
            "In the attic Bob Ray hid the flour of the abbey.", "Bob Ray", question_id="needle:salt"
        )
    ],
    "replacements": [
        pair("Ann Lee", "Eve Orrin", "Ida Poell", kind="person", question_id="needle:salt")
    ],
}
TABLES = {"english": ENGLISH, "chinese": CHINESE, "needles": NEEDLES}

_RECIPES = {
    "english": {
        "task": "multi_hop_qa",
        "language": "en",
        "sources": "questions: [hotpotqa]\ndistractors: [hotpotqa]",
        "unit": "words",
    },
    "chinese": {
        "task": "single_hop_qa",
        "language": "zh",
        "sources": "questions: [cmrc2018]\ndistractors: [cmrc2018]",
        "unit": "characters",
    },
    "needles": {
        "task": "fact_recall",
        "language": "en",
        "sources": "haystack: pg19",
        "unit": "words",
    },
}
_PARAGRAPHS = {
    "Ada Stone": "Ada Stone was a baker of Kent. Stone was born at Corran Mill in May 1887 and"
    " learned to bake bread of rye from the Kentish women there.",
    "Corran Mill": "Corran Mill is an old mill for rye. It stands beside the river Tamble and was"
    " built by monks in 1402 for the abbey of the town, which sold its bread.",
    "Port Harrow": "Port Harrow is the largest haven of the island of Mell, and the only one that"
    " ships of more than forty tons can enter at any tide of the year.",
    "Quillan": "Seven fairs are held in the town each year. "
    + "The fair of Quillan is loud. " * 21,
    "Fairs": "Of the fairs of Mell the one at Newport is the smallest, and the oldest of all, for"
    " it was held when the island had neither bridge nor church.",
}
_QUESTIONS = {
    "ada": (
        "Beside which river stands the mill where the baker Ada Stone was born?",
        "Tamble",
        ["Ada Stone", "Corran Mill"],
    ),
    "port": ("Which is the largest haven of the island of Mell?", "Harrow", ["Port Harrow"]),
    "mill": ("Who built the old mill of Corran?", "monks", ["Corran Mill"]),
    "lost": ("Which fair is the loudest?", "Quillan", []),
}
_CHINESE_PARAGRAPHS = {
    "P1": "画家齐木生出生在白石镇的一间米铺里，"
    "他的父亲是一名木匠，母亲在镇上教书，一家人于1911年搬到省城。",
    "P2": "东北大学的图书馆藏有许多旧画，其中一幅画的是冬天的河流，"
    "另一幅画的是一座山，据说都是本地人所作。",
}


def write_world(folder: Path, **tables: Sequence[Row | str]) -> None:
    """Write the recipes, their corpora and their tables; a row that is a text is written as is.

    A table that is given, such as `english_replacements`, takes the place of the usual one.
    """
    for name, usual in TABLES.items():
        (folder / f"{name}.yaml").write_text(RECIPE.format(name=name, **_RECIPES[name]), "utf-8")
        (folder / "annotations" / name).mkdir(parents=True)
        for table, rows in usual.items():
            lines = tables.get(f"{name}_{table}", rows)
            written = [
                r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in lines
            ]
            path = folder / "annotations" / name / f"{table}.jsonl"
            content = "".join(f"{line}\n" for line in written)
            path.write_bytes(content.encode(errors="surrogateescape"))
    _write_corpora(folder / "corpora")


def _write_corpora(corpora: Path) -> None:
    context = [[title, [text]] for title, text in _PARAGRAPHS.items()]
    hotpotqa = [
        {
            "_id": name,
            "question": question,
            "answer": answer,
            "context": context,
            "supporting_facts": [[title, 0] for title in titles],
        }
        for name, (question, answer, titles) in _QUESTIONS.items()
    ]
    asked = {"query_id": "Q", "query_text": "画家齐木生出生在哪个镇？", "answers": ["白石镇"]}
    cmrc = [
        {"context_id": name, "context_text": text, "title": "", "qas": [asked][: name == "P1"]}
        for name, text in _CHINESE_PARAGRAPHS.items()
    ]
    _write(corpora / "hotpotqa/hotpot_dev_distractor_v1.json", hotpotqa)
    _write(corpora / "cmrc2018/cmrc2018_dev.json", cmrc)
    (corpora / "pg19").mkdir(parents=True)
    (corpora / "pg19/1.txt").write_text(
        "Newport was still asleep. The old boat lay there.\n\n" * 200
    )


def _write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
