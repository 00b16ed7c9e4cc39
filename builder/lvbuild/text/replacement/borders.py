"""Where a match may begin and end, and what stands before it."""

from __future__ import annotations

import re

from lvbuild.core.model import Language
from lvbuild.languages.english.words import ABBREVIATIONS

_THROUGH = ".,:/–．"  # what joins digits to one number: 10,000 or 3.5 or 12:30
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿两萬億兩廿卅壹贰貳叁肆柒捌玖佰仟")
_MAGNITUDES = frozenset("万亿萬億")  # they go on with a number in digits too
_POINTS = frozenset("点點")
_OUT_OF = "分之"
_OPENING = frozenset("\"'“‘([_*「『（《【")
_QUOTES = frozenset("\"'“‘「『")
_CLOSING = frozenset("\"'”’)]_*」』）》】")
_APOSTROPHES = frozenset("'’")
_LAST_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*(?=\.$)")
_SINGLE_QUOTE = re.compile(r"(?P<opening>(?<![^\W_])['‘](?=\w))|(?<=\S)['’](?!\w)")
_A_WORD_FOLLOWS = re.compile(r"\s+[^\W_]")
_PARAGRAPH = 400


def free(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether a stretch is no part of a longer word or number.

    In English no letter or digit stands beside it; in Chinese neither beside a Latin letter, and no
    digit beside a digit. In both a number is never cut out of a longer one, such as 10 out of
    "10,000".
    """
    return not (
        (start > 0 and _joined(text[start], text[start - 1], text[start - 2 : start - 1], language))
        or (
            end < len(text) and _joined(text[end - 1], text[end], text[end + 1 : end + 2], language)
        )
    )


def _joined(edge: str, beside: str, beyond: str, language: Language) -> bool:
    """Tell whether the edge of a match is one word or number with what stands beside it."""
    if edge.isdecimal() and (beside.isdecimal() or (beside in _THROUGH and beyond.isdecimal())):
        return True
    if language == "en":
        return edge.isalnum() and beside.isalnum()
    return _latin(edge) and (_latin(beside) or beside.isdecimal())


def _latin(character: str) -> bool:
    return character < "\u2e80" and character.isalpha()


def whole_numeral(text: str, start: int, end: int) -> bool:
    """Tell whether no Chinese number of a stretch's edges goes on.

    二月 does so in 十二月, 十三 in 十三萬, 十三点五 and 百分之十三, 13 in 13亿.
    """
    return not (
        (start > 0 and _numeral_goes_on(text[start], text[start - 1], text[start - 2 : start - 1]))
        or _numeral_goes_on(text[end - 1], text[end : end + 1], text[end + 1 : end + 2])
        or (_counts(text[start]) and text[max(start - 2, 0) : start] == _OUT_OF)
        or (_counts(text[end - 1]) and text.startswith(_OUT_OF, end))
    )


def _numeral_goes_on(edge: str, beside: str, beyond: str) -> bool:
    if edge in _NUMERALS:
        if beside in _NUMERALS or (beside in _POINTS and beyond in _NUMERALS):
            return True
        return edge in _MAGNITUDES and beside.isdecimal()
    return edge.isdecimal() and beside in _MAGNITUDES


def _counts(edge: str) -> bool:
    return edge in _NUMERALS or edge.isdecimal()


def starts_sentence(text: str, start: int) -> bool:
    """Tell whether a sentence starts here, at least in quotes: after a comma only in those."""
    at = start
    while at and text[at - 1] in _OPENING:
        at -= 1
    end = at
    while end and text[end - 1].isspace():
        end -= 1
    if not end or text.count("\n", end, at) > 1:
        return True
    quoted = any(mark in _QUOTES for mark in text[at:start])
    if quoted and end < at and text[end - 1] in ",:":
        return True
    apart = end < start
    while end and text[end - 1] in _CLOSING:
        end -= 1
    last = text[end - 1 : end]
    if last in {"。", "！", "？", "．"}:
        return True
    return apart and (last in {"!", "?", "…"} or (last == "." and not _abbreviated(text, end)))


def _abbreviated(text: str, end: int) -> bool:
    """Tell whether the full stop before `end` is that of "Dr.", "J." or "B.C."."""
    word = _LAST_WORD.search(text, max(0, end - 30), end)
    if word is None or word[0] == "I":
        return False
    return len(word[0]) == 1 or "." in word[0] or word[0] in ABBREVIATIONS


def possessive_end(text: str, start: int, end: int) -> int:
    """Return where the possessive of a match ends: 's, or the bare mark after an s; else `end`."""
    if text[end : end + 1] not in _APOSTROPHES or not text[end - 1].isalpha():
        return end
    ending = "sS" if text[end - 1].isupper() else "s"
    if (
        text[end + 1 : end + 2]
        and text[end + 1] in ending
        and not text[end + 2 : end + 3].isalnum()
    ):
        return end + 2
    if text[end - 1] in "sS" and _A_WORD_FOLLOWS.match(text, end + 1) and not _quoted(text, start):
        return end + 1
    return end


def _quoted(text: str, start: int) -> bool:
    """Tell whether a single quotation mark is open here, so that the next may close it."""
    begin = max(text.rfind("\n\n", 0, start), start - _PARAGRAPH, 0)
    is_open = False
    for mark in _SINGLE_QUOTE.finditer(text, begin, start + 1):  # one more to be looked at
        is_open = mark["opening"] is not None
    return is_open


def article_before(text: str, start: int) -> tuple[int, int] | None:
    """Return where the a or an stands that directly precedes a word, in quotes or not."""
    at = start
    while at and text[at - 1] in _OPENING:
        at -= 1
    end = at
    while end and text[end - 1].isspace():
        end -= 1
    if end == at or text.count("\n", end, at) > 1:
        return None
    for begin in (end - 2, end - 1):
        if begin >= 0 and text[begin:end] in {"a", "A", "an", "An", "AN"}:
            before = text[begin - 1 : begin]
            return None if before and (before.isalnum() or before in "-'’.&") else (begin, end)
    return None
