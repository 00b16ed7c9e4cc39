"""Ranges of lengths, and levels without distracting text: their records, walked."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.core.model import Level
from lvbuild.errors import UsageError
from tests.audited import untrue
from tests.tasks.needles.releases import files, write_recipe
from tests.tasks.small_mixup import write_mixup
from tests.tasks.test_mixup import QUESTIONS, write_hotpotqa

Row = dict[str, Any]

RANGES = ("0-4k", "4-8k", "8-16k")
EVERY = ("closed", "evidence", *RANGES)
LEVELS = "[0-4k, 4-8k, 8k+, evidence, closed]"
_ONE_IN_A_THOUSAND = 1.95
"""Kolmogorov and Smirnov's distance times the root of the number: evenly drawn ones rarely have it.
"""


def rows(release: Path, name: str, folder: str = "data") -> list[Row]:
    path = release / folder / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def unevenness(numbers: list[int], low: float, high: float) -> float:
    """Return how far numbers are from evenly spread, times the root of how many there are."""
    places = sorted((number - low) / (high - low) for number in numbers)
    count = len(places)
    off = max(max(p - i / count, (i + 1) / count - p) for i, p in enumerate(places))
    return off * sqrt(count)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mixed")
    recipe = write_mixup(folder, levels=LEVELS, count=120)
    lvbuild.build(recipe, folder / "release", sample=True, workers=2)
    return folder / "release"


def test_every_level_asks_the_same_and_the_audit_finds_nothing(mixed: Path) -> None:
    asked = [
        [(each["_id"], each["input"], each["answers"]) for each in rows(mixed, f"mixed_{level}")]
        for level in EVERY
    ]
    assert len(asked[0]) == 120
    assert all(each == asked[0] for each in asked)
    assert untrue(mixed) == []
    assert lvbuild.verify(mixed, rebuild=True).complete


@pytest.mark.parametrize("label", RANGES)
def test_lengths_are_spread_evenly_over_a_range(mixed: Path, label: str) -> None:
    level = Level.parse(label)
    found = [each["length"] for each in rows(mixed, f"mixed_{label}")]
    assert all(level.least <= length <= level.size for length in found)
    # The shortest record of all is what a range that begins at nothing begins at.
    low = level.least or min(found)
    assert unevenness(found, low, level.size) < _ONE_IN_A_THOUSAND


def test_evidence_is_the_supporting_passages_numbered_and_closed_is_empty(mixed: Path) -> None:
    pairs = zip(
        *(rows(mixed, f"mixed_{level}", f) for level in EVERY[:3] for f in ("data", "provenance")),
        strict=True,
    )
    for closed, told_closed, evidence, told, whole, told_whole in pairs:
        assert closed["context"] == ""
        assert closed["confusing_facts"] == evidence["confusing_facts"] == []
        assert told_closed["passages"] == told_closed["facts"] == told["facts"] == []
        texts = [
            whole["context"][slice(*each["span"])]
            for each in told_whole["passages"]
            if each["role"] == "supporting"
        ]
        numbered = (f"### Passage {n}\n{text}\n" for n, text in enumerate(texts, start=1))
        assert evidence["context"] == "".join(numbered)
        assert {each["role"] for each in told["passages"]} == {"supporting"}


def test_ranges_asked_for_stand_for_the_recipes_levels(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path / "recipes", levels="[2k]")
    same = write_mixup(tmp_path / "recipes/same", levels="[0-4k, 4-8k]")
    built = {}
    for name, path, levels in (("asked", recipe, "4k-8k,0-4k"), ("own", same, None)):
        out = tmp_path / name
        lvbuild.build(path, out, sample=True, levels=levels, workers=1)
        built[name] = files(out)
    assert built["asked"] == built["own"]
    assert lvbuild.verify(tmp_path / "asked", rebuild=True).complete
    lvbuild.build(recipe, tmp_path / "asked", sample=True, levels="0-4k,4-8k,closed", workers=1)
    assert lvbuild.verify(tmp_path / "asked", rebuild=True).complete
    for levels in ("4-8k", "2k", None):
        with pytest.raises(UsageError, match="with other --levels"):
            lvbuild.build(recipe, tmp_path / "asked", sample=True, levels=levels, workers=1)


def test_a_range_of_the_recipe_has_the_same_bytes_built_alone(mixed: Path, tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, levels=LEVELS, count=120)
    for level in ("4-8k", "evidence"):
        lvbuild.build(recipe, tmp_path / level, sample=True, levels=level, workers=1)
        [one, other] = (files(each, level) for each in (mixed, tmp_path / level))
        assert one == other


def test_a_question_that_a_range_cannot_hold_is_left_out_of_all(tmp_path: Path) -> None:
    corpora = write_hotpotqa(tmp_path / "corpora")
    [path] = corpora.glob("hotpotqa/*.json")
    asked = json.loads(path.read_bytes())
    asked[3]["question"] = " ".join(["barn"] * 2_500)
    path.write_text(json.dumps(asked))
    recipe = write_mixup(tmp_path, levels="[0-2k, 4-8k, closed]", count=QUESTIONS)
    manifest = lvbuild.build(recipe, tmp_path / "out", corpora=corpora, tables=False, workers=1)
    left_out = {each.question_id: each.reason for each in manifest.recipes["mixed"].left_out}
    assert left_out["hotpotqa:h3"].startswith("without other texts its record already comes to 2,")
    counts = {name.level.label: file.records for name, file in manifest.record_files.items()}
    assert counts == dict.fromkeys(("closed", "0-2k", "4-8k"), QUESTIONS - len(left_out))


@pytest.mark.parametrize("name", ["factrecall_en", "needle_two_hop_zh", "needle_multi_value_en"])
def test_needles_alone_stand_in_the_order_of_the_record(tmp_path: Path, name: str) -> None:
    recipe = write_recipe(tmp_path, name, levels=["2-4k", "4-8k", "evidence", "closed"])
    lvbuild.build(recipe, tmp_path / "out", sample=True, workers=1)
    assert untrue(tmp_path / "out") == []
    lengths = set()
    pairs = zip(
        rows(tmp_path / "out", f"{name}_evidence"),
        rows(tmp_path / "out", f"{name}_2-4k"),
        rows(tmp_path / "out", f"{name}_2-4k", "provenance"),
        strict=True,
    )
    for evidence, whole, told in pairs:
        spans = sorted(each["span"] for each in told["facts"] if each["kind"] == "needle")
        space = "" if name.endswith("zh") else " "
        needles = space.join(whole["context"][slice(*span)] for span in spans)
        assert evidence["context"] == f"{needles}\n"
        lengths.add(whole["length"])
    assert len(lengths) > 12


@pytest.mark.parametrize("name", ["passage_count_en", "passage_retrieval_zh"])
def test_numbered_passages_have_ranges_and_nothing_without_text(tmp_path: Path, name: str) -> None:
    recipe = write_recipe(tmp_path, name, levels=["0-4k", "4-8k"])
    lvbuild.build(recipe, tmp_path / "out", sample=True, workers=1)
    assert untrue(tmp_path / "out") == []
    with pytest.raises(UsageError, match=r"asks about whole contexts.*leave out closed"):
        lvbuild.build(recipe, tmp_path / "no", sample=True, levels="4-8k,closed")


def test_a_twin_has_the_ranges_of_the_full_release(mixed: Path, tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, levels=LEVELS, count=120)
    lvbuild.build(recipe, tmp_path / "twin", sample=True, without="facts", workers=1)
    assert untrue(tmp_path / "twin") == []
    for level in RANGES:
        full = [each["length"] for each in rows(mixed, f"mixed_{level}")]
        twin = [each["length"] for each in rows(tmp_path / "twin", f"mixed_without_facts_{level}")]
        # Of the shortest few passages can be exchanged.
        near = [abs(a - b) <= 0.005 * a for a, b in zip(full, twin, strict=True)]
        assert sum(near) >= 0.98 * len(near)


def test_levels_without_distracting_text_are_no_mean_of_scores(mixed: Path, tmp_path: Path) -> None:
    for level in EVERY:
        lines = [
            json.dumps(
                {"_id": each["_id"], "pred": "" if level == "closed" else each["answers"][0]}
            )
            for each in rows(mixed, f"mixed_{level}")
        ]
        (tmp_path / f"mixed_{level}.jsonl").write_text("\n".join(lines) + "\n")
    found = lvbuild.score_release(mixed, tmp_path)
    assert {each.level.label: each.score for each in found} == {
        "closed": 0,
        **dict.fromkeys(EVERY[1:], 100),
    }
    from lvbuild.score.results import mean_of_levels

    assert mean_of_levels(found) == 100
    assert mean_of_levels([each for each in found if not each.level.has_distractors]) is None
    bare = (each for each in found if not each.level.has_distractors)
    assert all(record.depths == () for each in bare for record in each.records)


def test_a_recipe_has_a_level_with_distracting_text(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, levels="[evidence, closed]")
    with pytest.raises(UsageError, match="name one such as 16k too"):
        lvbuild.load_recipe(recipe)


@pytest.mark.parametrize("levels", ["0-4k,2-6k", "4k,3-5k", "16k,8k+", "2k,0-4k,4-8k", "9k,1-9k"])
def test_levels_that_overlap_hold_no_shorter_ones_and_are_refused_before_all(
    tmp_path: Path, levels: str
) -> None:
    told = r"overlap, so that .*begin each where the one below it ends, or write nested: false"
    recipe = write_mixup(tmp_path, levels="[2k]", count=4)
    with pytest.raises(UsageError, match=told):
        lvbuild.build(recipe, tmp_path / "out", sample=True, levels=levels, workers=1)
    assert not (tmp_path / "out").exists()
    with pytest.raises(UsageError, match=told):
        lvbuild.load_recipe(write_mixup(tmp_path / "own", levels=f"[{levels}]"))
    running = write_recipe(tmp_path / "running", "factrecall_en", levels=["2k"])
    for path, nested in ((recipe, False), (running, None)):
        out = tmp_path / "out"
        lvbuild.build(path, out, sample=True, levels=levels, nested=nested, limit=4, workers=1)
    assert untrue(tmp_path / "out") == []
