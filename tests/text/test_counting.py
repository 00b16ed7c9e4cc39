"""Counting long texts in parts, beside counting them at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.text import counting


@given(text=st.text(alphabet="a \n\u3000\x1c界", max_size=60), at_once=st.integers(1, 9))
def test_words_counted_in_parts_are_those_of_the_whole_text(text: str, at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "_AT_ONCE", at_once)
        assert counting.count(text, "words") == len(text.split())
