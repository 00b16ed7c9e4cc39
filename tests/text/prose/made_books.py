"""Books made for tests: a title page, lists of many kinds, and chapters of invented prose."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterable, Sequence

from lvbuild.core.model import LanguageCode

TITLE_PAGE = (
    "THE MILL ON THE FEN\n\nA TALE\n\nby Ann Lee\n\n_With six illustrations_\n\nLondon\n"
    "Hart & Sons, Publishers\n1871\n\nTo my brother, who knew the mill."
)
TITLES = (
    "The Mill",
    "A Stranger at the Gate",
    "What the Miller Said",
    "Down to the Sea",
    "The Long Winter",
    "A Letter from Home",
    "Over the Hills",
    "The Last Lamp",
)
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
SPELLED = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")
WORDS = (
    "the of and to a in that it was he had with his for as at but not she they were which by from "
    "miller river lantern wagon meadow orchard winter morning village harbour candle garden window "
    "slowly often quietly nearly always carried followed remembered opened gathered waited listened"
).split()
CHINESE_TITLES = (
    "石桥边初逢旧识",
    "破庙中夜听风声",
    "老船夫细说前缘",
    "小书生误入深山",
    "大雪封门断粮道",
    "一封家书到边城",
    "翻过山岭见故人",
    "灯火阑珊送归客",
)
NUMERALS = "一二三四五六七八"
CHARACTERS = "山水风云村前桥下老人孩子慢走来去看见听说天色将晚河边灯火船上只有一声不见回头想起当年"

Chapter = tuple[str, str]
"""A chapter's heading and its prose."""


def paragraph(draw: random.Random, language: LanguageCode, sentences: int) -> str:
    """Write a paragraph of sentences, in English wrapped to a width, in Chinese one line."""
    if language == "zh":
        return "".join(_chinese_sentence(draw) for _ in range(sentences))
    told = " ".join(_english_sentence(draw) for _ in range(sentences))
    return textwrap.fill(told, 72, break_on_hyphens=False)


def _english_sentence(draw: random.Random) -> str:
    words = draw.choices(WORDS, k=draw.randint(8, 20))
    return " ".join(words).capitalize() + "."


def _chinese_sentence(draw: random.Random) -> str:
    return "，".join("".join(draw.choices(CHARACTERS, k=draw.randint(5, 11))) for _ in "ab") + "。"


def prose(seed: object, language: LanguageCode = "en", paragraphs: int = 5) -> str:
    """Write the paragraphs of a chapter."""
    draw = random.Random(f"{language} {seed}")
    between = "\n\n" if language == "en" else "\n"
    told = (paragraph(draw, language, draw.randint(4, 7)) for _ in range(paragraphs))
    return between.join(told)


def body(headings: Iterable[str], language: LanguageCode = "en", seed: object = "") -> str:
    """Write chapters under headings; one that ends with a line feed has none of its own."""
    parts = []
    for number, heading in enumerate(headings):
        if heading.endswith("\n"):
            parts.append(heading.rstrip())
        elif language == "en":
            parts.append(f"{heading}\n\n\n{prose((seed, number))}")
        else:
            parts.append(f"{heading}\n{prose((seed, number), language)}")
    return ("\n\n\n\n" if language == "en" else "\n").join(parts)


def lines(written: Callable[[int, str], str], titles: Sequence[str] = TITLES) -> list[str]:
    """Write a line for each title, by its place from 0."""
    return [written(place, title) for place, title in enumerate(titles)]


def led(title: str, page: object, width: int = 60) -> str:
    """Lead from a title to its page by dots."""
    return f"{title} {' .' * ((width - len(title)) // 2)} {page}"
