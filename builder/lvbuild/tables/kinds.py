"""Words of kind, which a name and its replacement may share, and the shape of dates and numbers."""

from __future__ import annotations

import re
from functools import lru_cache

from lvbuild.core.model import LanguageCode
from lvbuild.languages.english.words import STOP_WORDS
from lvbuild.text.content import content
from lvbuild.text.normal import normalise

NAMES = frozenset({"person", "place", "organisation", "title"})
"""The kinds of rows whose replacements have to be new to the pool."""

FIGURES = frozenset({"date", "number"})
"""The kinds of rows that keep the shape of what they replace."""

_MONTHS = frozenset(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec""".split()
)
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_NUMBER_WORDS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion first second third fourth fifth sixth seventh eighth ninth
    tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
    nineteenth twentieth thirtieth once twice half dozen""".split()
)
_UNITS = frozenset(
    """inch inches foot feet yard yards mile miles metre metres meter meters kilometre kilometres
    kilometer kilometers km cm mm gram grams kg pound pounds ton tons tonne tonnes litre litres
    acre acres hectare hectares second seconds minute minutes hour hours day days week weeks month
    months year years century centuries percent dollar dollars euro euros""".split()
)
_KINDS_OF_NAMES = frozenset(
    """river rivers creek brook lake lakes mount mountain mountains island islands bay gulf sea
    ocean strait valley forest park street road avenue lane route highway parkway ferry bridge
    wall barrier station railway railroad airport port harbour harbor castle palace farm farms
    brewery course tower gate hall house square garden gardens church cathedral abbey temple
    monastery city town village county district province state states kingdom empire republic
    republican university college school institute institution academy society association union
    club company corporation co inc ltd llc plc entertainment records record group bank hospital
    museum library gallery theatre theater press party council committee commission ministry
    department office bureau agency court army navy regiment team league cup band orchestra
    choir festival game games race hockey football flight nation prize award medal order act
    treaty war battle book film novel song album series season chapter part volume north south
    east west northern southern eastern western new old great saint st sir lord lady king queen
    prince princess duke duchess earl count countess baron emperor pope bishop mr mrs ms dr
    professor president general captain van von de née isla tierra di da del della du la le el
    al ibn bin jr sr""".split()
)
_ENGLISH = _MONTHS | _WEEKDAYS | _UNITS | _KINDS_OF_NAMES
_ROMAN = re.compile(r"[ivxlcdm]+")

_CHINESE_WORDS = re.compile(
    "|".join(
        """大学 医学院 学院 画院 航海学校 女学校 学校 学堂 中学 小学 书院 研究所 研究院
        戏院 广场 花园 码头 地区 山脉 盆地 沙漠 巴士
        博物馆 图书馆 藏书楼 档案馆 美术馆 音乐院 天文台 气象台 测候所 植物园 动物园
        出版社 印书局 制图局 公司 集团 银行 铁路 公路 高速 城际 机场
        车站 医院 委员会 协会 学会 联盟 俱乐部 乐团 剧院 电视台 先生 女士 教授 博士
        总统 皇帝 国王 将军 世纪 年代 公里 公分 公斤 分钟 小时 美元 万户""".split()
    )
)
# A name too short to be told from others has such words beside it in its row.
_CHINESE_BESIDE = re.compile(
    "^[驻住来在对]|总部在|各?单位|部队|金融机构|分公司|院士|大附院|大公子|高铁|同城化|产业|设立|发展"
)
_CHINESE_ENDS = (
    "年月日号时分秒届期"
    "国省市县区州郡府镇乡村庄寨街路道巷里线桥站港城堡"
    "山岭峰江河湖海洋湾岛溪川水泉池集内"
    "院馆社会所局部厅处队团校系班派级堂军党店厂寺庙宫殿塔楼园"
    "族人氏王帝后公侯伯爵奖杯书记传史志集篇曲歌语文议"
)
_CHINESE_END = re.compile(f"[{_CHINESE_ENDS}]+$")
_CHINESE_FUNCTION = frozenset("的与")
_BETWEEN_PARTS = re.compile("[·・‧•]")
_SYLLABLES = frozenset("尔爾斯克德特亚亞利里拉诺諾")
"""Characters that write a sound in most transcribed names, and say nothing of whose they are."""
HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_CHINESE_NUMERAL = re.compile("[〇零一二三四五六七八九十百千两]+")
_FIRST_DAY = re.compile("初一|一[个個]?月")
_FIGURE_WORDS = 4
_ABOUT = frozenset("almost approximately around circa nearly roughly".split())
_CHINESE_FIGURE = re.compile(
    r"\d[\d.,:年月日%]*|[〇零一二三四五六七八九十百千两兩万萬亿億]{2,}"
    "|[一二三四五六七八九十百千两兩](?:年|月|日|岁|歲|个|個|次|人|名|座|条|條|位|所|层|層|倍|米)"
)
_TELLING_NUMBERS = _NUMBER_WORDS - {"one", "second", "once", "half", "first", "third"}
_TELLING_MONTHS = {month.title() for month in _MONTHS - {"mar", "may", "jan"}} | {"May"}
_ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_LETTERS = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"\d{4}")


