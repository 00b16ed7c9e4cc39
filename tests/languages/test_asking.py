"""What sort of answer a question asks for, what a text offers, and what a question names."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.naming import Sort

ENGLISH = find_language("en")
CHINESE = find_language("zh")

ASKED: dict[str, Sort | None] = {
    "Who designed the steel town that Clayton Mark founded in 1917?": "person",
    "Kam Heskin plays Paige Morgan in a 2004 film directed by who?": "person",
    "In whose yard was the ferry built?": "person",
    "Which actor played the crime boss?": "person",
    "What stadium does the team who has Kent Baer as coach play in?": None,
    "When did John die?": "date",
    "In which year was the mill built?": "date",
    "How many sails had the mill?": "number",
    "What is the population of the town?": "number",
    "What number of sails had the mill?": "number",
    "Where was she born?": "place",
    "In which town is the mill?": "place",
    "How is electricity used?": None,
    "Is it necessary?": None,
}
ASKED_IN_CHINESE: dict[str, Sort | None] = {
    "《猎户座》中特别出演的嘉宾是谁？": "person",
    "元朗千色汇在哪一年落成？": "date",
    "氨碱法在什么时候实现现代化生产？": "date",
    "腹卷出现在什么时期？": "date",
    "上议院中的法官有多少人？": "number",
    "穴蝰最长记录是多长？": "number",
    "画家有几个儿子？": "number",
    "他在哪里病逝？": "place",
    "画家出生在哪个镇？": "place",
    "辣豆酱源于什么地方？": "place",
    "王金璐出身于什么学校？": None,
}


@pytest.mark.parametrize(
    ("question", "sort", "language"),
    [(q, sort, "en") for q, sort in ASKED.items()]
    + [(q, sort, "zh") for q, sort in ASKED_IN_CHINESE.items()],
)
def test_a_question_asks_for_a_sort_of_answer_by_its_words(
    question: str, sort: Sort | None, language: LanguageCode
) -> None:
    assert find_language(language).asked_for(question) == sort


@pytest.mark.parametrize(
    ("text", "sort", "language", "offered"),
    [
        ("The mill was sold in May.", "date", "en", True),
        ("The mill was sold by two monks.", "date", "en", False),
        ("The mill had twelve sails in 1851.", "number", "en", True),
        ("The mill had sails in 1851.", "number", "en", False),
        ("The town has 1851 inhabitants.", "number", "en", True),
        ("Taught by Tom Ray, she left.", "person", "en", True),
        ("When taught at Bray University, she left.", "person", "en", False),
        ("It stands in Bray.", "place", "en", True),
        ("It stands in the hills.", "place", "en", False),
        ("这座桥在明朝初年重修。", "date", "zh", True),
        ("集日是每月初一。", "date", "zh", True),
        ("这座桥后来重修。", "date", "zh", False),
        ("1911年有许多人。", "number", "zh", False),
        ("1911年有三百人。", "number", "zh", True),
        ("他是一位木匠的学生。", "person", "zh", False),
        ("他是塔菲·马伦贝的学生，有一位弟弟。", "person", "zh", True),
        ("他生在一间药铺里。", "place", "zh", False),
        ("他生在清溪镇的一间药铺里。", "place", "zh", True),
    ],
)
def test_a_text_offers_an_answer_of_a_sort(
    text: str, sort: Sort, language: LanguageCode, offered: bool
) -> None:
    assert find_language(language).offers(text, sort, "") is offered


def test_names_are_told_by_capitals_titles_and_dots() -> None:
    told = 'Which of "Walk All over Me" and the Duke of Kent\'s "Hop" did Ann Lee see in May?'
    assert [*ENGLISH.names(told)] == [
        "Walk All over Me",
        "Duke of Kent's",
        "Hop",
        "Ann Lee",
    ]
    assert [*CHINESE.names("《猎户座》由辛巴·马伦贝在NHK播出")] == [
        "猎户座",
        "由辛巴·马伦贝在",
        "NHK",
    ]
    assert [*ENGLISH.names("Bray is old. Bakers left.")] == ["Bakers"]
    assert [*ENGLISH.names("Bray is old. The town left.", first=True)] == ["Bray"]
    assert ENGLISH.is_person("King Harold")
    assert not ENGLISH.is_person("Tow River")


@pytest.mark.parametrize(
    ("question", "language", "known", "named"),
    [
        ("Who designed the town that Clayton Mark founded in 1917?", "en", [],
         [["Clayton Mark"], ["1917"]]),
        ("Who is older, Ann Lee or Tom Fox?", "en", [], [["Ann Lee", "Tom Fox"]]),
        ("Did Clayton Mark's town outlive Mark?", "en", ["Clayton Mark", "Mark"],
         [["Clayton Mark's"]]),
        ("1856年吉尔杭阿领兵被称为什么？", "zh", ["吉尔杭阿"], [["1856"], ["吉尔杭阿"]]),
        ("徽州在哪一年被降为徽县？", "zh", ["徽州", "徽县"], [["徽州"]]),
        ("《霜桥》与《灰鸽》哪一部更早？", "zh", [], [["霜桥", "灰鸽"]]),
    ],
)  # fmt: skip
def test_particulars_are_what_a_question_names_each_once(
    question: str, language: LanguageCode, known: list[str], named: list[list[str]]
) -> None:
    assert find_language(language).particulars(question, known) == named


def test_a_particular_is_shared_by_a_word_of_it_however_it_is_written() -> None:
    question = "Which brewery of the Beer Wars is in Escondido, california?"
    wanted = ["Beer Wars", "Escondido"]
    assert ENGLISH.shares_particular(wanted, question, "It appears in the Hop Wars.")
    assert ENGLISH.shares_particular(wanted, question, "It is in Vista, California.")
    assert not ENGLISH.shares_particular(wanted, question, "It is in Vista, a town.")
    assert CHINESE.shares_particular(["1856", "吉尔杭阿"], "", "1856年，德兴泰领兵。")
    assert not CHINESE.shares_particular(["1856", "吉尔杭阿"], "", "1857年，德兴泰领兵。")


def test_figures_lead_what_they_are() -> None:
    assert ENGLISH.is_figure("twelve old wheels")
    assert ENGLISH.is_figure("around 1,200")
    assert not ENGLISH.is_figure("lawsuit of ninety years")
    assert CHINESE.has_figure("每月初一")
    assert not CHINESE.has_figure("一位木匠")
