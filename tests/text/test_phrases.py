"""Whether a text holds a phrase."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import occurrences

ENGLISH = find_language("en")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("It was Marie Curie.", "Marie Curie"),
        ("MARIE CURIE", "Marie Curie"),
        ("by marie\n    curie's hand", "Marie Curie"),
        ("_Marie Curie_ and Curie-led work", "Marie Curie"),
        ("in 1901.", "1901"),
        ("the STRASSE", "Straße"),
        ("the Straße", "STRASSE"),
        ("Who wrote it?", "wrote it?"),
        ("x Marie Curie", "  Marie   Curie "),
    ],
)
def test_an_english_phrase_is_held_as_whole_words_in_any_case(text: str, phrase: str) -> None:
    assert ENGLISH.holds(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Curies", "Curie"),
        ("McCurie", "Curie"),
        ("in 19012", "1901"),
        ("Marie, Curie", "Marie Curie"),
        ("Marie", "Marie Curie"),
        ("", "Curie"),
        ("anything", ""),
        ("anything", " \n"),
        ("Curieé", "Curie"),
    ],
)
def test_an_english_phrase_is_not_held_within_a_word_or_apart(text: str, phrase: str) -> None:
    assert not ENGLISH.holds(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase", "held"),
    [
        ("这是祖冲之的书", "祖冲之", True),
        ("CNBA联赛", "NBA", False),
        ("打NBA联赛", "nba", True),
        ("在12月", "2月", False),
        ("在2月", "2月", True),
        ("共365天", "65", False),
        ("共365天", "365", True),
        ("祖 冲之", "祖冲之", False),
        ("甲　乙", "甲 乙", True),
    ],
)
def test_a_chinese_phrase_is_held_anywhere_but_for_letters_and_digits(
    text: str, phrase: str, held: bool
) -> None:
    assert find_language("zh").holds(text, phrase) is held


SMALL = st.text(alphabet="aB1 ._\n", max_size=8)


@given(SMALL, SMALL)
def test_english_phrases_are_found_as_a_plain_walk_finds_them(text: str, phrase: str) -> None:
    assert ENGLISH.holds(text, phrase) == _slowly_held(text.lower(), phrase.lower().split())


def _slowly_held(text: str, words: list[str]) -> bool:
    return bool(words) and any(
        _is_phrase(text, start, end, words)
        for start in range(len(text))
        for end in range(start + 1, len(text) + 1)
    )


def _is_phrase(text: str, start: int, end: int, words: list[str]) -> bool:
    stretch = text[start:end]
    if stretch != stretch.strip() or re.split(r"\s+", stretch) != words:
        return False
    before, after = text[:start][-1:], text[end:][:1]
    joined_before = stretch[0].isalnum() and before.isalnum()
    joined_after = stretch[-1].isalnum() and after.isalnum()
    return not joined_before and not joined_after


@pytest.mark.parametrize("language", ["en", "zh"])
def test_signs_of_regular_expressions_are_taken_as_they_are(language: LanguageCode) -> None:
    assert find_language(language).holds("is it (a.b)*?", "(a.b)*?")
    assert not find_language(language).holds("is it (axb)*?", "(a.b)*?")


PIECES = st.lists(
    st.sampled_from(["a", "ab", "水", "2", ".", " ", "\n", "\u3000", "é"]), max_size=12
)


@given(PIECES, PIECES, st.sampled_from(["en", "zh"]))
def test_occurrences_are_those_of_a_bordered_pattern(
    pieces: list[str], wanted: list[str], language: LanguageCode
) -> None:
    text, words = "".join(pieces), "".join(wanted).split()
    spoken = find_language(language)
    spans = list(occurrences(text, "".join(wanted), spoken.word_character))
    if not words:
        assert not spans
        return
    beside = spoken.word_character
    before = f"(?<!{beside.pattern})" if beside.match(words[0]) else ""
    after = f"(?!{beside.pattern})" if beside.match(words[-1][-1]) else ""
    pattern = before + r"\s+".join(map(re.escape, words)) + after
    assert spans == [match.span() for match in re.finditer(pattern, text)]


def test_a_phrase_occurs_once_for_each_place_and_never_over_another() -> None:
    beside = ENGLISH.word_character
    assert list(occurrences("aa aa aa aa", "aa aa", beside)) == [(0, 5), (6, 11)]
    assert list(occurrences("Ada  saw\nAda saw Adas", "Ada saw", beside)) == [(0, 8), (9, 16)]
