"""Every recipe of LongBench, FanOutQA and Reveal at 16k, at 64k and in ranges of lengths."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lvbuild
from lvbuild.recipe import load_recipe, metrics, shipped_recipes
from tests.audited import untrue
from tests.builds import hashes

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]

FAMILIES = ("longbench", "fanoutqa", "reveal")
NAMES = [name for name in shipped_recipes() if load_recipe(name).recipe.family in FAMILIES]
FILLING = [name for name in NAMES if not load_recipe(name).recipe.fills_none]
RANGES = ["0-4k", "4-8k", "8k+"]
LIMIT = 3


def records_of(release: Path) -> dict[str, str]:
    """Hash the files of records and provenance."""
    found = hashes(release)
    return {path: found[path] for path in found if path.startswith(("data/", "provenance/"))}


def write_gold(release: Path, folder: Path) -> None:
    """Write the expected answers of a release's records as a model's predictions."""
    opened = lvbuild.open_release(release)
    folder.mkdir()
    for name in opened.configurations:
        metric = load_recipe(opened.configuration(name).recipe).recipe.metric
        every = metrics[metric].answers == "all"
        lines = [
            {
                "_id": record.provenance["_id"],
                "pred": "; ".join(record.content.answers[: None if every else 1]),
            }
            for record in opened.records(name)
        ]
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("levels", [["16k", "64k"], RANGES], ids=["levels", "ranges"])
def test_a_recipe_builds_alike_audits_clean_and_is_answered_by_its_answers(
    name: str, levels: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filling = name in FILLING
    if levels is RANGES and not filling:
        pytest.skip("its contexts fill no levels")
    release = tmp_path / "release"
    chosen = levels if filling else None
    lvbuild.build(name, release, levels=chosen, sample=True, limit=LIMIT, workers=2)
    if levels is not RANGES:
        monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")  # what was kept gives what is made
    lvbuild.build(name, tmp_path / "again", levels=chosen, sample=True, limit=LIMIT, workers=1)
    assert records_of(tmp_path / "again") == records_of(release)
    opened = lvbuild.open_release(release)
    assert len(opened.configurations) == (len(levels) if filling else 1)
    asked: dict[str, list[tuple[str, ...]]] = {}
    for each in opened.configurations:
        records = list(opened.records(each))
        level = opened.configuration(each).level
        assert len(records) == LIMIT
        asked[each] = [record.content.answers for record in records]
        for record in records if filling else ():
            assert level.size * 0.995 <= record.content.length + level.span
            assert record.content.length <= level.size * 1.005
    # So labels have the same shares at all levels.
    assert len({*map(str, asked.values())}) == 1
    assert untrue(release) == []
    write_gold(release, tmp_path / "gold")
    assert {each.score for each in lvbuild.score_release(release, tmp_path / "gold")} == {100.0}
