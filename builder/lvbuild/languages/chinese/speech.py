"""The quotation marks of a Chinese paragraph, in files that close with a straight mark at times."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lvbuild.languages.boundary import Paragraph, Quotation
from lvbuild.languages.chinese.leaning import ENDED

_MARKS = re.compile('[“”"「」]')
_SENTENCE_ENDS = frozenset("。．！？…!?.")


def spoken_quotation(text: str, paragraph: Paragraph, left_open: bool) -> Quotation:
    """Return the quotation marks of a paragraph.

    `left_open`: a speech of an earlier paragraph has not been closed. Unlike in English it need not
    open again here (verse that is recited, a letter that is read out).
    """
    carried = left_open and text[paragraph.start] not in "“「"
    offsets: list[int] = []
    opens: list[bool] = []
    for mark in _MARKS.finditer(text, paragraph.start, paragraph.end):
        offset = mark.start()
        if mark.group() == '"':
            opened = opens[-1] if opens else carried
            opens.append(_straight_opens(text[offset - 1 : offset], opened))
        else:
            opens.append(mark.group() in "“「")
        offsets.append(offset)
    return Quotation(offsets, opens, carried)


def _straight_opens(before: str, opened: bool) -> bool:
    if before and before in ":：":
        return True
    return not opened and before not in _SENTENCE_ENDS


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
