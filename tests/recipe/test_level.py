"""Levels: how they are written, read and labelled."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.model import Level
from lvbuild.recipe import parse_level


@pytest.mark.parametrize(
    ("text", "size", "label"),
    [
        ("16k", 16_000, "16k"),
        ("16K", 16_000, "16k"),
        (" 16k ", 16_000, "16k"),
        ("1.5k", 1_500, "1.5k"),
        ("1M", 1_000_000, "1000k"),
        ("1m", 1_000_000, "1000k"),
        ("1000k", 1_000_000, "1000k"),
        ("1024k", 1_024_000, "1024k"),
        ("1.5M", 1_500_000, "1500k"),
        ("0.5k", 500, "0.5k"),
        ("0.001k", 1, "0.001k"),
        ("2M", 2_000_000, "2000k"),
        ("100M", 100_000_000, "100000k"),
    ],
)
def test_levels_are_read_and_labelled(text: str, size: int, label: str) -> None:
    assert parse_level(text) == Level(size)
    assert Level(size).label == label


@pytest.mark.parametrize(
    "text", ["", "k", "16", "16kk", "-16k", "16 k", ".5k", "1e3k", "0k", "nank", "16b", "1,5k"]
)
def test_what_is_no_level_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no level"):
        parse_level(text)


@pytest.mark.parametrize("text", ["100.001M", "100001k", "99999M", "9" * 400 + "k"])
def test_a_level_beyond_100_million_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"too large|is no level"):
        parse_level(text)


@pytest.mark.parametrize("size", [16_000, 1_000_000, 2_000_000, 1_500])
def test_a_label_has_the_number_with_a_k_that_readers_of_lv_eval_look_for(size: int) -> None:
    assert re.search(r"\d+k", Level(size).label)


@given(st.integers(1, 100_000_000))
def test_a_label_says_its_level_exactly(size: int) -> None:
    assert parse_level(Level(size).label) == Level(size)


@given(st.integers(1, 99), st.integers(0, 999), st.sampled_from("kKmM"))
def test_a_level_is_its_number_times_its_letter(whole: int, part: int, letter: str) -> None:
    scale = 1 if letter in "kK" else 1_000
    assert parse_level(f"{whole}.{part:03}{letter}").size == (whole * 1_000 + part) * scale


def test_the_tolerance_is_half_a_hundredth() -> None:
    assert Level(16_000).tolerance == 80
