"""Shipped recipes as multiple choice, in the layout of LongBench v2."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.tasks.needles.releases import write_recipe

LETTERS = "ABCD"
CHOSEN: dict[str, Any] = {
    "layout": "longbench_v2",
    "metric": "label",
    "labels": [*LETTERS],
    "prompt": "{context} {question} {choice_A} {choice_B} {choice_C} {choice_D}",
    "answer_keywords": False,
    **dict.fromkeys(("keyword_recall", "blacklist", "answers", "words")),
}


def write_chosen(folder: Path, name: str, **changes: object) -> Path:
    """Write a shipped recipe whose answers are chosen from several; return its path."""
    return write_recipe(folder, name, **{**CHOSEN, **changes})
