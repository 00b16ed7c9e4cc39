"""A subset's records are spread over depths and lengths, and lie within every larger one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.harness.asking import asked
from lvbuild.release.subsets import Subset, chosen_ids, even_order


def test_smaller_subsets_lie_within_larger_ones_at_every_level_alike(sample: Path) -> None:
    opened = lvbuild.open_release(sample)
    found = [chosen_ids(opened, "factrecall_en", Subset(lite)) or frozenset() for lite in (1, 3, 7)]
    assert [len(each) for each in found] == [1, 3, 7]
    assert all(small < large for small, large in pairwise(found))
    assert {one["_id"] for one in asked(sample, "factrecall_en_2k", lite=3)} == found[1]


def test_the_halves_of_a_split_are_all_and_share_nothing(sample: Path) -> None:
    opened = lvbuild.open_release(sample)
    dev, held = (
        chosen_ids(opened, "factrecall_en", Subset(split=split)) or frozenset()
        for split in ("dev", "heldout")
    )
    assert not dev & held
    assert dev | held == set(opened.ids("factrecall_en_2k"))
    assert len(dev) == len(held) == 5
    part = chosen_ids(opened, "factrecall_en", Subset(2, "dev")) or frozenset()
    assert len(part) == 2
    assert part < dev
    with pytest.raises(UsageError, match="no split 'test'"):
        chosen_ids(opened, "factrecall_en", Subset(split="test"))


def test_a_subset_has_records_of_the_beginning_the_middle_and_the_end(sample: Path) -> None:
    opened = lvbuild.open_release(sample)
    depths = {
        str(origin["_id"]): fact["depth"]
        for origin in opened.origins("factrecall_en_2k")
        for fact in origin["facts"]
        if fact["kind"] == "needle"
    }
    by_depth = sorted(depths, key=lambda name: depths[name])
    ranks = sorted(by_depth.index(name) for name in even_order(opened, "factrecall_en")[:4])
    assert [rank // 2 for rank in ranks] == [0, 1, 2, 3]  # of ten records in five strata
