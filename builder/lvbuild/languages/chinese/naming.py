"""What Chinese names and asks, which no letters tell from other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar

from lvbuild.languages import find_language
from lvbuild.languages.characters import HAN
from lvbuild.languages.chinese.normal import chinese_forms
from lvbuild.languages.chinese.words import VOCABULARY, chinese_tagger
from lvbuild.languages.naming import Naming, Pointer, Sort

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
_FIRST_DAY = re.compile("初一|一[个個]?月")
_FIGURE = re.compile(
    r"\d[\d.,:年月日%]*|[〇零一二三四五六七八九十百千两兩万萬亿億]{2,}"
    "|[一二三四五六七八九十百千两兩](?:年|月|日|岁|歲|个|個|次|人|名|座|条|條|位|所|层|層|倍|米)"
)
_TITLES = re.compile('《[^》]+》|[「“"][^」”"]{1,20}[」”"]')
_FOREIGN = re.compile(
    "[一-龥]+(?:[·•‧・][一-龥]+)+|[0-9A-Za-z]*[A-Za-z][0-9A-Za-z.&-]*(?: [0-9A-Z][0-9A-Za-z.&-]*)*"
)
_PLACES = re.compile(
    "[一-龥]{1,5}(?:[省市县縣区區州郡府镇鎮乡鄉村庄莊寨集堡街道路湾灣岛島山河江湖港]|地方)"
)
_ASKING = re.compile(
    "是?谁|是?誰|什么|什麼|哪里|哪裡|哪[一-龥]|何时|何時|何[一-龥]|多少|几|幾|怎么|怎麼|吗|嗎|呢"
)
_FUNCTION_WORDS = re.compile(
    "[的了着是在有和与及或而也都就不这那其之他她它我你们个于以为被把从到对向中上下]+"
    "|我们|他们|她们|这个|那个|一个|什么|因为|所以|但是|如果|可以|没有|自己|以及|并且|其中"
)
_DATED = "[元〇零一二三四五六七八九十百千0-9]|年|初|末|中|间|間|朝|代|时期|時期"
_SURNAMES = frozenset(VOCABULARY["surnames"])
_KIN = re.compile("[女儿兒子妻夫父母兄弟姐妹孙孫]$")
_LONGEST_PERSON = 4
_NAMELESS: Mapping[Sort, str] = {
    "person": (
        "一[位名][^，。；]|一[個个][^，。；]{0,6}[人家者师師匠员員儿女]|某[人位]|有人|[他别別]人"
    ),
    "place": "[在于於到往自从從]一[座個个處处所间間家]|某[地处處]|[当當外]地|附近|[别別][处處]",
}
"""What a fact says instead of a name."""


LATIN = find_language("en")
"""What Chinese texts write in Latin letters is read as English."""


class ChineseNaming(Naming):
    """The words of kind, names and questions of Chinese."""

    months: ClassVar = LATIN.months
    weekdays: ClassVar = LATIN.weekdays
    number_words: ClassVar = LATIN.number_words
    ordinal: ClassVar = LATIN.ordinal
    years: ClassVar = LATIN.years
    abbreviations: ClassVar = LATIN.abbreviations
    asks: ClassVar[Mapping[Sort, str]] = {
        "person": "谁|誰|何人|什[么麼]人|哪一?[位名]|哪[个個]人",
        "date": (
            "何[时時年日月]|哪一?[年天日]|哪一?[个個]?月|[几幾][月号號]"
            "|什[么麼](?:[时時][候间間期]|年[代份]|日[子期])|哪[个個](?:[时時]期|年代|朝代)"
        ),
        "number": "多少|多[长長高大远遠重久深宽寬快]|[几幾](?![乎何月号號])",
        "place": (
            "哪[里裡裏儿兒]|何[处處地]|什[么麼]地[方点點]|在哪(?!一?[年天个個位名])"
            "|哪一?[个個座]?(?:城市|地[方区區]|[国國省市县縣区區州镇鎮村岛島])"
        ),
    }
    dates: ClassVar = re.compile(
        "[0-9〇零一二三四五六七八九十百元]+(?:年|月|日|[号號]|世[纪紀])|年代|[时時]期|[时時]代"
        "|[初末]年|初[一二三四五六七八九十]|[唐宋元明清][初末代朝]"
    )
    figures: ClassVar = re.compile("[0-9][0-9.,]*|[〇零二三四五六七八九十百千两兩]{2,}")

    titles: ClassVar = re.compile("《[^》]+》")
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

    def has_figure(self, text: str) -> bool:
        """Tell whether a text holds a number or a date, in figures or in words."""
        if re.search(r"\d", text):
            return True
        telling = _FIRST_DAY.search(text) or _NUMERAL.search(text.replace("一", ""))
        return telling is not None

    def is_figure(self, phrase: str) -> bool:
        """Tell whether at least half of a phrase is numbers."""
        figures = sum(len(found[0]) for found in _FIGURE.finditer(phrase))
        return 2 * figures >= len(phrase) > 0

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

    def names(self, text: str, *, first: bool = False) -> Iterator[str]:
        """Yield the titles and foreign names of a text."""
        yield from (found[0].strip('《》「」“”"') for found in _TITLES.finditer(text))
        yield from (found[0] for found in _FOREIGN.finditer(text))

    def is_person(self, name: str) -> bool:
        """Tell whether a name may be a person's: it is no place's, nor a word of kind."""
        return not _PLACES.fullmatch(name) and not self.is_of_kind(name)

    def may_be_name(self, answer: str) -> bool:
        """Return True."""
        return True

    def offers(self, text: str, sort: Sort, known: str) -> bool:
        """Tell whether a text offers an answer of a sort, beside names that are known already."""
        if sort in {"date", "number"}:
            return super().offers(text, sort, known) or (sort == "date" and self.has_figure(text))
        found, tagged = list(self.names(text)), chinese_tagger().cut(text)
        if sort == "person":
            found = [name for name in found if self.is_person(name)]
            found += [pair.word for pair in tagged if _is_person(pair.word, pair.flag)]
        else:
            found += [place[0] for place in _PLACES.finditer(text)]
            found += [pair.word for pair in tagged if pair.flag == "ns"]
        return any(name not in known for name in found) or not re.search(_NAMELESS[sort], text)

    def shares_particular(self, wanted: Iterable[str], question: str, text: str) -> bool:
        """Tell whether a text shares any of a question's particulars."""
        return any(self.holds(text, one) for one in wanted)


@lru_cache(maxsize=4096)
def _characters(phrase: str) -> frozenset[str]:
    """Return the characters of a name: words of kind and 的, 与 do not count."""
    phrase = chinese_forms([phrase])[0].folded.strip(" ;")
    plain = "".join(HAN.findall(_KINDS.sub("", _BESIDE.sub("", phrase))))
    return frozenset(_END.sub("", plain) or plain[:-1]) - _FUNCTION


def _is_person(word: str, flag: str) -> bool:
    """Tell whether jieba takes a word for a person's name, and may be right."""
    named = flag == "nr" and word[0] in _SURNAMES and 2 <= len(word) <= _LONGEST_PERSON
    return named and not _KIN.search(word)
