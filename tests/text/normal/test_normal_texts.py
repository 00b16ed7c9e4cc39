"""Texts made normal at once are as each by itself, whatever they hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from tests.text.normal.standing import stands_in

WORDS = st.sampled_from(
    "\x03|I|a|the|May|5|1995|,|five|hundred|and|million|J.|K.|'s|’|-|–|«|½|ﬁ|1,000|$|%|:30|II|War"
    "|十|三|萬|两|百分之|点|《|·|年|月|5km|公里|，|。|臺|１|\n|\u0301|\U0001f600|\ud800".split("|")
)
TEXTS = st.lists(st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join) | st.text())


@given(TEXTS, st.sampled_from(["en", "zh"]))
def test_texts_at_once_are_as_each_by_itself(texts: list[str], language: LanguageCode) -> None:
    normal_texts = find_language(language).normal_texts
    assert normal_texts(texts) == [normal_texts([each])[0] for each in texts]


@given(st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join), st.sampled_from(["en", "zh"]))
def test_a_text_holds_itself(text: str, language: LanguageCode) -> None:
    assert stands_in(text, text, language) == (
        find_language(language).normal_phrase(text) is not None
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_text_is_refused_for_what_it_holds(language: LanguageCode) -> None:
    assert find_language(language).normal_texts([]) == []
    assert find_language(language).normalise("") == ""
    assert find_language(language).normalise("\x00\x03\ud800\U0010ffff") is not None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("5 " + "million " * 20_000, "en"),
        ("one hundred " * 20_000, "en"),
        ("9" * 50_000 + " million", "en"),
        ("May 5 " * 20_000, "en"),
        ("A. " * 50_000, "en"),
        ("twenty-" * 20_000, "en"),
        ("一亿" * 50_000, "zh"),
        ("两" * 50_000, "zh"),
        ("十" * 50_000, "zh"),
        ("9" * 50_000 + "万", "zh"),
        ("- " * 50_000 + "x", "zh"),
    ],
)
def test_the_longest_runs_are_read_quickly(text: str, language: LanguageCode) -> None:
    assert find_language(language).normalise(text)
