"""The keywords of answers."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.suggest import keywords_of
from lvbuild.core.model import LanguageCode


@pytest.mark.parametrize(
    ("answer", "language", "keywords"),
    [
        ("Ada Tamble", "en", "Ada Tamble"),
        ("by the village of Hatherton since the year of 1902", "en", "Hatherton 1902"),
        (
            "after they had all gone home that night",
            "en",
            "after they had all gone home that night",
        ),
        ("yes", "en", ""),
        ("No.", "en", ""),
        ("   ", "en", ""),
        ("杭州市", "zh", "杭州市"),
    ],
)
def test_keywords_are_a_short_answer_or_the_names_and_numbers_of_a_long_one(
    answer: str, language: LanguageCode, keywords: str
) -> None:
    assert keywords_of(answer, language) == keywords
