"""Words of a Chinese question that point to what is named nowhere: "这个计划由谁来主持？"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import VOCABULARY

# Demonstratives with their classifiers, pronouns, and words for the text itself.
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
_PERSON = re.compile(f"[{''.join(VOCABULARY['common surnames'])}][\u4e00-\u9fff]{{1,2}}")
_FILLERS = re.compile(
    "[0-9０-９年月日世纪代初末期间]|什么|怎么|怎样|如何|为何|多少|由于"
    "|[在于当从自到至据对为因哪谁和与及的中后前时之，、]|以来"
)
_PLACE = re.compile("(?![全我])[\u4e00-\u9fff]{2,}?(?:市|县|省|区|镇|乡|村|州)")
_SUBJECT_ENDS = re.compile(r"[，,（(。、！？；：\s]|是(?!什)|为|在|指|位于")


def points_nowhere(question: str, documents: Iterable[tuple[str, str]]) -> bool:
    """Tell whether a question points to something that neither it names nor its subject is."""
    simplified = to_simplified()
    question = simplified(question)
    if any(_names(question, simplified(each)) for each in subjects(documents) if len(each) > 1):
        return False
    if _BARE.match(question) and not _NAME.search(question):
        return True
    return any(_unresolved(found) for found in _POINTS.finditer(question))


def subjects(documents: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield what documents are about: their titles, and the words that their texts begin with."""
    for title, text in documents:
        yield re.split(r"\s*[(（]", title)[0]
        head = _SUBJECT_ENDS.split(text[:40].lstrip("《「“\"'"))[0][:20]
        yield head.strip("《》「」“”\"'")


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
