"""The names in a text, as far as its letters and a few lists tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.core.model import LanguageCode
from lvbuild.languages.english.words import SENTENCE_OPENERS
from lvbuild.tables.kinds import is_of_kind

_ASKING = frozenset("what which who whom whose when where why how is are was were did does".split())
_ENGLISH = re.compile(
    r"[“\"][^”\"]+[”\"]|[A-Z][^\W_]*(?:['’.&-][^\W_]+)*"
    r"(?:(?:\s(?:of|the|de|du|van|von|der|la|al))*\s[A-Z0-9][^\W_]*(?:['’.&-][^\W_]+)*)*"
)
_RANKS = frozenset(
    """baron baroness bishop captain count countess dame doctor duchess duke earl emperor general
    king lady lord pope president prince princess professor queen saint sir""".split()
)
_DATES = frozenset(
    """January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday I""".split()
)
_TITLES = re.compile('《[^》]+》|[「“"][^」”"]{1,20}[」”"]')
_FOREIGN = re.compile(
    "[一-龥]+(?:[·•‧・][一-龥]+)+|[0-9A-Za-z]*[A-Za-z][0-9A-Za-z.&-]*(?: [0-9A-Z][0-9A-Za-z.&-]*)*"
)
_PLACES = re.compile(
    "[一-龥]{1,5}(?:[省市县縣区區州郡府镇鎮乡鄉村庄莊寨集堡街道路湾灣岛島山河江湖港]|地方)"
)
_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗"
    "凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵汪祁毛禹狄"
    "米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍"
    "虞万支柯管卢莫经房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉钮龚程嵇邢裴陆荣翁荀羊惠曲封芮储靳松井段富巫乌焦巴"
    "弓牧山谷车侯宓蓬全班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶黎薄印宿白怀蒲从鄂索咸籍赖卓蔺屠蒙池乔"
    "阴能苍双闻莘党翟谭贡劳姬申扶堵冉宰桑桂牛寿通边扈燕冀浦尚农温别庄晏柴瞿阎慕连茹习艾鱼容向古易慎戈廖庚终居衡"
    "步都耿满弘匡国文寇广东欧沃利蔚越隆师巩聂晁勾敖融冷辛阚那简饶曾沙养须丰关查红游权益桓公顏贏蕭劉陳張許鄧盧羅"
    "謝葉蘇趙錢孫鄭馮衛蔣韓楊呂嚴魏鄒竇雲魯韋馬鳳費賀湯畢鄔樂時傅齊顧黃穆貝談龐紀項藍閔麻賈婁顏鍾駱"
)
_KIN = re.compile("[女儿兒子妻夫父母兄弟姐妹孙孫]$")
_LONGEST_PERSON = 4


def names(text: str, language: LanguageCode, *, first: bool = False) -> Iterator[str]:
    """Yield the names of a text that its letters tell, without quotation marks around them.

    In English these are its words with capitals and titles, with `first` also a single word that
    begins it, which may be no name; in Chinese titles and foreign names.
    """
    if language == "zh":
        yield from (found[0].strip('《》「」“”"') for found in _TITLES.finditer(text))
        yield from (found[0] for found in _FOREIGN.finditer(text))
        return
    for found in _ENGLISH.finditer(text):
        words = found[0].strip('“”"').split()
        begins = found.start() == 0 and found[0][0] not in '“"'
        if words[0].lower() in SENTENCE_OPENERS | _ASKING or (
            begins and len(words) == 1 and not first
        ):
            words = words[1:]
        if words and not (len(words) == 1 and (words[0] in _DATES or words[0].isdecimal())):
            yield " ".join(words)


def persons(text: str) -> Iterator[str]:
    """Yield what jieba takes for the names of persons in a Chinese text: not all, nor all such."""
    for word, flag in _tagged(text):
        named = flag == "nr" and word[0] in _SURNAMES and 2 <= len(word) <= _LONGEST_PERSON
        if named and not _KIN.search(word):
            yield word


def is_person(name: str, language: LanguageCode) -> bool:
    """Tell whether a name may be a person's: it holds no word such as River or 大学."""
    if language == "en":
        words = (word.casefold() for word in name.split())
        return not any(is_of_kind(word, "en") for word in words if word not in _RANKS)
    return not _PLACES.fullmatch(name) and not is_of_kind(name, "zh")


def places(text: str) -> Iterator[str]:
    """Yield what may be the names of places in a Chinese text, and those that jieba knows."""
    yield from (found[0] for found in _PLACES.finditer(text))
    yield from (word for word, flag in _tagged(text) if flag == "ns")


def _tagged(text: str) -> list[tuple[str, str]]:
    from lvbuild.languages.chinese.words import chinese_tagger

    return [(pair.word, pair.flag) for pair in chinese_tagger().cut(text)]
