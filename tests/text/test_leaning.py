"""How much a sentence leans on the one before it, in both languages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language, languages
from lvbuild.languages.boundary import Lean
from lvbuild.languages.english.leaning import _is_name

ENGLISH = find_language("en")

BEFORE: dict[LanguageCode, str] = {
    "en": "Ada Stone was a baker of Kent, as Rosa Quint wrote. ",
    "zh": "普通林雉是一种鸟，由罗晚秋记下。",
}
POINTS_BACK = {
    "en": """
His work included lead roles.
There, Smith learnt to bake.
In March 1990 she met John Smith.
Critics praised his performance.
Built in 1911, it is the only town hall of Kent.
The latter was sold to Smith.
In 2013, "Maxim" named her the best baker.
In 2012, a Biglobe poll named her the best baker.
For other uses, see Kent (disambiguation).
"Oldtown" redirects here.
""",
    "zh": """
他后来搬到省城。
其体型与家鸡相近。
同年，罗晚秋去世。
1953年，他成立了国会。
本鱼栖息在浅海。
主要分布在印度，这里有牠们的踪迹。
只是一件不足：如今年已半百，膝下无儿。
""",
}
GOES_ON = {
    "en": """
The film was directed by Douglas Barr.
Three bakers were hired.
""",
    "zh": """
背鳍硬棘13枚。
财政总收入48亿元。
""",
}
NAMES = {
    "en": """
Ada Stone was her own master.
Smith's father, Emil, is a baker.
Stone also had his mill.
In 1948, Hamdard University moved to its campus.
Rosa Quint, who sold her mill, left.
In 2013, "Maxim" praised Rosa Quint for her bread.
The Kentish baker Rosa Quint sold her mill.
""",
    "zh": """
普通林雉长91厘米。
2005年，普通林雉首次被人看见，牠的巢在树上。
杰米·海纳曼和他的朋友来了。
Rover乐队在节目中使用这首歌。
""",
}


CASES = [
    (language, line, lean)
    for told, lean in (
        (POINTS_BACK, Lean.POINTS_BACK), (GOES_ON, Lean.GOES_ON), (NAMES, Lean.NAMES),
    )
    for language in languages
    for line in told[language].strip().splitlines()
]  # fmt: skip


@pytest.mark.parametrize(("language", "sentence", "lean"), CASES)
def test_a_sentence_leans_by_its_first_words_and_its_pronouns(
    language: LanguageCode, sentence: str, lean: Lean
) -> None:
    text = BEFORE[language] + sentence
    assert find_language(language).lean(text, len(BEFORE[language]), len(text)) is lean


def test_nothing_is_set_into_an_entry_of_a_list_of_references() -> None:
    text = "Kent grows hops.\n^ Smith, Ada (1880). Quint, Rosa. Bakers of Kent.\nKent is old."
    found = [ENGLISH.lean(text, mark.offset, len(text)) for mark in ENGLISH.boundaries(text)]
    assert found[:3] == [Lean.POINTS_BACK] * 3
    assert found[-2] is not Lean.POINTS_BACK


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_follows_the_end_of_a_text(language: LanguageCode) -> None:
    text = BEFORE[language].strip()
    end = find_language(language).boundaries(text)[-1].offset
    assert find_language(language).lean(text, end, len(text)) is Lean.NAMES


PIECES = ["Ann", "Ann Lee", "A.", "the", ",", ". ", " ", "  ", "\n", "(", "é", "Lee", "_", "Ann’s"]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from(PIECES[:2]))
def test_a_first_word_is_a_name_where_it_stood_within_a_sentence(before: str, name: str) -> None:
    found = re.fullmatch(".*", name)
    assert found
    pattern = rf"[a-z,;(] (?:[A-Z][\w.]* )*{re.escape(name)}\b"
    assert _is_name(found, before) == bool(re.search(pattern, before))
