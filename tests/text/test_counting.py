"""Counting: words as `str.split` parts them, characters as code points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.text.counting import count

TEXTS = st.text(alphabet=st.sampled_from("ab 词。\n\t\u3000\u00a0\x1c\u2028é𝔘"))


@given(TEXTS)
def test_words_are_what_split_finds(text: str) -> None:
    assert count(text, "words") == len(text.split())


@given(TEXTS)
def test_characters_are_code_points(text: str) -> None:
    assert count(text, "characters") == len(text)


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [("", 0, 0), (" \n", 0, 2), ("one-word, two", 2, 13), ("第一回　甲", 2, 5), ("𝔘", 1, 1)],
)
def test_named_texts_count_as_lv_eval_counts_them(text: str, words: int, characters: int) -> None:
    assert (count(text, "words"), count(text, "characters")) == (words, characters)


@given(TEXTS, TEXTS)
def test_words_of_texts_parted_by_white_space_add_up(left: str, right: str) -> None:
    both = count(f"{left}\n{right}", "words")
    assert both == count(left, "words") + count(right, "words")
