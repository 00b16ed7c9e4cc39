"""Where a sentence may be inserted in a Chinese text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from lvbuild.languages.boundary import Boundary, Brackets, Paragraph, Quotation, read_quotation
from lvbuild.languages.chinese.layout import chinese_paragraphs, in_verse, is_ended
from lvbuild.languages.chinese.leaning import (
    CLINGS,
    CONTINUES_QUOTATION,
    GOES_ON,
    LEAD_IN,
    SPEECH_TAG,
    takes_up,
)

_BRACKETS = {"《": "》", "〈": "〉", "（": "）", "(": ")", "【": "】", "[": "]", "`": "-", "‘": "’"}
_END = re.compile(r"([。．！？…!?.]+)(-?[”’\"」』）)】]*)")
_ITEM = re.compile(r"\d[)）][.．]\Z")  # the number of an item: "2)."
_QUOTES = '“”"「」『』'
_UNMARKED_SPEECH = re.compile(r"[想道说曰云问忖念写][:：][^“”\"「」\n]+\Z")
_ASKED = re.compile(r"问[^。．！？]{0,14}[。．]\Z")  # the answer follows
_JOINED = {
    False: (GOES_ON, CLINGS),
    True: (GOES_ON, CLINGS, CONTINUES_QUOTATION, SPEECH_TAG),
}
"""What begins no sentence, behind a quotation that closes and elsewhere."""
_INTRODUCED = frozenset("：:，,。．！？…!?—”」\n ")

# In characters.
_SPEECH_REACH = 120  # how far words quoted without marks may go on
_LONG = 200  # verse in one line so long has places at its sentences' ends, as a speech has
_LONG_ENOUGH = re.compile(r"[^。．！？!?\n]{5}[。．！？!?]\Z")  # a shorter sentence is a cry
_SENTENCE_ENDS = frozenset("。．！？…!?.")


def chinese_boundaries(text: str) -> list[Boundary]:
    """Return the places after sentences and paragraphs of a Chinese text."""
    found: list[Boundary] = []
    paragraphs = chinese_paragraphs(text)
    wide_dots = text.count("．") > text.count("。")
    prose = [paragraph for paragraph in paragraphs if paragraph.kind == "prose"]
    # Where lines as a rule end with a sentence, one that does not is broken.
    lines_end = sum(is_ended(text, paragraph) for paragraph in prose) > 0.8 * len(prose)
    left_open = False
    for paragraph, following in zip_longest(paragraphs, paragraphs[1:]):
        start, end, kind = paragraph
        spoken = read_quotation(text, start, end, left_open, chinese_opens)
        left_open = spoken.left_open
        if kind == "prose" or end - start > _LONG:
            found.extend(_within(text, paragraph, spoken, wide_dots))
        if following and kind == following.kind == "set_off":
            continue  # within verse
        boundary = _paragraph_end(text, paragraph, following, lines_end)
        if boundary:
            found.append(boundary)
    return found


def chinese_opens(text: str, offset: int, is_open: bool) -> bool:
    """Tell whether the quotation mark at an offset opens: a straight one by what is before it."""
    if text[offset] != '"':
        return text[offset] in "“「『„«"
    before = text[offset - 1 : offset]
    return before in {":", "："} or (not is_open and before not in _SENTENCE_ENDS)


def may_part(text: str, place: int, start: int, end: int) -> bool:
    """Tell whether prose ends at a place, and prose begins at `start` that can do without it.

    The latter lies in a paragraph that reaches to `end`.
    """
    return not (
        takes_up(text, start, end)
        or not _LONG_ENOUGH.search(text, max(0, place - 8), place)
        or _UNMARKED_SPEECH.search(text, max(0, place - _SPEECH_REACH), place)
        or _ASKED.search(text, max(0, place - 16), place)
        or in_verse(text, place - 1, start)
    )


def _within(
    text: str, paragraph: Paragraph, spoken: Quotation, wide_dots: bool
) -> Iterator[Boundary]:
    """Yield the places within a paragraph, of a text whose full stops may be `wide_dots`."""
    start, end, _ = paragraph
    narrow = text.count(",", start, end) > text.count("，", start, end)
    unknown = text.count("?", start, end)
    if not narrow and unknown > 5 and unknown * 100 > end - start:
        return  # "?" stands for what was lost
    brackets = Brackets(text, start, end, _BRACKETS)
    openings = [at for at, opens in zip(spoken.offsets, spoken.opens, strict=True) if opens]
    for mark in _END.finditer(text, start, end):
        offset, closed = _closed(mark, openings)
        if offset >= end:
            return
        if not _ends_sentence(text, mark, closed, wide_dots, narrow) or brackets.hold(offset):
            continue
        if any(each.match(text, offset) for each in _JOINED[closed]):
            continue
        # A quotation that nothing introduces is a word of the sentence around it.
        if closed and mark[1] not in "。．" and (opening := bisect_left(openings, offset)):
            before = openings[opening - 1]
            if before and text[before - 1] not in _INTRODUCED:
                continue
        yield Boundary(offset, ended=True)


def _closed(mark: re.Match[str], openings: Sequence[int]) -> tuple[int, bool]:
    """Return the end of the marks that close here, and whether a quotation is among them."""
    closed = False
    for offset in range(mark.start(2), mark.end(2)):
        character = mark.string[offset]
        if character == '"' and offset in openings[bisect_left(openings, offset) :][:1]:
            return offset, closed
        closed = closed or character in _QUOTES
    return mark.end(), closed


def _ends_sentence(
    text: str, mark: re.Match[str], closed: bool, wide_dots: bool, narrow: bool
) -> bool:
    stops = mark[1]
    before = text[mark.start() - 1 : mark.start()]
    if "…" in stops or (len(stops) > 1 and stops[0] in "。．." and set(stops) == {stops[0]}):
        return closed
    if stops[0] in ".．!?" and before.isascii() and before.isalnum():
        return False
    if _ITEM.match(text, max(0, mark.start() - 2), mark.end()):
        return False
    if stops.isascii():
        return narrow or (closed and stops != ".")
    return wide_dots or "．" not in stops or closed


def _paragraph_end(
    text: str, paragraph: Paragraph, following: Paragraph | None, lines_end: bool
) -> Boundary | None:
    _, end, kind = paragraph
    if following is None:
        end = len(text)
    elif kind == following.kind == "heading" or CLINGS.match(text, end):
        return None
    ended = is_ended(text, paragraph)
    if kind != "prose" or not ended:
        leads_in = LEAD_IN.search(text, max(paragraph.start, end - 4), end) is not None
        broken = not ended and (lines_end or leads_in or text[end - 1] in "，、；,;")
        if broken and kind != "heading" and following is not None:
            return None
    return Boundary(end, ended=kind == "prose" and ended)
