"""A release that asks for towns, with words for two variants."""

from __future__ import annotations

import json
from pathlib import Path

import lvbuild

TOWNS = ["Ashby", "Brill", "Corley", "Denham", "Elmley", "Fenton"]
NEW = ["Wessel", "Morrick", "Tarling"]
FIXED = TOWNS[0]
RECIPE = """\
name: towns
title: Towns
task: single_hop_qa
language: en
licence: MIT
questions: [hotpotqa]
distractors: [hotpotqa]
count: 6
levels: [2k, 4k]
unit: words
replacements: true
metric: f1
prompt: "{context} {input}"
"""


def told(town: str, number: int) -> list[str]:
    """Return the sentences of an article on a town."""
    rest = (f" {town} keeps {n} sheep on hill {n * (number + 3)} by custom." for n in range(9))
    bridge = f" In {1700 + number} {town}'s bridge was built by the mason Quill of {town}."
    return [f"{town} is a town in England.", bridge, *rest]


def build_towns(folder: Path) -> Path:
    """Write a recipe with two alternatives a row and its corpus; build its release `v0`."""
    texts = {town: told(town, n) for n, town in enumerate(TOWNS)}
    texts |= {f"Village{n}": told(f"Village{n}", n) for n in range(60)}
    asked = [
        {
            "_id": town,
            "question": "Of which town was the mason Quill?" if town else "",
            "answer": town,
            "context": [[title, sentences] for title, sentences in texts.items()],
            "supporting_facts": [[town, 1]],
        }
        for town in TOWNS
    ]
    (folder / "corpora/hotpotqa").mkdir(parents=True)
    (folder / "corpora/hotpotqa/hotpot_dev_distractor_v1.json").write_text(json.dumps(asked))
    tables = folder / "annotations/towns"
    tables.mkdir(parents=True)
    with (tables / "replacements.jsonl").open("w") as file:
        for number, town in enumerate(TOWNS):
            words = [f"{new}{'abcdef'[number]}" for new in NEW]
            row = {"original": town, "replacement": words[0], "alternatives": words[1:]}
            if town == FIXED:
                row = {
                    "original": "mason",
                    "replacement": "baker",
                    "alternatives": ["smith", "cook"],
                }
            kind = "term" if town == FIXED else "place"
            row |= {"question_id": f"hotpotqa:{town}", "kind": kind}
            file.write(json.dumps({**row, "status": "draft", "annotator": "Ann"}) + "\n")
    (folder / "towns.yaml").write_text(RECIPE)
    lvbuild.build(folder / "towns.yaml", folder / "v0", corpora=folder / "corpora", workers=1)
    return folder / "v0"