def shared_content(original: str, replacement: str, language: LanguageCode) -> list[str]:
    """Return the content words, in Chinese the characters, that both have, but words of kind.

    Initials, and the usual syllables of transcribed names of several parts, do not count.
    """
    both = {word for word in _words(original) & _words(replacement) if len(word) > 1}
    if language == "zh":
        both = {word for word in both if not HAN.search(word)}
        shared = _characters(original) & _characters(replacement)
        transcribed = all(_BETWEEN_PARTS.search(name) for name in (original, replacement))
        both |= shared - _SYLLABLES if transcribed else shared
    return sorted(both)


def is_of_kind(phrase: str, language: LanguageCode) -> bool:
    """Tell whether a phrase is made of words of kind alone, such as River or 大学."""
    words = _words(phrase)
    if language == "en":
        return not words
    return not _characters(phrase) and all(HAN.search(word) for word in words)


def _words(phrase: str) -> set[str]:
    words = content(phrase, "en") - _ENGLISH
    return {word for word in words if not _ROMAN.fullmatch(word)}


@lru_cache(maxsize=4096)
def _characters(phrase: str) -> frozenset[str]:
    """Return the Chinese characters of a name: words of kind and 的, 与 do not count."""
    phrase = normalise(phrase, "zh")
    plain = "".join(HAN.findall(_CHINESE_WORDS.sub("", _CHINESE_BESIDE.sub("", phrase))))
    return frozenset(_CHINESE_END.sub("", plain) or plain[:-1]) - _CHINESE_FUNCTION


def has_figure(text: str, language: LanguageCode) -> bool:
    """Tell whether a text holds a number or a date, in figures or in words."""
    if _DIGITS.search(text):
        return True
    if language == "zh":
        telling = _FIRST_DAY.search(text) or _CHINESE_NUMERAL.search(text.replace("一", ""))
        return telling is not None
    words = {word.casefold() for word in _LETTERS.findall(text)}
    return not words.isdisjoint(_TELLING_NUMBERS) or not _TELLING_MONTHS.isdisjoint(text.split())


def is_figure(phrase: str, language: LanguageCode) -> bool:
    """Tell whether a phrase is a number or a date, with little beside it."""
    if language == "zh":
        figures = sum(len(found[0]) for found in _CHINESE_FIGURE.finditer(phrase))
        return 2 * figures >= len(phrase) > 0
    words = [word for word in phrase.split() if word.casefold() not in STOP_WORDS | _ABOUT]
    short = len(phrase.split()) <= _FIGURE_WORDS
    return short and bool(words) and has_figure(words[0], language)


def shape(figure: str, language: LanguageCode) -> str:
    """Return what stays of a date or number when its digits, months and numerals change.

    Numbers of any length are alike, but four digits are a year's. An era's name, or whatever else
    holds no number, is "".
    """
    text = _ORDINAL.sub("", figure.casefold())
    if language == "zh":
        text = _CHINESE_NUMERAL.sub("〇", text)
    text = _LETTERS.sub(_letters_shape, text)
    text = _DIGITS.sub(lambda run: "0000" if _YEAR.fullmatch(run[0]) else "0", text)
    return text if re.search("[0〇#]", text) else ""


def _letters_shape(run: re.Match[str]) -> str:
    word = run[0]
    for mark, words in (("#m", _MONTHS), ("#d", _WEEKDAYS), ("#n", _NUMBER_WORDS)):
        if word in words:
            return mark
    return "a" if len(word) == 1 and word.isascii() else word
