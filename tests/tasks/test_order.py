"""With `order: prefix` records whose contexts begin alike stand next to each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.audit.damaging import rewrite
from tests.audited import untrue
from tests.tasks.choosing import write_chosen
from tests.tasks.needles.releases import files, write_recipe

Rows = list[dict[str, Any]]
GAINS = "needle_multi_key_en"
"""Two of its windows of running text begin alike, and stand apart in the plan."""
NAMES = (GAINS, "needle_unanswerable_en", "hotpotwikiqa_mixup")
PREFIX = {"order": "prefix"}
FIRST_WORDS = 30
"""Characters: two texts may begin with the same words."""


def build(folder: Path, name: str, *, changes: Any = PREFIX, **options: Any) -> Path:
    """Build a recipe at two small levels from the sample world."""
    path = write_recipe(folder, name, **(changes or {}))
    lvbuild.build(path, folder / "release", **{"sample": True, "workers": 1, **options})
    return folder / "release"


def rows(release: Path, part: str, name: str, level: str = "4k") -> Rows:
    text = (release / part / f"{name}_{level}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def shared(contexts: Sequence[str]) -> list[int]:
    return [common(*pair) for pair in pairwise(contexts)]


def common(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_have_the_most_in_common(tmp_path: Path, name: str) -> None:
    ordered, planned = build(tmp_path / "a", name), build(tmp_path / "b", name, changes=None)
    for level in ("4k", "8k"):
        told, plain = (rows(each, "provenance", name, level) for each in (ordered, planned))
        places = [each.pop("place") for each in told]
        assert told == [plain[place] for place in places]
        held, others = (rows(each, "data", name, level) for each in (ordered, planned))
        assert held == [others[place] for place in places]
        contexts = [each["context"] for each in held]
        beside = shared(contexts)
        # Two records that stand apart have no more in common than any two neighbours between them.
        for first, last in combinations(range(len(contexts)), 2):
            between = min(beside[first:last])
            assert common(contexts[first], contexts[last]) <= between + FIRST_WORDS
        before = shared([each["context"] for each in others])
        gained = sum(beside) - sum(before)
        assert gained > (500 if name == GAINS else -FIRST_WORDS)
    assert untrue(ordered) == []
    lvbuild.verify(ordered, rebuild=True)


def test_parts_of_a_build_come_to_the_same_bytes(tmp_path: Path) -> None:
    name = "needle_multi_query_en"
    whole = files(build(tmp_path / "whole", name))
    assert files(build(tmp_path / "two", name, workers=2)) == whole
    assert files(build(tmp_path / "8k", name, levels=["8k"])).items() <= whole.items()
    shards = [build(tmp_path / f"{n}", name, shard=f"{n}/2") for n in range(2)]
    lvbuild.merge(shards, tmp_path / "merged")
    assert files(tmp_path / "merged") == whole


def test_a_limit_gives_the_records_that_it_gives_in_the_order_of_the_plan(tmp_path: Path) -> None:
    name = "needle_multi_query_en"
    few = build(tmp_path / "a", name, limit=5)
    plain = build(tmp_path / "b", name, changes=None, limit=5)
    ids, others = ({one["_id"] for one in rows(each, "data", name)} for each in (few, plain))
    assert ids == others
    assert untrue(few) == []


@pytest.mark.parametrize("limit", [None, 6])
def test_multiple_choice_keeps_its_letters(tmp_path: Path, limit: int | None) -> None:
    found = []
    for changes in ({}, PREFIX):
        path = write_chosen(tmp_path / str(len(changes)), "needle_multi_key_en", **changes)
        out = path.parent / "release"
        lvbuild.build(path, out, sample=True, workers=1, limit=limit)
        found.append(rows(out, "data", "needle_multi_key_en"))
    assert sorted(map(str, found[0])) == sorted(map(str, found[1]))
    assert found[0] != found[1]
    assert untrue(out) == []


def test_an_audit_finds_a_record_that_stands_apart_and_places_of_no_plan(tmp_path: Path) -> None:
    name = GAINS
    release = build(tmp_path, name, levels=["4k"])
    beside = shared([each["context"] for each in rows(release, "data", name)])
    first = beside.index(max(beside))

    def move(records: Rows, told: Rows) -> None:
        for each in (records, told):
            each.insert(0, each.pop(first))

    def double(_: Rows, told: Rows) -> None:
        told[0]["place"] = told[1]["place"]

    assert untrue(release) == []
    rewrite(release, f"{name}_4k", double)
    assert any("neighbours" in each for each in untrue(release))
    release = build(tmp_path / "moved", name, levels=["4k"])
    rewrite(release, f"{name}_4k", move)
    found = untrue(release)
    assert found
    assert all("neighbours" in each for each in found)
