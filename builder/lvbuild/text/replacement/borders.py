"""Where a match may begin and end, and what stands before it."""

from __future__ import annotations

import re

from lvbuild.languages import Language

_THROUGH = ".,:/–．"  # what joins digits to one number: 10,000 or 3.5 or 12:30
_OPENING = frozenset("\"'“‘([_*「『（《【")
_QUOTES = frozenset("\"'“‘「『")
_CLOSING = frozenset("\"'”’)]_*」』）》】")
_LAST_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*(?=\.$)")


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
    return language.is_one_word(edge, beside)


def starts_sentence(text: str, start: int, language: Language) -> bool:
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
    return apart and (
        last in {"!", "?", "…"} or (last == "." and not _abbreviated(text, end, language))
    )


def _abbreviated(text: str, end: int, language: Language) -> bool:
    """Tell whether the full stop before `end` is that of "Dr.", "J." or "B.C."."""
    word = _LAST_WORD.search(text, max(0, end - 30), end)
    if word is None or word[0] == "I":
        return False
    return len(word[0]) == 1 or "." in word[0] or word[0] in language.abbreviations
