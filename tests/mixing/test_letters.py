"""Texts are alike by their letters and digits, whatever stands between them."""

from __future__ import annotations

import re
from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.mixing.documents import letters

SIGNS = "aZ9_ -–.,'’\"“”\n\t\u00a0é中文字，。、《》½²\u200b\ud800\U0001f600\U00020000"


@given(st.text(st.sampled_from(SIGNS) | st.characters()))
def test_what_is_hashed_are_the_letters_and_digits_of_a_text(text: str) -> None:
    found = "".join(re.findall(r"\w+", text)).encode()
    assert letters(text) == blake2b(found, digest_size=16).digest()


def test_texts_that_differ_by_marks_and_spaces_are_one() -> None:
    assert letters("“Well,” he said – twice.") == letters("Well he said\ntwice")
    assert letters("他说：“好。”") == letters("他说 好")
    assert letters("Well he said") != letters("Well she said")
