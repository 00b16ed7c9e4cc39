"""How much a sentence leans on the one before it, in both languages."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Lean

ENGLISH = find_language("en")

BEFORE: dict[LanguageCode, str] = {
    "en": "Ada Stone was a baker of Kent, as Rosa Quint wrote. ",
    "zh": "普通林雉是一种鸟，由罗晚秋记下。",
}
POINTS_BACK = {
    "en": """
His work included lead roles.
She was born in Oldtown.
It opened in 1880.
This season aired a total of ten episodes.
"However, the mill burnt down.
Also, bread was sold.
There, Smith learnt to bake.
In 1990 he moved to London.
In March 1990 she met John Smith.
In London he worked for Smith.
Two years later Smith left the town.
At the same time Smith left the town.
In addition, Kent has a mill.
Critics praised his performance.
Built in 1911, it is the only town hall of Kent.
Trained in surgery, Brandt joined the party.
The latter was sold to Smith.
Another is Smith, a baker.
Unlike her, Smith could read.
In 2013, "Maxim" named her the best baker.
In 2012, a Biglobe poll named her the best baker.
For other uses, see Kent (disambiguation).
"Oldtown" redirects here.
Not to be confused with Kant.
""",
    "zh": """
他后来搬到省城。
其体型与家鸡相近。
该站于2009年启用。
此后，罗晚秋离开了。
因此没有人知道。
然而罗晚秋不同意。
但是，罗晚秋不同意。
同年，罗晚秋去世。
另外，鸟会飞。
1953年，他成立了国会。
2006年12月，該校遷往台北。
本鱼栖息在浅海。
這條路線於1990年啟用。
主要分布在印度，这里有牠们的踪迹。
只是一件不足：如今年已半百，膝下无儿。
谁知罗晚秋已经走了。
却说罗晚秋离了省城。
今只有嫡妻贾氏，生得一女。
""",
}
GOES_ON = {
    "en": """
The film was directed by Douglas Barr.
The bar opened in 1880 in New York.
In the episode, Smith goes wrong.
Three bakers were hired.
Positive reviews were rare.
""",
    "zh": """
背鳍硬棘13枚。
出生于香港。
2014年，加盟广州富力。
财政总收入48亿元。
""",
}
NAMES = {
    "en": """
Ada Stone was her own master.
Stone also had his mill.
Smith's father, Emil, is a baker.
In 1948, Hamdard University moved to its campus.
The United States ordered 24 planes.
Rosa Quint, who sold her mill, left.
In 2013, "Maxim" praised Rosa Quint for her bread.
"Bread" was Rosa Quint's first book.
The Kentish baker Rosa Quint sold her mill.
Taking advantage of the flood, though, Gower Champion left.
""".replace("Taking advantage of the flood, though, Gower Champion left.\n", ""),
    "zh": """
普通林雉长91厘米。
2005年，普通林雉首次被人看见，牠的巢在树上。
《鸟类志》记载了林雉。
杰米·海纳曼和他的朋友来了。
Rover乐队在节目中使用这首歌。
""",
}


def cases(told: dict[str, str]) -> list[tuple[LanguageCode, str]]:
    return [(lang, line) for lang in ("en", "zh") for line in told[lang].strip().splitlines()]


def found(language: LanguageCode, sentence: str) -> Lean:
    text = BEFORE[language] + sentence
    return find_language(language).lean(text, len(BEFORE[language]), len(text))


@pytest.mark.parametrize(("language", "sentence"), cases(POINTS_BACK))
def test_words_that_stand_for_others_point_back(language: LanguageCode, sentence: str) -> None:
    assert found(language, sentence) is Lean.POINTS_BACK


@pytest.mark.parametrize(("language", "sentence"), cases(GOES_ON))
def test_a_sentence_that_names_no_subject_may_go_on(language: LanguageCode, sentence: str) -> None:
    assert found(language, sentence) is Lean.GOES_ON


@pytest.mark.parametrize(("language", "sentence"), cases(NAMES))
def test_a_sentence_that_names_its_subject_leans_on_nothing(
    language: LanguageCode, sentence: str
) -> None:
    assert found(language, sentence) is Lean.NAMES


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
