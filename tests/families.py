"""A recipe of each family, each small."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup

ENGLISH, CHINESE = SAMPLED = ("mixed", "factrecall_zh")
OTHERS = ("needle_multi_key_zh", "passage_retrieval_en", "passage_count_zh")
CHOICES: dict[str, Any] = {"levels": ["4k", "8k"], "sample": True, "limit": 8, "seed": 7}


def write_families(folder: Path) -> Sequence[Path]:
    """Write the recipes of small ones; return their paths."""
    return [
        write_mixup(folder, task="single_hop_qa"),
        *(write_recipe(folder, name) for name in (CHINESE, *OTHERS)),
    ]
