"""What headings and the entries of contents begin with: "Chapter xi", "BOOK THE FIRST", 第三回."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from lvbuild.languages.chinese.numbers import NUMERALS, rewrite_numbers
from lvbuild.languages.english.numbers import NUMBER_WORDS, read_number

_KINDS = (
    "chapter|chap|book|bk|part|volume|vol|canto|act|scene|stave|letter|section|sect|lecture|sermon"
    "|essay|tale|story|adventure|fit|fytte|epistle|idyll?|ode|elegy|lesson|appendix|episode|fable"
    "|legend|ballad|hymn|psalm|sonnet|phase|period|discourse|dialogue|conference|evening|day|night"
)
_SHORT_KINDS = {"chap": "chapter", "bk": "book", "vol": "volume", "sect": "section"}
_SPELLED = r"[a-z]+(?:[- ][a-z]+)?"
_BORDER = r"(?=\s*(?:[.:,;)\]—–-]|\Z)|\s{2,}|\s+[A-Z\d“‘\"'_(\[])"
_NUMBERED = re.compile(
    rf"(?i:(?P<kind>{_KINDS}))\b\.?\s+(?i:the\s+)?"
    rf"(?P<number>[ivxlcdm]+|[IVXLCDM]+|\d{{1,3}}|[A-Z]|(?i:{_SPELLED}))\b{_BORDER}(?P<rest>.*)"
)
_ORDINAL = re.compile(
    rf"(?i:(?:the\s+)?(?P<number>{_SPELLED})\s+(?P<kind>{_KINDS}))\b{_BORDER}(?P<rest>.*)"
)
_BARE = re.compile(
    r"(?P<number>[IVXLC]+|[ivxlc]+|\d{1,3}|[A-Z])"
    r"(?:[.):]+|\s*(?:--|[—–-])|\s{2,}|\Z|(?<=[IVXLC])\s+(?=[A-Z“‘]))\s*(?P<rest>.*)"
)
_CHINESE = re.compile(
    rf"第(?P<number>[{NUMERALS}\d]+)(?P<kind>[回章节節卷部篇集幕场場折出册冊话話讲講])"
    r"(?P<rest>(?:[\s:：、.．·—-].*)?|[^，。．]{0,40})"
    rf"|(?P<volume>[卷篇部])(?P<numeral>[{NUMERALS}\d]+|[上中下])(?P<title>\s.*|)"
)
_FIRST_WORD = re.compile(r"[A-Za-z]+|[第卷篇部]")
_FIRST_WORDS = frozenset((*_KINDS.replace("idyll?", "idyl|idyll").split("|"), "the", *NUMBER_WORDS))
_ORDER = {"上": 1, "中": 2, "下": 3}
_DECORATION = " \t　_*#“\"‘'[(|=~【〔-"
_PAGED = re.compile(
    r"(?:(?:[.·…‥․]\s?){3,}|…|\s{2,}|\t|[,，]\s?|\s?[—–]{1,2}\s?|\s(?=\d))\s*"
    r"(?:p(?:age|p)?\.?\s*)?(?:\d{1,4}(?:[-–]\d{1,4})?|[ivxlc]{1,6})[.)|]?\Z"
)
_LEADERS = re.compile(r"(?:[.·…‥․]\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})[.)|]?\Z")


_TAIL = 40  # characters of a line that its page number stands in
_PAGE_ENDS = frozenset("0123456789ivxlc.)|")


class Label(NamedTuple):
    """The label of a division: its kind ("" where it is a mere number), number, and what follows.

    The number is None where it is written in a way that is not read.
    """

    kind: str
    number: int | None
    rest: str

    def follows(self, before: Label) -> bool:
        """Tell whether it comes next after another of its kind; a few may be lacking."""
        if self.kind != before.kind or self.number is None or before.number is None:
            return False
        return before.number < self.number <= before.number + 3


@lru_cache(maxsize=4096)
def read_label(line: str) -> Label | None:
    """Read the label that a line begins with; a number alone is none."""
    written = line.strip(_DECORATION)
    first = _FIRST_WORD.match(written)
    if first is None or (first[0].isascii() and first[0].lower() not in _FIRST_WORDS):
        return None
    found = _NUMBERED.match(written) or _ORDINAL.match(written)
    if found:
        number = _number(found["number"])
        if number is None and found["number"].lower() != "last":
            return None
        kind = found["kind"].lower()
        return Label(_SHORT_KINDS.get(kind, kind), number, found["rest"])
    found = _CHINESE.fullmatch(written)
    if found is None:
        return None
    if found["kind"]:
        within = read_label(found["rest"]) if found["rest"].strip().startswith("第") else None
        return within or Label(found["kind"], _chinese_number(found["number"]), found["rest"])
    numeral = found["numeral"]
    return Label(found["volume"], _ORDER.get(numeral) or _chinese_number(numeral), found["title"])


def read_bare(line: str) -> Label | None:
    """Read the number that an entry of contents begins with: "xi. The Storm", "3 - The Road"."""
    found = _BARE.match(line.strip(_DECORATION))
    if found is None:
        return None
    return Label("", _number(found["number"]), found["rest"])


def paged(line: str) -> bool:
    """Tell whether a line ends with the number of a page."""
    end = line[-_TAIL:].rstrip()
    return end[-1:] in _PAGE_ENDS and _PAGED.search(end) is not None


def led(line: str) -> bool:
    """Tell whether leaders lead to the number of a page at a line's end."""
    end = line[-_TAIL:].rstrip()
    return end[-1:] in _PAGE_ENDS and _LEADERS.search(end) is not None


def _number(written: str) -> int | None:
    if written.isdecimal():
        return int(written)
    roman = _roman(written)
    if roman is not None:
        return roman
    if len(written) == 1:
        return ord(written) - ord("A") + 1
    words = written.lower().replace("-", " ").split()
    if words[0] not in NUMBER_WORDS:
        return None
    end, figures = read_number(words, 0)
    digits = re.match(r"\d+", figures)
    return int(digits[0]) if digits and end == len(words) else None


def _roman(written: str) -> int | None:
    from roman_numerals import InvalidRomanNumeralError, RomanNumeral

    try:
        return int(RomanNumeral.from_string(written.upper()))
    except InvalidRomanNumeralError:
        return None


def _chinese_number(written: str) -> int | None:
    figures = rewrite_numbers(written)
    return int(figures) if figures.isdecimal() else None
