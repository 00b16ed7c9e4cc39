"""The Chinese words that tie what follows a full stop or a quotation to what stands before it."""

from __future__ import annotations

import re

from lvbuild.languages.boundary import Lean

ENDED = re.compile(r"[。．！？…!?.][”’\"」』）)】-]*\Z")
"""A sentence's end with the marks that close behind it."""

LEAD_IN = re.compile(r"(?:[:：]|——|(?:诗|词|赞|偈|歌|判)[云曰])[“\"「]?\Z")
"""What leads in the words of another: verse, a letter, a speech."""

AWAITS_WORDS = re.compile(r"[（(][^（）()\n]{0,12}[云唱白念曰][）)][。．]?\Z")
"""A direction that somebody speaks or sings what follows."""

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
            "[因又便遂乃忙方且则即就却再复并将把]|连忙",
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

CHAPTER_CLOSE = re.compile(r"(?:下回|分解|端的|如何)[^，。．]{0,4}[．。.?？]?\Z")
"""The last words of a chapter ("且听下回分解．")."""


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
_NUMERAL = "0-9０-９〇零一二三四五六七八九十百千"
_TIME = re.compile(
    f"[于於在到至自从從直]?(?:约|約|公元前?|民[国國])?[{_NUMERAL}]+"
    f"(?:世[纪紀]|年代?|月|日|至|到|[-—~～–{_NUMERAL}])+[^，。；,;]{{0,8}}[，,]"
)
_NAMED = re.compile(r"[《「“\"『]?[A-Z][A-Za-z]|《|[^，。；：、（(\s]{1,8}[·•‧・]")
_HEAD = 30
_QUOTES = '《》「」“”"『』'
_END = re.compile(f"[^\\w{_QUOTES}]")
_LEAST_NAME = 2


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


def _begins_alike(text: str, subject: int) -> bool:
    """Tell whether a sentence begins as the text does, with a word and not with a number."""
    from rapidfuzz.distance import Prefix

    head = _first_words(text[_OPENING.match(text).end() :][:_HEAD])  # type: ignore[union-attr]
    here = _first_words(text[subject : subject + _HEAD])
    shared = Prefix.similarity(head, here)
    return shared >= _LEAST_NAME and not head[:shared].isnumeric()


def _first_words(text: str) -> str:
    return _END.split(text.lstrip(_QUOTES), maxsplit=1)[0]
