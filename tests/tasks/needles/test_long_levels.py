"""Needle tasks at all their levels, from the sample world and from real books."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from lvbuild.recipe import load_recipe
from tests.tasks.needles.following import answers
from tests.tasks.needles.releases import NAMES, Seen, build, coined, records
from tests.tasks.needles.test_contract import asked_depths

_ENDED = re.compile(r"(?:^|\n|[.!?。．！？…][\"'”’」』）)\]_*`~-]*)\s*$")
"""Before a fact: the end of a sentence, with the marks that books close quotations by."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", NAMES)
def test_all_levels_from_the_sample_world(tmp_path: Path, name: str) -> None:
    walk(tmp_path, name, sample=True)


@pytest.mark.parametrize("name", NAMES)
def test_all_levels_from_real_books(shared_corpora: Path, tmp_path: Path, name: str) -> None:
    walk(tmp_path, name, sample=False, corpora=shared_corpora)


def walk(folder: Path, name: str, **source: Any) -> None:
    """Build few records of all levels and check each."""
    levels = load_recipe(name).recipe.levels
    release = build(folder, name, changes={"levels": list(levels)}, **source)
    for level in levels:
        found = records(release, name, level)
        far = [off for record in found for off in check(record, name, len(found)) if off > 0.0101]
        # Tables of contents are all that has no end of a sentence for so long.
        assert max(far, default=0) <= 0.05
        assert len(far) <= 0.05 * sum(len(record.facts) for record in found)
    shutil.rmtree(release)


def check(record: Seen, name: str, count: int) -> list[float]:
    """Check a record; return how far its facts are off their depths."""
    unit = str.split if name.endswith("en") else list
    texts = [record.input, record.context, *record.fields["answers"]]
    length = sum(len(unit(text)) for text in texts)
    level = 1_000 * int(record.provenance["level"].removesuffix("k"))
    assert record.fields["length"] == length
    assert abs(length - level) <= level * 0.005
    assert set(record.fields["answers"]) == answers(name, record.input, record.facts)
    folded = " ".join(record.background.casefold().split())
    for fact, told in zip(record.facts, record.provenance["facts"], strict=True):
        assert record.context.count(fact) == 1
        assert between_sentences(record, told["span"])
        assert not [word for word in coined(name, fact) if word.casefold() in folded]
    depths = [told["depth"] for told in record.provenance["facts"]]
    asked = sorted(asked_depths(record, name, count))
    return [abs(depth - wanted) for depth, wanted in zip(depths, asked, strict=True)]


def between_sentences(record: Seen, span: tuple[int, int]) -> bool:
    start, _ = span
    return bool(_ENDED.search(record.context[max(start - 20, 0) : start]))


@pytest.mark.parametrize("name", ["needle_multi_key_en", "needle_multi_key_zh"])
def test_of_ten_thousand_needles_none_stands_inside_a_sentence(
    shared_corpora: Path, tmp_path: Path, name: str
) -> None:
    changes = {"count": 200, "decoys": 49, "keys": "uuids", "levels": ["64k"]}
    release = build(tmp_path, name, changes=changes, sample=False, corpora=shared_corpora)
    found = records(release, name, "64k")
    spans = [(r, told["span"]) for r in found for told in r.provenance["facts"]]
    assert len(spans) == 10_000
    inside = [r.context[start - 60 : start] for r, (start, _) in spans if not _between(r, start)]
    assert inside == []


def _between(record: Seen, start: int) -> bool:
    return between_sentences(record, (start, start))
