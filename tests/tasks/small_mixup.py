"""A mixup small enough to be built in a moment from the sample world."""

from __future__ import annotations

from pathlib import Path

MIXUP = """\
name: mixed
title: A small mixup for tests
task: multi_hop_qa
language: en
licence: MIT
questions: [hotpotqa]
distractors: [hotpotqa]
count: 20
levels: [2k, 4k, 8k]
unit: words
confusing_facts: 1
answer_keywords: true
replacements: true
metric: f1_keywords
prompt: "{context} {input}"
"""


def write_mixup(folder: Path, more: str = "", **changes: object) -> Path:
    """Write `mixed.yaml`, some of its keys changed; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for line in MIXUP.splitlines() if line.partition(":")[0] not in changes]
    lines += [f"{key}: {value}" for key, value in changes.items()]
    (folder / "mixed.yaml").write_text("\n".join(lines) + "\n" + more, encoding="utf-8")
    return folder / "mixed.yaml"
