"""The names that speak in a Chinese play, at the beginning of what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lvbuild.text.boundaries.chinese_words import ENDED

_NAME = r"[^\W\d_][^\W_]{0,5}(?:[·•][^\W_]{1,6})?"
_DIRECTION = r"(?:[（(〔][^（）()〔〕\n]{1,40}[）)〕])?"
_CUE = re.compile(
    rf"(?P<name>{_NAME})[ 　\t]*{_DIRECTION}(?:[:：](?![“\"「『])|(?:[ \t]{{2,}}|　+|\t)(?=\S))"
    rf"|[【〔\[](?P<bracketed>{_NAME}){_DIRECTION}[】〕\]][:：]?"
    r"|[（(〔](?P<role>[^（）()〔〕\n，。]{1,8}?)(?:(?:上|做|作|打|同|又)?[^（）()〔〕\n]{0,8})"
    r"[云唱白念曰说道问答][）)〕]"
)
_WITHIN = re.compile(r"[（(][^（）()\n]{0,12}[云唱][）)]")
_RECURS = 3  # lines: a name that begins so many is no accident
_SHARE = 0.2  # of the lines of a play begin with one


def cues(text: str, lines: Sequence[tuple[int, int]]) -> Mapping[int, int]:
    """Return where the speakers' names end in the lines that begin with one, by their starts.

    A name before a colon, a wide space or in brackets is one where the text is a play: at least two
    names begin three lines each, all such lines together are a fifth, and most of them, if there is
    more in them than the name, end with a sentence (the rows of a list do not).
    """
    found = {line: cue for line in lines if (cue := _CUE.match(text, *line))}
    names = Counter(map(_name, found.values()))
    often = [count for count in names.values() if count >= _RECURS]
    if len(often) < 2 or sum(often) < _SHARE * len(lines):
        return {}
    ends = [end for (_, end), cue in found.items() if cue.end() < end]
    if 2 * sum(ENDED.search(text, end - 8, end) is not None for end in ends) < len(ends):
        return {}
    return {start: cue.end() for (start, _), cue in found.items()}


def is_libretto(text: str, lines: int) -> bool:
    """Tell a play that names its speakers within the lines ("（正旦云）这书院好。（唱）")."""
    return len(_WITHIN.findall(text)) > max(2 * _RECURS, _SHARE * lines)


def names_speaker(text: str, start: int, end: int) -> bool:
    """Tell whether a line of such a play says in brackets who speaks."""
    return _WITHIN.search(text, start, end) is not None


def _name(cue: re.Match[str]) -> str:
    return cue["name"] or cue["bracketed"] or cue["role"]
