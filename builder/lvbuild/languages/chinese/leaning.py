"""Chinese words that tie a sentence, or a question, to what stands before it or outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lvbuild.languages.boundary import Lean
from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, word_tags

ENDED = re.compile(r"[。．！？…!?.][”’\"」』）)】-]*\Z")
"""A sentence's end with the marks that close behind it."""

LEAD_IN = re.compile(r"(?:[:：]|——|(?:诗|词|赞|偈|歌|判)[云曰])[“\"「]?\Z")
"""What leads in the words of another: verse, a letter, a speech."""

GOES_ON = re.compile(r"\s*[，、；：。．！？…—,;:.!?~·》〉）)】」』”’-]")
"""Punctuation after which the sentence has not ended."""

CONTINUES_QUOTATION = re.compile(
    "|".join(
        (
            "[ぁ-ん]|的|之|地|得|着|了|过|者|也|呢|吗|吧",
            "等|云云|云尔|字样",
            "与|和|及|或|而|是|在|为",
            "[一二两三四五六七八九十几数]个?字",
            "[这那一两几]+[句番声]",
        )
    )
)
"""What makes a quotation a part of the sentence that follows its closing mark."""

SPEECH_TAG = re.compile(
    r"[^，。．！？；：“”\"、,.:;!?\n]{0,9}"
    r"(?:说|道|问|答|喊|叫|嚷|回答|表示|指出|认为|写道)[，。．！？,.!?]"
)
"""A speech tag behind the speech ("他说，")."""

HANGS_ON = re.compile(
    r"\s*(?:"
    + "|".join(
        (
            "[因又便遂乃忙方且则即就却再复并将把忽才仍正早已]|连忙",
            "[笑说问叹哭]道|说[着毕罢完了的得]|言[毕罢]|想[毕罢定]|话",
            "一面|一语|一言|一句|一席|口[里内]",
            "[引唬气慌喜哄][的得]|递[与给]",
            "[正刚][说想看听问哭笑闹]|[说想]到|说话|想了|如此",
            "要知|欲知|不知|未知|正是|[后下]回|且听|不在话下|不必|不提",
        )
    )
    + ")"
)
"""A sentence without a subject, one that takes up the speech before it, or a chapter's last words:
nothing should come between."""

_TOLD_ON = re.compile("那(?![时時里裡边邊些个個样樣日知种種])|且说|却说|只见")
"""What a storyteller begins a sentence with that has a subject of its own ("那宝玉")."""

CLINGS = re.compile(
    r"\s*(?:"
    + "|".join(
        (
            "(?:话|一?[语言]|一?句话|说)[犹还]?未[说曾]?[了终完毕]",
            "终不知|[要欲未]知(?![道数名的])|不知[^，。．]{0,6}[，。．](?:且听|[后下]回)",
            "正是[：:]|且听|[后下]回",
            '[^，。．！？：“”"]{0,6}(?:不[题提表叙]|不在话下|无话|后话)[。．]',
        )
    )
    + ")"
)
"""A phrase that no other sentence may come before: it breaks off the speech that stands there, or
closes what is told."""


