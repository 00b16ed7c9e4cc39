"""Dates and numbers, what they are bound to, and others of the same shape."""

from __future__ import annotations

import re

import pytest

from lvbuild.annotate.suggesting.entities import Texts, Words
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language


def code(text: str) -> LanguageCode:
    return "zh" if find_language("zh").is_likely(text) else "en"


def figures(text: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of the figures of a text, by the first."""
    return {
        entity.forms[0]: entity.forms for entity in find_figures([text], rules_of(code(text)).LISTS)
    }


def words_for(text: str, answer: str = "") -> Words | None:
    """Return the words for the one entity of a text that is a figure, or for its years."""
    lists = rules_of(code(text)).LISTS
    [entity] = find_figures([text], lists)
    return figure_words(entity, Texts([text], [("", answer)]), lists, Draws(1))


@pytest.mark.parametrize(
    "text",
    [
        "Born in 1902, he wrote from 1930–32 and in 1934-1936, and died in 1941.",
        "他生于1902年，1930年入学，1933－1935年在外，1941年去世。",
        "他在1206–1208年间建城，1215年去世。",
        "In 1934, in 1937-39 and 1940/42, not on 1908-08-12 (ISSN 0113-1141).",
        "他1930–32年入学，1937-1939年从军，1941年去世，见1908-08-12及0113-1141。",
    ],
)
def test_all_years_move_by_the_same_number(text: str) -> None:
    words, shape = words_for(text), find_language(code(text)).shape
    assert words is not None
    for place in range(3):
        assert len({int(new[place][:4]) - int(old[:4]) for old, new in words.items()}) == 1
    for old, new in words.items():
        assert len(set(new)) == len(new)
        assert {shape(each) for each in new} == {shape(old)}
        if re.search(r"\d\D\d", old):
            assert all(_length(each) == _length(old) == 2 for each in new)


def _length(span: str) -> int:
    first, last = re.findall(r"\d+", span)
    return int(last) % 100 - int(first) % 100


def test_years_stay_in_a_century_that_is_told_and_near_a_decade() -> None:
    words = words_for("The 18th century began. She was born in 1702 and died in 1795.")
    assert words is not None
    assert all(1701 <= int(new) <= 1800 for each in words.values() for new in each)
    words = words_for("In the 1990s he sang. He was born in 1983.")
    assert words is not None
    assert list(words) == ["1983"]
    assert all(abs(int(new) - 1983) <= 3 for new in words["1983"])
    words = words_for("商业化始于1880年代，1885年结束，公司1979年售出。", "1880年代")
    assert words is not None
    assert list(words) == ["1885年", "1979年"]
    assert all(1880 <= int(new.removesuffix("年")) < 1890 for new in words["1885年"])


def test_years_stay_where_others_that_stay_lie_between_them() -> None:
    assert words_for("In 1934, in 1937-39 and 1940/42, and on 1938-08-12.") is None


def test_what_numbers_a_vehicle_is_no_year() -> None:
    lists = rules_of("zh").LISTS
    [years] = find_figures(["他（1810-1825）乘青年JNP6105GR（1830-1845），1983年停驶。"], lists)
    assert years.forms == ("1810-1825", "1983年")


@pytest.mark.parametrize(
    "text",
    [
        "元和四年（809年）秋。",
        "天文15年（1525年）生，1530年去世。",
        "他在公元前3年生，120年去世。",
        "He was born in 12 BC, about 1900 years ago, in 1012.",
        "它于1999年10月5日（星期二）开始，2001年结束。",
        "他生于2000年2月29日，2020年毕业。",
        "他在1936年农历正月初五出生，1958年毕业。",
        "他在1999年入队，2001年离队，其间有2000赛季。",
        "It began on Tuesday, October 5, 1999, and ended in 2001.",
        "They formed in 1974, and were called the band of '74.",
        "It opened on 4 April 1887, a Monday, and closed in 1899.",
        "It was built in 1868, the first year of Meiji.",
        "He was born in 1846, his son on 29 February 1880.",
        "It was founded in 1898, at the end of the 1890s.",
        "他生于1884年，甲申年。",
        "它建于1958年，正值五十年代末。",
        "In World War II he fought in 1941. He was a general from 1943.",
    ],
)
def test_years_of_eras_and_of_the_world_are_left_alone(text: str) -> None:
    assert not any(
        figure_words(each, Texts([text], [("", "")]), rules_of(code(text)).LISTS, Draws(1))
        for each in find_figures([text], rules_of(code(text)).LISTS)
        if each.kind == "date"
    )
    if "World" in text:
        # What the answer's sentence dates by an event is the event's own year.
        assert words_for(text, "1941") is None
        assert [*(words_for(text, "1943") or ())] == ["1943"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It is 393 mi long.", "393"),
        ("It cost 12,500 crowns.", "12,500"),
        ("They sold 69.7 million litres.", "69.7 million"),
        ("全长364.6公里。", "364.6"),
        ("投资28亿元。", "28亿"),
    ],
)
def test_a_number_keeps_its_digits_and_marks(text: str, number: str) -> None:
    words = words_for(text, number)
    assert words is not None
    assert list(words) == [number]
    assert all(len(new) == len(number) and new != number for new in words[number])


@pytest.mark.parametrize(
    ("text", "number", "least", "most"),
    [
        ("Of 40 pages 36 are left.", "36", 12, 40),
        ("每天播放18小时，其后24小时。", "18", 0, 24),
        ("From 950 deer 430 were left in 1990, then 480.", "430", 0, 480),
    ],
)
def test_a_number_stays_near_and_between_those_that_texts_have(
    text: str, number: str, least: int, most: int
) -> None:
    joined = find_figures([text], rules_of(code(text)).LISTS)
    [entity] = [each for each in joined if each.forms == (number,)]
    words = figure_words(
        entity, Texts([text], [("", number)]), rules_of(code(text)).LISTS, Draws(1)
    )
    assert words is not None
    assert all(least < int(new) < most for new in words[number])


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("It is one of three films, the Three Colours.", "three"),
        ("She has 3 sons.", "3"),
        ("共有三种语言，8条线。", "三种|8条"),
        ("面积5万，其中49,736是水。", "5万"),
        ("Born in 1920, he died in 1990, at 70 years of age.", "70"),
        ("There are 60 boys and 45 girls, 105 in all.", "105|45"),
        ("Of 5,312 people 2,656 are men.", "5,312|2,656"),
        ("Of the moor 37% is forest, and 63% heath.", "37"),
        ("The way of 62 miles, or 100 km, is long. It has 62 miles.", "62"),
        ("身高185厘米，即1.85米。", "185"),
        ("Comic Book Girl 19 sang. It cost $500. The AK-47 is old.", "19|500|47"),
        ("它叫GRB 090423，第3个，哪三种？", "090423|3个|三种"),
    ],
)
def test_a_number_that_counts_a_list_or_follows_from_others_is_left_alone(
    text: str, bound: str
) -> None:
    for each in bound.split("|"):
        texts, lists = Texts([text], [("", each)]), rules_of(code(text)).LISTS
        found = [one for one in find_figures(texts.every, lists) if one.forms == (each,)]
        assert not any(figure_words(one, texts, lists, Draws(1)) for one in found)


def test_no_numeral_is_cut() -> None:
    found = figures("五万人来，19世纪，1990年代，3月5日，2015/16年。")
    assert "五万" not in found
    assert {"1990年代"} <= found.keys()
    assert "2015/16年" in found["1990年代"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("It has 86 stops.", ""),
        ("它建于约200年前。", "200"),
        ("It has 86 stops. No other line has 86 cars.", "86"),
        ("巴士86线有86辆车。", "86"),
        ("It has 86 stops.", "a line that has 86 stops"),
        ("公交86线停在车站。", "公交86线在哪里停？"),
    ],
)
def test_a_number_that_is_no_answer_or_counts_two_things_stays(text: str, answer: str) -> None:
    assert all(
        figure_words(each, Texts([text], [("", answer)]), rules_of(code(text)).LISTS, Draws(1))
        is None
        for each in find_figures([text], rules_of(code(text)).LISTS)
    )


def test_years_that_a_sentence_binds_stay_where_others_do() -> None:
    bound = "In World War II he fought. He served for four years, from 1961 to 1965."
    [entity] = find_figures([bound], rules_of("en").LISTS)
    texts = Texts([bound], [("Until when did he serve?", "1965")])
    assert figure_words(entity, texts, rules_of("en").LISTS, Draws(1)) is None


def test_a_number_with_another_measure_in_brackets_stays() -> None:
    text = "It has 728,000 ft² (67,000 m²) of floor. It has 728,000 ft²."
    assert not figures(text).keys() & {"728,000"}
