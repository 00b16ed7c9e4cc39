"""A small release of a mixup whose supporting documents end with a mark, beside one of a needle."""

from __future__ import annotations

import json
from pathlib import Path

import lvbuild
from tests.builds import write_books, write_recipe
from tests.tasks.small_world import book

RECIPE = """\
name: marked
title: Who hid which key
task: single_hop_qa
language: en
licence: MIT
questions:
  - name: hidden
    format: jsonl
    licence: MIT
    fields: {id: qid, question: query, answers: "answers[]", documents: text}
distractors: [{name: prose, format: text, licence: MIT}]
count: 15
levels: [1k, 2k]
unit: words
metric: f1
prompt: "{context} {input}"
"""
MARKED, NEEDLE = "marked_1k", "tiny_1k"


def write_marked(folder: Path) -> Path:
    """Write the recipe marked.yaml and its corpora into a folder; return the recipe's path."""
    records = [
        {
            "qid": number,
            "query": f"Who hid key number {number}?",
            "answers": [f"Ada Stone {number}"],
            "text": f"{book(number, 40)} Ada Stone {number} hid key number {number} here.※",
        }
        for number in range(15)
    ]
    for name in ("hidden", "prose"):
        (folder / "corpora" / name).mkdir(parents=True)
    lines = [json.dumps(record) + "\n" for record in records]
    (folder / "corpora/hidden/a.jsonl").write_text("".join(lines), encoding="utf-8")
    for seed in range(60):
        text = book(100 + seed, 60)
        (folder / f"corpora/prose/{seed}.txt").write_text(text, encoding="utf-8")
    path = folder / "marked.yaml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


def build_marked(folder: Path) -> Path:
    """Build both recipes at 1k into a folder's `release`; its corpora are in `corpora`."""
    recipes = [write_marked(folder), write_recipe(folder, count=3)]
    corpora = write_books(folder / "corpora")
    lvbuild.build(recipes, folder / "release", levels="1k", corpora=corpora, workers=1)
    return folder / "release"
