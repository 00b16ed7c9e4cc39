"""Needle tasks come to other bytes by seed or variant, and to what is planned."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError
from tests.tasks.needles.releases import build, records, write_recipe

Released = Callable[[str], Path]


@pytest.mark.parametrize("options", [{"seed": 1}, {"variant": "x"}], ids=["seed", "variant"])
@pytest.mark.parametrize("name", ["needle_single_en", "needle_no_overlap_zh"])
def test_another_seed_or_variant_asks_with_other_words(
    released: Released, tmp_path: Path, name: str, options: dict[str, Any]
) -> None:
    other = build(tmp_path, name, levels=["4k"], **options)
    one, two = (
        {answer for record in records(release, name, "4k") for answer in record.fields["answers"]}
        for release in (released(name), other)
    )
    assert len(one) == len(two)
    assert not one & two


def test_a_release_holds_its_data_card_with_what_it_shares_with_others(
    released: Released, tmp_path: Path
) -> None:
    name = "needle_single_en"
    held = (released(name) / f"inputs/{name}/data_cards/{name}.md").read_text(encoding="utf-8")
    assert "The background is whole books of PG-19" in held
    assert "{{shared" not in held
    cards = tmp_path / "data_cards"
    cards.mkdir()
    (cards / f"{name}.md").write_text("Mine.\n\n{{shared/none}}\n")
    with pytest.raises(UsageError, match=r"shared/none\.md: the data card cannot be read"):
        build(tmp_path, name, levels=["4k"])


def test_a_level_beyond_the_recipes_own_has_the_same_questions(
    released: Released, tmp_path: Path
) -> None:
    name = "needle_multi_query_en"
    beyond = records(build(tmp_path, name, levels=["16k"]), name, "16k")
    own = records(released(name), name, "8k")
    assert [one.input for one in beyond] == [one.input for one in own]


def test_the_plan_tells_the_same_depths_and_lengths(released: Released, tmp_path: Path) -> None:
    name = "needle_multi_key_zh"
    [planned] = lvbuild.plan(write_recipe(tmp_path, name), sample=True, levels="8k")
    found = records(released(name), name, "8k")
    [level] = planned.levels
    assert list(level.lengths) == [record.fields["length"] for record in found]
    for depths, others, record in zip(level.depths, level.confusing, found, strict=True):
        told = record.provenance["facts"]
        assert list(depths) == [one["depth"] for one in told if one["kind"] == "needle"]
        assert list(others) == [one["depth"] for one in told if one["kind"] == "decoy"]
    assert level.bytes == (released(name) / f"data/{name}_8k.jsonl").stat().st_size
    json.dumps(planned.as_dict())
