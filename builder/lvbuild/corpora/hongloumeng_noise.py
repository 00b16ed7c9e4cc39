"""What is mended in the Dream of the Red Chamber: the web's known noise, and quotation marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import zip_longest
from typing import NamedTuple

_INNER = "inner quotation mark"
_HYPHENS = "inner quotation in hyphens"
_HYPHEN = "quotation opened by a hyphen"
_STRAIGHT = "straight quotation mark"
_OTHER = '[^`“”"‘’-]'
_PLAIN = '[^`“”"‘’，。．！？；：…-]'
_PATTERNS = (
    (_INNER, re.compile(rf"`((?:{_OTHER}++|‘[^‘’]*+’)++)-"), r"‘\1’"),
    (_INNER, re.compile(rf"`({_PLAIN}{{1,8}})`"), r"‘\1’"),
    (_INNER, re.compile(rf"`((?:{_PLAIN}|，){{1,40}})([。．！？]?[”\"])"), r"‘\1’\2"),
    (_HYPHENS, re.compile(rf"-({_PLAIN}{{1,12}})-"), r"‘\1’"),
    (_HYPHENS, re.compile(rf"(?<=[道说曰云问]：)-({_OTHER}{{1,60}})-"), r"‘\1’"),
    (_HYPHEN, re.compile(rf"(?<=[道说曰云问]：)-(?={_OTHER}{{1,300}}[”\"])"), "“"),
)
_MARK = re.compile('[“”"]')
_WORD = re.compile(rf"{_PLAIN}{{1,12}}")
_ENDED = frozenset("。．！？…；—’")


def mend_marks(line: str) -> tuple[str, Counter[str]]:
    """Mend the quotation marks of a paragraph, and count those that were by their kind."""
    counts: Counter[str] = Counter()
    for kind, pattern, replacement in _PATTERNS if "`" in line or "-" in line else ():
        found = 1
        while found:  # an inner quotation may stand in another
            line, found = pattern.subn(replacement, line)
            counts[kind] += found
    if '"' in line:
        line, counts[_STRAIGHT] = _turned(line)
    return line, +counts


def _turned(line: str) -> tuple[str, int]:
    """Turn straight marks by the marks beside them; return how many were."""
    offsets = [mark.start() for mark in _MARK.finditer(line)]
    written = list(line)
    opened = False
    for offset, following in zip_longest(offsets, offsets[1:], fillvalue=len(line)):
        mark = written[offset]
        if mark != '"':
            opened = mark == "“" or (opened and mark != "”")
            continue
        ended = line[offset - 1] in _ENDED
        between, next_mark = line[offset + 1 : following], line[following : following + 1]
        if opened and next_mark == '"' and not ended and _WORD.fullmatch(between):
            written[offset], written[following] = "‘’"
        elif opened:
            written[offset], opened = "”", False
        elif next_mark and next_mark != "“" and not (ended and "：" in between):
            written[offset], opened = "“", True
    mended = "".join(written)
    return mended, line.count('"') - mended.count('"')


LOST = "□"
"""The usual mark of a lost character in a Chinese text."""


class Mend(NamedTuple):
    """A kind of noise: what it looks like, what takes its place, why it is there."""

    name: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    reason: str


BYTE_SHIFTS = {
    "怂级*": "思动",
    "捕潦*": "读书",
    "邓胱诱邢禄依疵粤搜*": "穗子招下灰来迷了眼",
    "?钊硕疾辉??*": "诸人都不在□□",
    "哪憷弦?远?*": "你老爷性儿闹",
    "技终涞纫材剿?拿*": "贾珍等也慕他的名",
    "靡蝗?蛩*": "一拳打死",
    "匮?*": "薛蟠",
    "寥绱怂*": "如此说",
    "一面邓*": "一面说",
    "骀⒚*": "姊妹",
    "等鹊*": "等道",
    "月?*": "月之后",
    "?似鬯*": "见人欺他",
    "妹靼滋逑碌墓媚*": "明白体下的姑娘",
    "种还芏?隼次构*": "只管丢出来喂狗",
    "热蘸眯*": "日好些",
    "适钦庾鲈舻乃厝沼质呛臀液玫囊桓鲦⒚*": "是这做贼的素日又是和我好的一个姊妹",
    "听亮*": "听了",
    "浇?*": "进去",
    "怂嬉饷?*": "随意命人",
    "抖嗌倬褪橇*": "多少就是了",
    "脖沧拥*": "辈子的",
    "讲耪咀*": "方才站住",
    "咽橇⒍ㄖ饕*": "已是立定主意",
    "易钚判牡*": "我最信心的",
    "*实*": "问道",
    "一*，": "一回，",
    "瞧?模?": "骨气的．",
    "?恿成舷虏焕矗?蛩档溃骸霸敢獠辉敢饽阋埠盟担?覆蛔爬??端牡摹Ｋ子锼祶的": (
        "嫂子脸上下不来，因说道：“愿意不愿意你也好说，犯不着拉三扯四的。俗语说的"
    ),
    "?婵夏钍椋?颐欠?棠阋彩腔断驳摹！北τ裉?耍?厦Τ粤送矸梗?就": (
        "真肯念书，我们伏侍你也是欢喜的。”宝玉听了，赶忙吃了晚饭，就"
    ),
}
"""Garbled runs of the simplified text and what they say; a lost byte stands as `?` or `*`."""

MASKED_WORDS = {"***": "奶奶的", "为**心": "为我操心", "水**": "水处", "罢**": "罢了"}
"""Words that a web site's filter took for oaths (and two characters lost whole)."""

