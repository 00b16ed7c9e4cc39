"""Levels and configurations: how they are written, read and named."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import NAME, Configuration, Level
from lvbuild.tables.rows import OwnRow


@pytest.mark.parametrize(
    "text", ["", "k", "16", "16kk", "-16k", "16 k", ".5k", "1e3k", "0k", "nank", "16b", "1m"]
)
def test_what_is_no_level_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no level"):
        Level.parse(text)


@pytest.mark.parametrize("text", ["100.001M", "100001k", "99999M", "9" * 400 + "k"])
def test_a_level_beyond_100_million_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"too large|is no level"):
        Level.parse(text)


@given(st.integers(1, 100_000_000))
def test_a_label_says_its_level_exactly(size: int) -> None:
    assert Level.parse(Level(size).label) == Level(size)


@given(st.integers(1, 99), st.integers(0, 999), st.sampled_from("kKM"))
def test_a_level_is_its_number_times_its_letter(whole: int, part: int, letter: str) -> None:
    scale = 1 if letter in "kK" else 1_000
    assert Level.parse(f"{whole}.{part:03}{letter}").size == (whole * 1_000 + part) * scale


@pytest.mark.parametrize(
    ("text", "level", "label"),
    [
        ("0-4k", Level(4_000, 4_000), "0-4k"),
        ("4k-8k", Level(8_000, 4_000), "4-8k"),
        ("8k+", Level(16_000, 8_000), "8-16k"),
        ("0.5-1.5k", Level(1_500, 1_000), "0.5-1.5k"),
        ("500k-1M", Level(1_000_000, 500_000), "500-1000k"),
        ("evidence", Level(0, evidence=True), "evidence"),
        (" closed ", Level(0), "closed"),
    ],
)
def test_a_range_and_a_level_without_distracting_text_are_levels(
    text: str, level: Level, label: str
) -> None:
    assert Level.parse(text) == level
    assert level.label == label
    assert Configuration.parse(f"mine_{label}") == Configuration("mine", level)


@pytest.mark.parametrize("text", ["8-4k", "4-4k", "0-0k", "4-8", "4-8k+", "0k+", "k-8k", "8+", "+"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no level|ends where it begins or before"):
        Level.parse(text)


def test_levels_ascend_to_their_upper_ends_those_without_distracting_text_first() -> None:
    labels = ["closed", "evidence", "4k", "0-4k", "4-8k", "16k", "8-16k"]
    assert [level.label for level in sorted(map(Level.parse, reversed(labels)))] == labels


@given(st.integers(0, 90), st.integers(1, 9), st.floats(0, 1, exclude_max=True), st.integers(0))
def test_what_is_planned_for_a_range_stays_within_it(
    lower: int, wide: int, place: float, least: int
) -> None:
    level = Level(1_000 * (lower + wide), 1_000 * wide)
    target = level.target(place, least)
    assert target.span == 0
    for off in (-target.tolerance, 0, target.tolerance):
        # Lengths are whole numbers, and so is the target, which may be half a unit off.
        assert level.allows(round(target.size + off * (1 - 1 / max(target.size, 1))))
    assert Level(16_000).target(place, least) == Level(16_000)


def test_a_configuration_is_a_recipe_at_a_level_and_names_its_files() -> None:
    configuration = Configuration("factrecall_en", Level(16_000))
    assert configuration.name == "factrecall_en_16k"
    assert configuration.data_path == "data/factrecall_en_16k.jsonl"
    assert configuration.provenance_path == "provenance/factrecall_en_16k.jsonl"
    assert configuration.paths == (configuration.data_path, configuration.provenance_path)


@given(st.from_regex(NAME, fullmatch=True), st.integers(1, 100_000_000))
def test_a_configuration_is_read_from_its_name_and_from_its_files(recipe: str, size: int) -> None:
    configuration = Configuration(recipe, Level(size))
    assert Configuration.parse(configuration.name) == configuration
    for path in configuration.paths:
        assert Configuration.of_file(path) == configuration


@pytest.mark.parametrize(
    "name",
    [
        *("", "_16k", "mine_16K", "mine_16.0k", "mine_1M", "a b_16k", "mine_passages"),
        *("mine_ 16k", "mine_16k ", "mine_16k\n", "mine\n_16k", "../mine_16k", "-mine_16k"),
    ],
)
def test_what_names_no_configuration_is_none(name: str) -> None:
    assert Configuration.parse(name) is None
    assert Configuration.of_file(f"data/{name}.jsonl") is None


def test_a_configuration_with_a_number_of_passages_is_called_as_its_recipe() -> None:
    level = Level.parse("passages")
    assert level.label == "passages"
    assert level.allows(1)
    assert level.allows(10**9)
    one = Configuration("mine_of_30", level)
    assert (one.name, one.data_path) == ("mine_of_30", "data/mine_of_30.jsonl")
    assert Configuration.parse("mine_of_30") == one
    assert Configuration.of_file("provenance/mine_of_30.jsonl") == one


@pytest.mark.parametrize(
    "path",
    [
        *("mine_16k.jsonl", "data/mine_16k", "data/mine_16k.json", "inputs/mine_16k.jsonl"),
        *("data/data/mine_16k.jsonl", "./data/mine_16k.jsonl", "/data/mine_16k.jsonl"),
    ],
)
def test_what_is_no_file_of_a_configuration_is_none(path: str) -> None:
    assert Configuration.of_file(path) is None


def test_configurations_are_in_the_order_of_their_levels() -> None:
    names = ["a_128k", "b_8k", "a_16k", "a_1.5k"]
    found = [each for name in names if (each := Configuration.parse(name))]
    assert [each.name for each in sorted(found)] == ["a_1.5k", "a_16k", "a_128k", "b_8k"]


class AnsweredRow(OwnRow):
    answers: Any


@pytest.mark.parametrize("answers", ["", [], ["Ada", " "], {"rooms": inf}, [[None]]])
def test_the_answers_of_a_tasks_own_rows_say_something(answers: object) -> None:
    said: dict[str, Any] = {"id": "a", "status": "draft", "annotator": "a test"}
    assert AnsweredRow(**said, answers={"rooms": [17, True]})
    with pytest.raises(ValueError, match="answers: "):
        AnsweredRow(**said, answers=answers)
