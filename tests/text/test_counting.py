"""Counting: words as `str.split` parts them, characters as code points, as LV-Eval counts them."""

from __future__ import annotations

import pytest

from lvbuild.text.counting import count


@pytest.mark.parametrize(
    ("text", "words", "characters"),
    [
        ("", 0, 0),
        (" \n", 0, 2),
        ("one-word, two", 2, 13),
        ("第一回　甲\x1c\u2028é", 3, 8),
        ("𝔘", 1, 1),
    ],
)
def test_texts_count_as_lv_eval_counts_them(text: str, words: int, characters: int) -> None:
    assert (count(text, "words"), count(text, "characters")) == (words, characters)