FULL_WIDTH = str.maketrans(",.:;!?", "，．：；！？")


def _rare_characters() -> tuple[dict[str, str], dict[str, str]]:
    """Read which characters stand in for which, by themselves and among others."""
    written = (files("lvbuild.corpora") / "hongloumeng_characters.txt").read_text("utf-8")
    lines = (line.split() for line in written.splitlines() if line and line[0] != "#")
    pairs = dict(lines)
    alone = {lost: mended for lost, mended in pairs.items() if len(lost) == 1}
    return alone, {lost: mended for lost, mended in pairs.items() if len(lost) > 1}


LETTERS, PHRASES = _rare_characters()


def _any_of(texts: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True)))


MENDS = (
    Mend(
        "web page",
        re.compile(r"^首页\|原创书库.*?^第\S+回\S+——\n", re.MULTILINE | re.DOTALL),
        "",
        "a web site's menu and the repeated heading, chapters 38 and 119",
    ),
    Mend(
        "unreadable run",
        re.compile(r"σ搪杩植[^\n]{190,230}\?礰"),
        "……`",
        "some 430 bytes of chapter 86 were shifted and half of their bytes lost",
    ),
    Mend(
        "byte shift",
        _any_of(BYTE_SHIFTS),
        lambda match: BYTE_SHIFTS[match[0]],
        "a lost byte shifted the ones after it",
    ),
    Mend(
        "masked word",
        _any_of(MASKED_WORDS),
        lambda match: MASKED_WORDS[match[0]],
        "奶奶的 and 我操 are harmless here: the grandmother's, I worry",
    ),
    Mend(
        "half-width punctuation",
        re.compile(r"^[^，．。：\n]*,[^，．。：\n]*$", re.MULTILINE),
        lambda match: match[0].translate(FULL_WIDTH),
        "chapter 104 is typed so, and a half-width stop ends no Chinese sentence",
    ),
    Mend(
        "heading",
        re.compile(r"^(第\S+回 [^\n?]+)\?", re.MULTILINE),
        r"\1　",
        "the space between a couplet's halves was lost",
    ),
    Mend("half-width stop", re.compile(r"\.$", re.MULTILINE), "．", "as at every other line's end"),
    Mend("closing mark", re.compile(r">>"), "》", "《 was transcoded, its partner was not"),
    Mend("dash", re.compile(r"_+"), "——", "a dash was transcoded to underscores"),
    Mend("inner quotation mark", re.compile(r"(?<=：)~"), "`", "` opens inner quotations"),
    Mend("tilde", re.compile(r"~"), "", "it stands beside a quotation mark and for nothing"),
    Mend("stray letter", re.compile(r"[A-Za-z0-9]+"), "", "no Latin letter belongs to this book"),
    Mend(
        "rare character",
        _any_of(LETTERS),
        lambda match: LETTERS[match[0]],
        "a letter stands for it throughout the book",
    ),
    Mend(
        "rare character",
        _any_of(PHRASES),
        lambda match: PHRASES[match[0]],
        "the words around it leave no other",
    ),
    Mend(
        "lost character",
        re.compile(r"[\u0370-\u052f\u3040-\u30ff\u3100-\u312f?]"),
        LOST,
        "a rare character was transcoded to a Greek, Cyrillic, kana or bopomofo letter, or to ?",
    ),
    Mend("asterisk", re.compile(r"\*"), "", "left of a lost byte where no character is missing"),
)


STOP = Mend(
    "full stop",
    re.compile("．"),
    "。",
    "most sentences end with a dot outside of speech, and with a stop within: a fact set between"
    " them would be known by its stop",
)


def mend(text: str) -> tuple[str, dict[str, int]]:
    """Mend all known noise of a text whose paragraphs are its lines; count each kind."""
    counts: Counter[str] = Counter()
    for noise in MENDS:
        text, count = noise.pattern.subn(noise.replacement, text)
        counts[noise.name] += count
    lines = []
    for line in text.split("\n"):
        mended, marks = mend_marks(line)
        lines.append(mended)
        counts += marks
    text, counts[STOP.name] = STOP.pattern.subn(STOP.replacement, "\n".join(lines))
    return text, dict(counts)
