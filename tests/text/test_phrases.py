"""Whether a text holds a phrase, as it is written."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import occurrences


@pytest.mark.parametrize(
    ("language", "text", "phrase", "held"),
    [
        ("en", "by MARIE\n    curie's hand", " Marie  Curie ", True),
        ("en", "the STRASSE", "Straße", True),
        ("en", "_Marie Curie_ and Curie-led work", "Marie Curie", True),
        ("en", "Curies, McCurie, Curieé", "Curie", False),
        ("en", "Marie, Curie", "Marie Curie", False),
        ("en", "anything", " \n", False),
        ("en", "is it (axb)*?", "(a.b)*?", False),
        ("zh", "这是祖冲之的书", "祖冲之", True),
        ("zh", "CNBA联赛", "NBA", False),
        ("zh", "打NBA联赛", "nba", True),
        ("zh", "在12月", "2月", False),
        ("zh", "祖 冲之", "祖冲之", False),
        ("zh", "甲　乙", "甲 乙", True),
    ],
)
def test_a_phrase_is_held_as_a_whole_in_any_case(
    language: LanguageCode, text: str, phrase: str, held: bool
) -> None:
    assert find_language(language).holds(text, phrase) is held


PIECES = st.lists(
    st.sampled_from(["a", "ab", "水", "2", ".", " ", "\n", "\u3000", "é"]), max_size=12
)


@given(PIECES, PIECES, st.sampled_from(["en", "zh"]))
def test_occurrences_are_the_stretches_of_a_phrase_between_its_borders(
    pieces: list[str], wanted: list[str], language: LanguageCode
) -> None:
    text, words = "".join(pieces), "".join(wanted).split()
    beside = find_language(language).word_character
    expected: list[tuple[int, int]] = []
    for start, end in combinations(range(len(text) + 1), 2):
        whole = text[start:end]
        joined = any(
            beside.match(inner) and beside.match(outer)
            for inner, outer in ((whole[0], text[start - 1 : start]), (whole[-1], text[end:]))
        )
        apart = not expected or start >= expected[-1][1]
        if words and whole.strip() == whole and whole.split() == words and apart and not joined:
            expected.append((start, end))
    assert list(occurrences(text, "".join(wanted), beside)) == expected
