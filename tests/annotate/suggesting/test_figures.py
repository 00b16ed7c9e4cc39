"""Dates and numbers, and others of the same shape."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Born in 1902, he wrote from 1930–32 and died on March 4, 1941.", "en"),
        ("他生于1902年，1930年入学，1941年3月4日去世。", "zh"),
    ],
)
def test_all_years_move_by_the_same_number(text: str, language: LanguageCode) -> None:
    [years] = [e for e in find_figures([text], rules_of(language).figures) if e.subkind == "year"]
    words = figure_words(years, [text], rules_of(language).figures, 1)
    assert words is not None
    for place in range(3):
        moves = {int(new[place][:4]) - int(old[:4]) for old, new in words.items()}
        assert len(moves) == 1
    assert all(len(set(new)) == len(new) for new in words.values())
    assert all(
        find_language(language).shape(new) == find_language(language).shape(o)
        for o, n in words.items()
        for new in n
    )


def test_a_range_moves_at_both_ends() -> None:
    text = "He served in 1930–32."
    [years] = find_figures([text], rules_of("en").figures)
    words = figure_words(years, [text], rules_of("en").figures, 1)
    assert words is not None
    for new in words["1930–32"]:
        assert int(new[-2:]) - int(new[2:4]) == 2


def test_decades_move_by_whole_decades() -> None:
    text = "Built in the 1930s, it closed in 1958."
    years = find_figures([text], rules_of("en").figures)[0]
    words = figure_words(years, [text], rules_of("en").figures, 1)
    assert words is not None
    assert all(new.endswith("0s") for new in words["1930s"])


@pytest.mark.parametrize(
    ("text", "number", "language"),
    [
        ("It is 393 mi long.", "393", "en"),
        ("It cost 12,500 crowns.", "12,500", "en"),
        ("全长364.6公里。", "364.6", "zh"),
        ("共有三个车站。", "三个", "zh"),
    ],
)
def test_a_number_keeps_its_digits_and_marks(
    text: str, number: str, language: LanguageCode
) -> None:
    [entity] = find_figures([text], rules_of(language).figures)
    words = figure_words(entity, [text], rules_of(language).figures, 1)
    assert words is not None
    assert list(words) == [number]
    assert all(len(new) == len(number) and new != number for new in words[number])


def test_a_number_in_a_name_is_no_number() -> None:
    assert not find_figures(
        ["It is one of three films, the Three Colours."], rules_of("en").figures
    )
