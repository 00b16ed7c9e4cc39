"""A build holds little of what long records are made of."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

import lvbuild


@pytest.mark.slow
@pytest.mark.parametrize(("recipe", "most"), [("factrecall_en", 4.5), ("hotpotwikiqa_mixup", 11)])
def test_memory_grows_by_little_with_the_length_of_records(
    tmp_path: Path, recipe: str, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")

    def build(level: str) -> tuple[int, int]:
        """Return the bytes of a record, and the most that were held."""
        tracemalloc.start()
        try:
            out = tmp_path / level
            lvbuild.build(recipe, out, levels=level, sample=True, limit=2, workers=1)
            return (out / f"data/{recipe}_{level}.jsonl").stat().st_size // 2, (
                tracemalloc.get_traced_memory()[1]
            )
        finally:
            tracemalloc.stop()

    build("16k")  # modules are loaded
    (short, least), (long, held) = build("512k"), build("1024k")
    assert (held - least) / (long - short) < most
