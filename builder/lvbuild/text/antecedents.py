"""Words of a question that point to what is named nowhere: "这个计划由谁来主持？", "this plan"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from lvbuild.languages.characters import to_simplified

_CHINESE = re.compile("[\u4e00-\u9fff]")

# Chinese: demonstratives with their classifiers, pronouns, and words for the text itself.
_CLASSIFIERS = "一个位名种部座家所项次届款场条首张些类套支句本篇块段点"
_BEFORE_PRONOUNS = (
    "，。、？：；0-9年月日时后前中里为让使由给对与和及跟同被向把从在是问说以将而但则并且因于"
    "当认到过了示"
)
"""Within names such as 巴吞他尼府 there are none."""
_POINTS = re.compile(
    rf"(?P<these>(?:这|该|此)[{_CLASSIFIERS}]*)"
    "|(?<![日版文样标成资剧脚课原根蓝读抄副坂基单])本"
    "(?:文|书|片|剧|届|次|赛|站|线|市|县|省|校|院|馆|品|案|题|合同|公司)"
    "|(?P<all>[全我](?:市|县|省|区|镇|乡|村)(?!级))"
    rf"|(?P<he>(?:^|(?<=[{_BEFORE_PRONOUNS}]))[他她](?!们|人|国|乡|杀|者))"
    rf"|(?P<they>(?:^|(?<=[{_BEFORE_PRONOUNS}]))(?:[他她它牠]们|[它牠]))"
    "|在此(?![之期后前次外基])|(?<!那)这里|那里|上述|(?:^|[，。])以上"
    "|下列(?=哪|各|选|说|关|有)|前者|后者|(?<![英中法德日韩俄拉论散条])文中|^文章|本段"
)
_BARE = re.compile(
    "(?:在)?(?:球队|球会|决赛|比赛|赛事|教堂|广场|漫画|动画|作品|公园|屋苑|影片|电影|小说|专辑|歌曲|节目"
    "|剧集|故事|男主角|女主角|主角|法案|新法案|事件|会议|男方|女方|雌[鱼鸟兽性]|雄[鱼鸟兽性]|幼[鱼鸟兽体]"
    "|成[鱼鸟虫体]|车站|路线|线路|大桥|寺院|庙宇|建筑|战役|条约|公司|学校|校园|医院|全书|书中|片中|剧中)"
    "(?=[的在由是有于因何被为共总最分里内中曾于以将会一什哪多面主])"
    "|[原被]告(?!席)|产品(?=[应的在由是有可能需])|法院判决被告"
)
"""What has no name of its own, at the beginning of a question, is that of its document."""
_NO_POINTER = re.compile(r"[因如从由彼至就为]此|此外|此后|此前|应该|活该|这么|这样|这一?点")
_APPOSED = re.compile(
    r"[^了着过在对于从为以与和及到至由被把将给向用按据使让是有的中后前时明写拍演唱获，、。？\s]$"
)
_MARKED = re.compile(r"[》”」』）)A-Za-z0-9]$")
_NAME = re.compile(r"[·《“「A-Z]")
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭郎"
    "鲁韦马苗俞任袁柳鲍史唐费岑薛雷贺倪汤滕殷罗毕郝安常乐于傅皮卞齐康伍余顾孟黄穆萧尹姚邵汪祁毛"
    "狄米贝戴宋庞熊纪舒屈项祝董梁杜阮蓝席季麻贾路娄江童颜郭梅盛林钟徐邱骆高夏蔡田胡凌霍虞万柯卢莫"
    "房丁邓单洪包石崔龚程邢裴陆翁荀甄曲封储靳段焦谷车侯宫宁仇甘厉武刘景詹龙叶司黎薄白蒲卓池乔赖"
    "温庄晏柴瞿阎艾容易廖耿匡欧沃越隆聂敖冷辛简饶曾沙关游桓司马上官欧阳诸葛"
)
_PERSON = re.compile(f"[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}")
_FILLERS = re.compile(
    "[0-9０-９年月日世纪代初末期间]|什么|怎么|怎样|如何|为何|多少|由于"
    "|[在于当从自到至据对为因哪谁和与及的中后前时之，、]|以来"
)
_PLACE = re.compile("(?![全我])[\u4e00-\u9fff]{2,}?(?:市|县|省|区|镇|乡|村|州)")
_SUBJECT_ENDS = re.compile(r"[，,（(。、！？；：\s]|是(?!什)|为|在|指|位于")

# English.
_SELF = re.compile(
    r"\b(?:this|these)\s+[a-z]+|\bthe\s+(?:above|aforementioned|former|latter)\b"
    r"|\bthe\s+(?:passage|text|article|paper|study|authors?|document|excerpt|paragraph)\b",
    re.IGNORECASE,
)
_HE = re.compile(r"\b(?:he|she|his|her|hers|him|it|its|they|their|them)\b", re.IGNORECASE)
_THIS_TIME = re.compile(r"this\s+(?:year|day|month|week|century|time|way|is|was)\b", re.IGNORECASE)
_FUNCTION = {
    *(
        "what which who whom whose when where why how is are was were be been do does did has have"
        " had can could will would should may might in on at of to from by for with about after"
        " before during since until under over into as and or but if the a an first last many much"
        " long old year date name age kind type there not also while"
    ).split()
}
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def points_nowhere(question: str, subjects: Iterable[str]) -> bool:
    """Tell whether a question points to something that neither it names nor its subject is.

    `subjects` are what its documents are about: a question that tells of one by name may point to
    it. Where that is in doubt, the question is taken to be right.
    """
    if not _CHINESE.search(question):
        return _english(question)
    simplified = to_simplified()
    question = simplified(question)
    if any(_names(question, simplified(each)) for each in subjects if len(each) > 1):
        return False
    if _BARE.match(question) and not _NAME.search(question):
        return True
    return any(_unresolved(found) for found in _POINTS.finditer(question))


def subject(title: str, text: str) -> tuple[str, str]:
    """Return what a document is about: its title, and the words that its text begins with."""
    head = _SUBJECT_ENDS.split(text[:40].lstrip("《「“\"'"))[0][:20]
    return re.split(r"\s*[(（]", title)[0], head.strip("《》「」“”\"'")


def _names(question: str, subject: str) -> bool:
    """Tell whether a question has a subject's name, or three characters of it on end."""
    if subject in question:
        return True
    blocks = SequenceMatcher(None, question, subject, autojunk=False).get_matching_blocks()
    return max(block.size for block in blocks) >= min(len(subject), 3)


def _unresolved(found: re.Match[str]) -> bool:
    """Tell whether what a word points to is named nowhere before it."""
    question, before = found.string, found.string[: found.start()]
    if any(_NO_POINTER.match(question, max(found.start() - back, 0)) for back in (0, 1)):
        return False
    if _MARKED.search(before):
        return False
    kind = found.lastgroup
    if kind == "these":
        named = any(character in before for character in question[found.end() :][:2])
        return not (named or (found["these"][0] == "这" and _APPOSED.search(before)))
    if kind == "all":
        return not _PLACE.search(before + question[found.end() :])
    if kind == "he":
        return not (_NAME.search(before) or _PERSON.search(before))
    return kind != "they" or not (_NAME.search(before) or len(_FILLERS.sub("", before)) > 1)


def _english(question: str) -> bool:
    words = _WORD.findall(question)
    names = any(word[0].isupper() and word != "I" for word in words[1:])
    if names or re.search(r"[\"“‘]|\d{3}", question):
        return False
    if any(not _THIS_TIME.match(question, found.start()) for found in _SELF.finditer(question)):
        return True
    for word in words:
        if _HE.fullmatch(word):
            return True
        if word.lower() not in _FUNCTION:
            return False
    return False
