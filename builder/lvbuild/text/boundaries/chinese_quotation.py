"""The quotation marks of a Chinese paragraph, in files that close with a straight mark at times."""

from __future__ import annotations

import re

from lvbuild.text.boundaries.boundary import Paragraph
from lvbuild.text.boundaries.enclosure import Quotation

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