_OPENING = re.compile(r"[\s“”\"「『‘（(【]*")
_POINTS_BACK = re.compile(
    "[该該其此这這那他她它牠祂彼]|本(?!·)|自己|上述|以[上下]|如[上下前]|[两兩二]者|[双雙]方|[前后後]者"
    "|只[是因怕得见見有好不]|不料|[谁誰]知|[况況]且|何[况況]|再[说說者]|[却卻]|倒|偏|可[知见見]|[难難]怪|怪不得|今(?![年天日井村川])"
    "|因[此而]|因[为為]|所以|于是|於是|故|从而|從而|然而|但|不[过過]|可是|反之|相反|否[则則]"
    "|同[时時年月日样樣一]|另|此|除此|[与與]此|[与與]之|[当當][时時年日中]|那[时時]|[后後]|之[后後前]|随|隨"
    "|然[后後]|接[着著]|首先|其|最[后後終终初]|次[年日月]|翌|起[初先]|直[到至]|例如|比如|如|即"
    "|并|並|而|且|也|亦|又|还|還|则|則|就|便|再|[既虽雖]|[尽儘]管"
    "|全[剧劇片书書曲市县縣国國省区區校站线線程]"
)
_PRONOUN = re.compile(
    "[他她它牠祂该該此这這]|其(?!他|它|实|實)|自己|[两兩二前后後]者"
    "|本[人鱼魚站剧劇片书書作身种種科属屬校市县縣区區省公院会會馆館社线線路]"
)
PRONOUNS = re.compile(
    rf"{_PRONOUN.pattern}|那(?![时時里裡])|其|彼|之[，。．]"
    "|(?:^|[，；])[^，。．！？；]{0,4}?(?:因|又|便|遂|乃|忙|方|且|却|再|复|将|也|亦|还|只|就|才|仍|倒|偏|竟|原来|幸)"
)
"""Words that may stand for what another sentence tells of, or go on with it."""
_NUMERAL = "0-9０-９〇零一二三四五六七八九十百千"
_TIME = re.compile(
    f"[于於在到至自从從直]?(?:约|約|公元前?|民[国國])?[{_NUMERAL}]+"
    f"(?:世[纪紀]|年代?|月|日|至|到|[-—~～–{_NUMERAL}])+[^，。；,;]{{0,8}}[，,]"
)
_NAMED = re.compile(r"[《「“\"『]?[A-Z][A-Za-z]|《|[^，。；：、（(\s]{1,8}[·•‧・]")
_HEAD = 30
_QUOTES = '《》「」“”"『』'
_END = re.compile(f"[^\\w{_QUOTES}]")
_TOLD_ANEW = re.compile("[却且话][说說]|一[日天夜时時]|少[顷頃]")
"""What a storyteller begins with who leaves what was told."""
_LEAST_NAME = 2
_LONGEST_WORD = 4
_NOUNS = frozenset("nstf")
"""How jieba tags nouns and names, places, times and sides."""


def chinese_lean(text: str, start: int, stop: int) -> Lean:
    """Return how much a sentence leans on what stands before it.

    It points back by its first words, after a date too, or by a pronoun where no name leads it. It
    names what it tells of where it begins with a title, a foreign name or, as the text itself
    does, with the text's subject; any other may lack a subject and go on about the one before.
    """
    begin = _OPENING.match(text, start, stop).end()  # type: ignore[union-attr]
    if begin >= stop:
        return Lean.NAMES
    after_time = _TIME.match(text, begin, stop)
    subject = after_time.end() if after_time else begin
    if any(_POINTS_BACK.match(text, place, stop) for place in (begin, subject)):
        return Lean.POINTS_BACK
    if _NAMED.match(text, subject, stop) or _begins_alike(text, subject):
        return Lean.NAMES
    return Lean.POINTS_BACK if _PRONOUN.search(text, subject, stop) else Lean.GOES_ON


def takes_up(text: str, place: int, end: int) -> bool:
    """Tell whether the sentence behind a place goes on about the one before, or lacks a subject."""
    after_time = _TIME.match(text, place, end)
    subject = after_time.end() if after_time else place
    return any(
        (HANGS_ON.match(text, at, end) or _POINTS_BACK.match(text, at, end))
        and not _TOLD_ON.match(text, at, end)
        for at in (place, subject)
    )


def has_subject(text: str, start: int) -> bool:
    """Tell whether a sentence begins with a noun or a name, or with a time or place.

    Any other goes on about the subject of the one before, as a rule.
    """
    tags = word_tags()
    begin = _OPENING.match(text, start).end()  # type: ignore[union-attr]
    head = to_simplified()(text[begin : begin + _LONGEST_WORD])
    words = (head[:size] for size in range(len(head), 0, -1))
    tag = next((tags[word] for word in words if word in tags), "")
    return tag[:1] in _NOUNS or any(begins.match(text, begin) for begins in (_TIME, _TOLD_ANEW))


def _begins_alike(text: str, subject: int) -> bool:
    """Tell whether a sentence begins as the text does, with a word and not with a number."""
    from rapidfuzz.distance import Prefix

    head = _first_words(text[_OPENING.match(text).end() :][:_HEAD])  # type: ignore[union-attr]
    here = _first_words(text[subject : subject + _HEAD])
    shared = Prefix.similarity(head, here)
    return shared >= _LEAST_NAME and not head[:shared].isnumeric()


def _first_words(text: str) -> str:
    return _END.split(text.lstrip(_QUOTES), maxsplit=1)[0]


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
    for subject in map(simplified, subjects(documents)):
        size = min(len(subject), 3)  # characters on end of its name
        runs = (subject[start : start + size] for start in range(len(subject) - size + 1))
        if len(subject) > 1 and any(run in question for run in runs):
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
