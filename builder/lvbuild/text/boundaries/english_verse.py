"""Lines of an English text that are no prose: verse, lists, contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

ENDED = re.compile(r"[.!?…][)\]”’\"'_*]*\Z")
SHORT = 80  # characters of a line: paragraphs in one line are longer, or end with a full stop

_RUNS_ON = re.compile(r"[,;:—-][”’\"'_]*\Z")
_BEGINS_LOW = re.compile(r"[\s“‘\"'(\[_*]*[a-zà-ÿ]")
_ROOM_LEFT = 0.8  # of the wrap width: what ends earlier was ended on purpose
_NARROW = 55  # characters: prose is wrapped wider
_LINES = 4  # make verse certain


def is_wrapped(lines: Sequence[str]) -> bool:
    """Tell whether sentences go on over line ends: a fifth of the lines begin in lower case."""
    following = lines[1:]
    low = sum(line[:1].islower() for line in following)
    if 5 * low <= len(following):
        low = sum(_BEGINS_LOW.match(line) is not None for line in following)
    return 5 * low > len(following)


def is_set_off(lines: Sequence[str], width: int) -> bool:
    """Tell verse and lists from a paragraph that is wrapped to a width.

    Their lines end where much more would have fitted; or where (in four lines or more, which hardly
    ever begin in lower case) at least the next word would; or stand in a text of narrow lines.
    """
    if len(lines) < 2:
        return False
    needed = [
        len(line.rstrip()) + 1 + len(following.split(None, 1)[0])
        for line, following in pairwise(lines)
    ]
    broken = sum(room < _ROOM_LEFT * width for room in needed)
    if broken > len(needed) * 0.15 or width < _NARROW:
        return True
    if len(lines) < _LINES or is_wrapped(lines):
        return False
    return 4 * sum(room <= width for room in needed) > len(needed)


def is_verse(lines: Sequence[str]) -> bool:
    """Tell verse and lists from paragraphs of one line each, by lines that end within a sentence.

    Those are a third of four lines or more; among fewer, one ends with a comma or the like, or all
    but the last do.
    """
    if len(lines) >= _LINES:
        return 3 * sum(map(is_ended, lines)) <= 2 * len(lines)
    return any(map(runs_on, lines[:-1])) or (len(lines) > 2 and not any(map(is_ended, lines[:-1])))


def is_ended(line: str) -> bool:
    """Tell whether a sentence ends with the line."""
    return ENDED.search(line.rstrip()[-12:]) is not None


def runs_on(line: str) -> bool:
    """Tell whether the line ends with a mark that ends no sentence."""
    return _RUNS_ON.search(line.rstrip()[-12:]) is not None
