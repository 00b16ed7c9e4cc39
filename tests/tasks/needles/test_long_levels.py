"""Needle tasks at all their levels, from the sample world and from real books."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lvbuild.recipe import load_recipe
from tests.audited import untrue
from tests.tasks.needles.releases import build, check, records

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]
REAL = (
    "needle_chained_zh",
    "needle_grid_en",
    "needle_multi_value_zh",
    "needle_no_overlap_en",
    "needle_two_hop_zh",
    "needle_unanswerable_en",
)
"""One of each mechanism."""


@pytest.mark.parametrize("name", ["needle_multi_key_zh", "needle_two_hop_en"])
def test_all_levels_from_the_sample_world(tmp_path: Path, name: str) -> None:
    walk(tmp_path, name, load_recipe(name).recipe.levels, sample=True)


@pytest.mark.parametrize("name", REAL)
def test_levels_from_real_books(shared_corpora: Path, tmp_path: Path, name: str) -> None:
    walk(tmp_path, name, ("16k", "256k"), sample=False, corpora=shared_corpora)


def walk(folder: Path, name: str, levels: Sequence[str], **source: Any) -> None:
    """Build few records of levels and check each."""
    release = build(folder, name, changes={"levels": list(levels)}, **source)
    for level in levels:
        found = records(release, name, level)
        far = [off for record in found for off in check(record, name, len(found)) if off > 0.0101]
        # Tables of contents are all that has no end of a sentence for so long.
        assert max(far, default=0) <= 0.05
        assert len(far) <= 0.05 * sum(len(record.facts) for record in found)
    assert untrue(release) == []
    shutil.rmtree(release)
