"""What Chinese names and asks, which no letters tell from other words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import ClassVar

from lvbuild.languages import find_language
from lvbuild.languages.characters import HAN
from lvbuild.languages.chinese.normal import chinese_forms
from lvbuild.languages.chinese.words import VOCABULARY
from lvbuild.languages.naming import Naming, Pointer

_KINDS = re.compile("|".join(VOCABULARY["kinds"]))
# A name too short to be told from others has such words beside it in its row.
_BESIDE = re.compile(
    "^[驻住来在对]|总部在|各?单位|部队|金融机构|分公司|院士|大附院|大公子|高铁|同城化|产业|设立|发展"
)
_END = re.compile(f"[{''.join(VOCABULARY['ends of kind'])}]+$")
_FUNCTION = frozenset("的与")
_BETWEEN_PARTS = re.compile("[·・‧•]")
_SYLLABLES = frozenset(VOCABULARY["syllables"])
_NUMERAL = re.compile("[〇零一二三四五六七八九十百千两]+")
_ASKING = re.compile(
    "是?谁|是?誰|什么|什麼|哪里|哪裡|哪[一-龥]|何时|何時|何[一-龥]|多少|几|幾|怎么|怎麼|吗|嗎|呢"
)
_FUNCTION_WORDS = re.compile(
    "[的了着是在有和与及或而也都就不这那其之他她它我你们个于以为被把从到对向中上下]+"
    "|我们|他们|她们|这个|那个|一个|什么|因为|所以|但是|如果|可以|没有|自己|以及|并且|其中"
)
_DATED = "[元〇零一二三四五六七八九十百千0-9]|年|初|末|中|间|間|朝|代|时期|時期"


LATIN = find_language("en")
"""What Chinese texts write in Latin letters is read as English."""


class ChineseNaming(Naming):
    """The words of kind, names and questions of Chinese."""

    months: ClassVar = LATIN.months
    weekdays: ClassVar = LATIN.weekdays
    number_words: ClassVar = LATIN.number_words
    ordinal: ClassVar = LATIN.ordinal
    abbreviations: ClassVar = LATIN.abbreviations

    pointers: ClassVar = (
        Pointer(
            "^(?:[他她它牠该該此这這那]|其(?!他|它)|同样|同樣|另外|当时|當時|彼时|彼時|后来|後來|此后|此後|然而|但是"
            "|因此|也|则|則)"
        ),
        Pointer("类似地|類似地|与此同时|與此同時|[后後前]者|上述|相反，"),
        Pointer("[和与與跟](?:[他她它牠]|其(?!他|它|余|餘|中))", before="[一-龥]{2}.*，"),
        Pointer("[这這那該该][座个個位条條家年天]", before=r"的\Z"),
        Pointer("另[一有外]|另(?=[两兩三四五六七八九十])", before="一[一-龥]|首"),
        Pointer("同样|同樣", before="[与與和跟像同][^，。；]+\\Z"),
        Pointer(
            "邻近的|鄰近的|邻国|鄰國|附近的|相[邻鄰]|不[远遠][处處]|隔壁",
            before="[与與和跟离離在][^，。；]*[^，。；一]\\Z",
        ),
        Pointer("[区區]内|[区區]內", before="[一-龥]\\Z"),
        Pointer("同名", before="[》」”一-龥_]"),
        Pointer("[当當][时時](?!的?[一-龥]{0,6}[皇帝王])|彼[时時]", before="[年月日世代]|[时時]候"),
        Pointer("也[是有在曾被]", before="不[仅僅但只]|[虽雖连連即既]|，"),
        Pointer("[则則][是有在]", before="，|[若如]"),
    )

    def shared_content(self, original: str, replacement: str) -> list[str]:
        """Return the characters that both have, but words of kind, and Latin words."""
        latin = LATIN.shared_content(original, replacement)
        shared = _characters(original) & _characters(replacement)
        transcribed = all(_BETWEEN_PARTS.search(name) for name in (original, replacement))
        both = {word for word in latin if not HAN.search(word)}
        return sorted(both | (shared - _SYLLABLES if transcribed else shared))

    def is_of_kind(self, phrase: str) -> bool:
        """Tell whether a phrase is made of words of kind alone, such as 大学."""
        return not _characters(phrase) and all(HAN.search(w) for w in LATIN.telling(phrase))

    def shape(self, figure: str) -> str:
        """Return what stays of a date or number when its digits and numerals change."""
        return super().shape(_NUMERAL.sub("〇", figure))

    def era(self, phrase: str) -> re.Pattern[str] | None:
        """Return what finds a phrase used as an era's name."""
        return re.compile(f"{re.escape(phrase)}(?:{_DATED})")

    def is_empty(self, phrase: str) -> bool:
        """Tell whether a phrase is function words alone, or a single character."""
        return _FUNCTION_WORDS.fullmatch(phrase) is not None or (
            len(phrase) == 1 and HAN.match(phrase) is not None
        )

    def asked_content(self, question: str, run: int) -> set[str]:
        """Return the runs of what stands between the words that ask."""
        runs = (self.content(part, run) for part in _ASKING.split(question))
        return {each for found in runs for each in found if len(each) == run}


@lru_cache(maxsize=4096)
def _characters(phrase: str) -> frozenset[str]:
    """Return the characters of a name: words of kind and 的, 与 do not count."""
    phrase = chinese_forms([phrase])[0].folded.strip(" ;")
    plain = "".join(HAN.findall(_KINDS.sub("", _BESIDE.sub("", phrase))))
    return frozenset(_END.sub("", plain) or plain[:-1]) - _FUNCTION
