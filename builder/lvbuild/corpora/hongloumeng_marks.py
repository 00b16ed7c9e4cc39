"""The quotation marks of the Dream of the Red Chamber, set as a clean edition has them.

Most of the text's ” became a straight mark, and so did those around single words; its ‘ and ’
became a backtick and a hyphen, of which the second is lacking where the outer quotation closes too.
A mark whose sense the marks around it do not tell stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest

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
