"""Dates and numbers, and others of the same shape."""

from __future__ import annotations

import re

import pytest

from lvbuild.annotate.suggesting.entities import Words
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language


def figure(text: str, language: LanguageCode = "en") -> Words:
    """Return the words for the one entity of a text that is a figure, or for its years."""
    patterns = rules_of(language).figures
    [entity] = find_figures([text], patterns)
    words = figure_words(entity, [text], patterns, 1)
    assert words is not None
    return words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Born in 1902, he wrote from 1930–32 and died in 1941.", "en"),
        ("In 1934, in 1937-38 and 1940/41, not on 1938-08-12 (ISSN 0113-1141).", "en"),
        ("他生于1902年，1930年入学，1941年去世。", "zh"),
        ("他1930–32年入学，1937-1939年从军，1941年去世，见1938-08-12及0113-1141。", "zh"),
    ],
)
def test_all_years_move_by_the_same_number(text: str, language: LanguageCode) -> None:
    words, shape = figure(text, language), find_language(language).shape
    assert len(words) == 3
    for place in range(3):
        assert len({int(new[place][:4]) - int(old[:4]) for old, new in words.items()}) == 1
    for old, new in words.items():
        assert len(set(new)) == len(new)
        assert {shape(each) for each in new} == {shape(old)}
        for each in new if (last := _last(old)) else ():
            assert int(_last(each)) - int(each[2:4]) == int(last) - int(old[2:4])


def _last(years: str) -> str:
    """Return the last two digits of a span of years, "" where there is none."""
    found = re.fullmatch(r"\d{4}[–/-](?:\d{2})?(\d{2})年?", years)
    return found[1] if found else ""


def test_decades_move_by_whole_decades() -> None:
    words = figure("Built in the 1930s, it closed in 1958.")
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
    words = figure(text, language)
    assert list(words) == [number]
    assert all(len(new) == len(number) and new != number for new in words[number])


def test_a_number_in_a_name_is_no_number() -> None:
    assert not find_figures(
        ["It is one of three films, the Three Colours."], rules_of("en").figures
    )
