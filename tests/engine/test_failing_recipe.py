"""A recipe that cannot be built takes nothing from the one before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import BuildError, MissingCorpusError, UsageError
from tests.builds import write_recipe
from tests.tasks.small_mixup import write_mixup


@pytest.mark.parametrize("workers", [1, 2])
def test_the_recipe_before_a_failing_one_is_written_whole(tmp_path: Path, workers: int) -> None:
    good = write_mixup(tmp_path / "good", name="good", count=3, levels="[2k, 4k]")
    bad = write_mixup(tmp_path / "bad", name="bad", answer_limit=1, metric="f1", count=3)
    bad.write_text(bad.read_text(encoding="utf-8").replace("multi_hop_qa", "multi_doc_qa"))
    out = tmp_path / "release"
    with pytest.raises(BuildError, match="bad: no question can be asked"):
        lvbuild.build([good, bad], out, sample=True, workers=workers)
    assert sorted(path.name for path in (out / "data").iterdir()) == [
        f"good_{level}k.jsonl" for level in (2, 4)
    ]
    lvbuild.build(good, out, sample=True, workers=workers)
    lvbuild.verify(out)


def test_recipes_that_lack_a_corpus_are_named_and_the_others_built(
    tmp_path: Path, small_corpora: Path
) -> None:
    has, out = write_recipe(tmp_path), tmp_path / "release"
    lacks, only = ["cmrc_mixup", "loogle_SD_mixup"], {"corpora": small_corpora, "offline": True}
    with pytest.raises(MissingCorpusError, match=r"corpora: cmrc_mixup, loogle_SD_mixup; miss"):
        lvbuild.build([lacks[0], has, lacks[1]], out, **only)  # type: ignore[arg-type]
    assert lvbuild.verify(out).recipes.keys() == {"tiny"}
    with pytest.raises(MissingCorpusError, match=r"^missing corpora: cmrc2018 .*; loogle"):
        lvbuild.build(lacks, tmp_path / "none", **only)  # type: ignore[arg-type]
    assert not (tmp_path / "none").exists()


def test_a_licence_that_spdx_does_not_know_is_refused(tmp_path: Path, small_corpora: Path) -> None:
    recipe = write_recipe(tmp_path)
    recipe.write_text(recipe.read_text().replace("licence: MIT", "licence: my own"))
    with pytest.raises(UsageError, match=r"licence 'my own' is no SPDX .*LicenseRef"):
        lvbuild.build(recipe, tmp_path / "out", corpora=small_corpora)
