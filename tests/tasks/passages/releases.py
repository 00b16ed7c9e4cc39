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


def check(record: Seen, name: str) -> None:
    """Hold a record's answer against its passages."""
    found, told = passages(record), record.provenance["passages"]
    distinct = set(found.values())
    documents = [passage["document_id"] for passage in told]
    assert len(set(documents)) == len(set(zip(documents, found.values(), strict=True)))
    assert len(set(documents)) == len(distinct)
    [answer] = record.fields["answers"]
    if name in COUNTS:
        assert answer == str(len(distinct))
        assert 0.28 <= int(answer) / len(found) <= 1
        return
    [described] = [
        called
        for called, passage in zip(found, told, strict=True)
        if passage["role"] == "supporting"
    ]
    assert answer == described
    assert record.fields["answer_keywords"] == described.split()[1]
    assert len(distinct) == len(found)
