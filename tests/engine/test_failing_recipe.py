"""A recipe that cannot be built takes nothing from the one before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import BuildError
from tests.tasks.small_mixup import write_mixup


@pytest.mark.parametrize("workers", [1, 2])
def test_the_recipe_before_a_failing_one_is_written_whole(tmp_path: Path, workers: int) -> None:
    good = write_mixup(tmp_path / "good", name="good")
    bad = write_mixup(tmp_path / "bad", name="bad", answer_limit=1, metric="f1", count=3)
    bad.write_text(bad.read_text(encoding="utf-8").replace("multi_hop_qa", "multi_doc_qa"))
    out = tmp_path / "release"
    with pytest.raises(BuildError, match="bad: no question can be asked"):
        lvbuild.build([good, bad], out, sample=True, workers=workers)
    assert sorted(path.name for path in (out / "data").iterdir()) == [
        f"good_{level}k.jsonl" for level in (2, 4, 8)
    ]
    lvbuild.build(good, out, sample=True, workers=workers)
    lvbuild.verify(out)
