"""English words that stand for something, found as a plain pattern in any case finds them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.languages.english.leaning import PRONOUNS
from lvbuild.languages.english.words import VOCABULARY
from lvbuild.languages.naming import any_of

pointing, pronouns, going_on = (
    any_of(VOCABULARY[name]) for name in ("pointing", "pronouns", "going on")
)
PLAIN = re.compile(
    rf"\b(?P<points>{pointing})\b|\b{pronouns}\b"
    r"|\bthat\b(?! (?:I|you|he|she|it|we|they|the|an?|my|your|his|her|our|their)\b)"
    rf"|\b{going_on}\b",
    re.IGNORECASE,
)
WORDS = (
    "this these such thus he hers her its itself themselves theirs that you so in short by degrees"
    " a moment others one once ones each yes ſhe thiſ İt ıt maſter K I an we item hero é"
).split()


def found(pattern: re.Pattern[str], text: str) -> list[tuple[tuple[int, int], str | None]]:
    return [(each.span(), each.lastgroup) for each in pattern.finditer(text)]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(WORDS).flatmap(
                lambda word: st.sampled_from([word, word.upper(), word.title(), word.swapcase()])
            ),
            st.sampled_from([" ", " ", " ", "\n", ", ", "-", "’", "_", "s", ""]),
        )
    )
)
def test_they_are_found_in_any_case_and_no_parts_of_words(parts: list[tuple[str, str]]) -> None:
    text = "".join(map("".join, parts))
    assert found(PRONOUNS, text) == found(PLAIN, text)


@pytest.mark.parametrize("word", ["This", "HERSELF", "Nevertheless", "in  short", "In\tshort"])
def test_a_word_by_itself(word: str) -> None:
    assert bool(PRONOUNS.fullmatch(word)) == ("  " not in word)
