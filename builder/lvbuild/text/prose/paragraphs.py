"""The paragraphs of a text: each a line, once those that are wrapped to a width are joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lvbuild.languages import Language

_LINE_START = re.compile(r"[^\n]\n([^\n])")
_WRAPPED_LINE = re.compile(r"^([^\n]++)\n(?=[a-zà-ÿ])", re.MULTILINE)
_BETWEEN = re.compile(r"(\n(?:[^\S\n]*\n)+)")
_LINE = re.compile(r"\S[^\n]*")
_WRAPPED = 0.2  # of the lines of a wrapped text begin in lower case
_WIDE = 0.9  # of those that go on in the next are at most as wide as it is wrapped
_ROOM_LEFT = 0.8  # of that width: what ends earlier was ended on purpose
_BROKEN = 0.15  # of a paragraph's lines may be
_NARROW = 45  # characters: prose is wrapped wider
_CLOSING = ")]”’\"'_*」』）】»- \t"
_NO_BEGINNING = re.compile(r"[_\[(*+\-—–|•]|(?:\d+|[IVXLC]+)[.)] ")  # an item of a list begins so
_STOPS = frozenset(".!?…。．！？")
_CAPITAL_OR_DIGIT = re.compile("[A-ZÀ-Þ0-9]")
_MOST = 0.25  # of a paragraph's characters are capitals and digits; of tables more are


def unwrapped(text: str) -> str:
    """Return a text with the paragraphs that are wrapped to a width in one line each.

    Verse, tables, lists and headings keep their lines: those end where the next word would have
    fitted. So do all texts whose lines are paragraphs.
    """
    starts = _LINE_START.findall(text)
    if sum(map(str.islower, starts)) <= _WRAPPED * len(starts):
        return text
    lengths = sorted(map(len, _WRAPPED_LINE.findall(text)))
    width = lengths[int(_WIDE * (len(lengths) - 1))] if lengths else 0
    blocks = _BETWEEN.split(text)
    blocks[::2] = [_joined(block, width) for block in blocks[::2]]
    return "".join(blocks)


def _joined(block: str, width: int) -> str:
    """Return a block of lines as one, if they are a paragraph wrapped to the width."""
    first, *others = block.split("\n")
    if not others or width < _NARROW or not _fills(first, others, width):
        return block
    joined = first.rstrip()
    for line in others:
        joined += ("" if joined.endswith(("-", "—")) else " ") + line.rstrip()
    return joined


def _fills(first: str, others: Sequence[str], width: int) -> bool:
    """Tell whether lines end where no more would have fitted, and none is set in."""
    if any(line[:1].isspace() for line in others):
        return False
    ended = sum(
        len(line.rstrip()) + 1 + len(following.split(None, 1)[0]) < _ROOM_LEFT * width
        for line, following in pairwise([first, *others])
    )
    return ended <= _BROKEN * len(others)


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each line, without the white space around it."""
    for line in _LINE.finditer(text):
        yield line.start(), line.start() + len(line[0].rstrip())


def is_prose(text: str, start: int, end: int, language: Language) -> bool:
    """Tell a paragraph of running prose: long, ended by a full stop, and made of sentences.

    Titles, lists, tables and the lines of verse are short, end without one, or have more capitals
    and digits.
    """
    if end - start < language.long_paragraph or _NO_BEGINNING.match(text, start):
        return False
    last = end
    while text[last - 1] in _CLOSING:
        last -= 1
    if text[last - 1] not in _STOPS:
        return False
    return len(_CAPITAL_OR_DIGIT.findall(text, start, end)) <= _MOST * (end - start)
