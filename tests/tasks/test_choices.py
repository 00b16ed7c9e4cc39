"""Tasks with answers that are made up: other words by seed or variant, and what is planned."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lvbuild.errors import UsageError
from tests.tasks.needles.releases import build, files, records
from tests.tasks.passages.releases import COUNTS

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
    if "variant" in options:  # it invents another world
        texts = [records(each, name, "4k")[0].background for each in (released(name), other)]
        sentences = re.split(r"[.。]", texts[0])
        assert sum(one in texts[1] for one in sentences) < len(sentences) / 10


def test_a_release_holds_its_data_card_with_what_it_shares_with_others(
    released: Released, tmp_path: Path
) -> None:
    name = "needle_single_en"
    held = (released(name) / f"inputs/{name}/data_cards/{name}.md").read_text(encoding="utf-8")
    assert "The background is a stretch of books of PG-19" in held
    assert "{{shared" not in held
    cards = tmp_path / "data_cards"
    cards.mkdir()
    (cards / f"{name}.md").write_text("Mine.\n\n{{shared/none}}\n")
    with pytest.raises(UsageError, match=r"shared/none\.md: the data card cannot be read"):
        build(tmp_path, name, levels=["4k"])


@pytest.mark.parametrize(
    "name", ["needle_multi_query_en", "passage_retrieval_zh", "passage_count_en"]
)
def test_a_level_beyond_the_recipes_own_has_the_same_questions(
    released: Released, tmp_path: Path, name: str
) -> None:
    beyond = records(build(tmp_path, name, levels=["16k"]), name, "16k")
    own = records(released(name), name, "8k")
    assert [one.input for one in beyond] == [one.input for one in own]
    assert all(abs(one.fields["length"] - 16_000) <= 80 for one in beyond)


@pytest.mark.parametrize("name", COUNTS)
def test_levels_that_are_not_nested_are_planned_by_themselves(tmp_path: Path, name: str) -> None:
    release = build(tmp_path, name, nested=False, limit=5)
    alone = build(tmp_path / "8k", name, nested=False, limit=5, levels=["8k"])
    assert files(alone) == files(release, "8k")
