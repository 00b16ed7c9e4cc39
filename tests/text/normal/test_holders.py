"""Phrases found all at once are where each is found by itself."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalPhrase
from lvbuild.text.normal import holders

ENGLISH = [
    "The data-base of St. John's was 1,234 km long; five Database users left.",
    "Rose rose early, and the ROSE bloomed on 5 May 1995.",
    "A data base, one two three, one two.",
    "",
]
CHINESE = [
    "他于1995年5月5日生于北京大学。",
    "一百二十一米高的iPhone楼，统一后为121米",
    "",
    "ab张三c",
]
PHRASES: dict[LanguageCode, list[str]] = {
    "en": ["database", "Rose", "one two", "two three", "the", "1234 km", "5 May 1995", "no such"],
    "zh": ["121", "21米", "北京大学", "iphone", "b", "三", "ab", "1995年"],
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_phrase_is_held_where_a_look_at_each_text_finds_it(language: LanguageCode) -> None:
    texts = find_language(language).normal_texts(ENGLISH if language == "en" else CHINESE)
    pool = {10 * place: text for place, text in enumerate(texts)}
    phrases = [
        found
        for each in PHRASES[language]
        if (found := find_language(language).normal_phrase(each))
    ]
    expected = {
        phrase: {place for place, text in pool.items() if phrase.stands_in(text)}
        for phrase in phrases
    }
    assert holders(phrases, pool) == expected
    assert sum(map(bool, expected.values())) >= 5


def test_no_phrases_are_held_nowhere() -> None:
    assert holders([], {0: find_language("en").normal_texts(["text"])[0]}) == {}
    absent = NormalPhrase((" absent ",))
    assert holders([absent], {}) == {absent: set()}
