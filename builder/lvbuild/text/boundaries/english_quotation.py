"""The quotation marks of an English paragraph, told from its apostrophes."""

from __future__ import annotations

import re
from itertools import pairwise

from lvbuild.text.boundaries.boundary import Paragraph
from lvbuild.text.boundaries.enclosure import Quotation

_DOUBLE = re.compile('[“”"]')
_OPENING = re.compile(r"(?:(?<=[\s(\[_—-])|\A)\"(?=\S)")
_SINGLE = re.compile(r"[‘’'](?:(?<=[‘'])(?<![\w.,!?].)(?=[\w“\"])(?P<opening>)|(?<=\S[’'])(?!\w))")
_SPEECH_START = re.compile(r"[_*(\[]*[“\"]")
_LONG = 3000  # characters; whole documents come as one paragraph, where one slip must not tell on
_LONGEST_SINGLE = 1500


def spoken_quotation(text: str, paragraph: Paragraph, left_open: bool) -> Quotation:
    """Return the double quotation marks of a paragraph.

    `left_open`: the paragraph before ended within a speech. A speech that goes on opens again with
    a mark; without one it is doubtful where a mark is missing, there or here.
    """
    start, end, _ = paragraph
    marks = list(_DOUBLE.finditer(text, start, end))
    in_turn = text.count('"', start, end) % 2 == 0 and end - start < _LONG
    opens: list[bool] = []
    straight_opens = False
    for mark in marks:
        if mark.group() != '"':
            opens.append(mark.group() == "“")
            continue
        straight_opens = not straight_opens
        opens.append(straight_opens if in_turn else _OPENING.match(text, mark.start()) is not None)
    offsets = [mark.start() for mark in marks]
    carried = left_open and not _SPEECH_START.match(text, start)
    return Quotation(offsets, opens, carried, _nested_from(offsets, opens))


def _nested_from(offsets: list[int], opens: list[bool]) -> int | None:
    """Return where marks are doubled for good: speech within speech, in the same marks, goes on."""
    if 2 * sum(opens) <= len(opens):
        return None
    doubled = (offset for offset, both in zip(offsets, pairwise(opens), strict=False) if all(both))
    return next(doubled, None)


def single_quotation(text: str, paragraph: Paragraph, spoken: Quotation) -> Quotation:
    """Return the single quotation marks outside the double ones.

    They count in pairs only, or as the start of a paragraph: the others are apostrophes.
    """
    offsets: list[int] = []
    pending = -1
    for mark in _SINGLE.finditer(text, paragraph.start, paragraph.end):
        offset = mark.start()
        if mark["opening"] is not None:
            pending = -1 if spoken.holds(offset) else offset
        elif pending >= 0 and offset - pending < _LONGEST_SINGLE:
            offsets += [pending, offset]
            pending = -1
    if pending == paragraph.start:
        offsets.append(pending)
    return Quotation(offsets, [index % 2 == 0 for index in range(len(offsets))], carried=False)
