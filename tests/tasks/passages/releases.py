"""Small releases of the recipes over numbered passages, and what their contexts hold."""

from __future__ import annotations

import re

from lvbuild.recipe import shipped_recipes
from tests.tasks.needles.releases import Seen

NAMES = [name for name in shipped_recipes() if name.startswith("passage_")]
COUNTS = [name for name in NAMES if "count" in name]
RETRIEVALS = [name for name in NAMES if "retrieval" in name]
HEADINGS = {"en": "Passage", "zh": "文章"}


def passages(record: Seen) -> dict[str, str]:
    """Split a context at its headings; return the passages by what they are called."""
    word = HEADINGS[record.fields["language"]]
    parts = re.split(rf"^### ({word} \d+)\n", record.context, flags=re.MULTILINE)
    assert parts[0] == ""
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert list(texts) == [f"{word} {number}" for number in range(1, len(texts) + 1)]
    assert all(text.endswith("\n") and text.strip() == text[:-1] for text in texts.values())
    return {name: text[:-1] for name, text in texts.items()}
