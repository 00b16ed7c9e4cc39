"""The words of an answer that carry it."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language


@pytest.mark.parametrize(
    ("answer", "language", "keywords"),
    [
        ("Ada Tamble", "en", "Ada Tamble"),
        ("by the village of Hatherton since the year of 1902", "en", "Hatherton 1902"),
        ("after they all had gone home", "en", "after they all had gone home"),
        ("No.", "en", ""),
        ("   ", "en", ""),
        ("杭州市", "zh", "杭州市"),
    ],
)
def test_keywords_are_a_short_answer_or_the_names_and_numbers_of_a_long_one(
    answer: str, language: LanguageCode, keywords: str
) -> None:
    assert find_language(language).answer_keywords(answer) == keywords
