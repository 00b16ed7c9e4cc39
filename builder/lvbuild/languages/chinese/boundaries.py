"""Where a sentence may be inserted in a Chinese text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import zip_longest

from lvbuild.languages.boundary import SET_APART, Boundary, Brackets, Paragraph, Quotation
from lvbuild.languages.chinese.layout import (
    chinese_paragraphs,
    in_verse,
    is_ended,
    spoken_quotation,
    whole_verse,
)
from lvbuild.languages.chinese.leaning import (
    AWAITS_WORDS,
    CHAPTER_CLOSE,
    CLINGS,
    CONTINUES_QUOTATION,
    GOES_ON,
    HANGS_ON,
    LEAD_IN,
    SPEECH_TAG,
)

_BRACKETS = {"《": "》", "〈": "〉", "（": "）", "(": ")", "【": "】", "[": "]", "`": "-", "‘": "’"}
_END = re.compile(r"([。．！？…!?.]+)(-?[”’\"」』）)】]*)")
_ITEM = re.compile(r"\d[)）][.．]\Z")  # the number of an item: "2)."
_QUOTES = '“”"「」『』'
_UNMARKED_SPEECH = re.compile(r"[想道说曰云问忖念写][:：][^“”\"「」\n]+\Z")
_QUOTATION_FOLLOWS = re.compile(r"\s*[“”\"「」『』]")
_JOINED = {
    False: (GOES_ON, CLINGS),
    True: (GOES_ON, CLINGS, CONTINUES_QUOTATION, SPEECH_TAG),
}
"""What begins no sentence, behind a quotation that closes and elsewhere."""
_INTRODUCED = frozenset("：:，,。．！？…!?—”」\n ")

# In characters.
_VERSE_TAIL = 100  # how far verse may run on into the paragraph after it
_SPEECH_REACH = 120  # how far words quoted without marks may go on
_LONG = 200  # verse in one line so long has places at its sentences' ends, as a speech has
_SHORTEST = 5  # a shorter sentence is a cry, part of what follows


def chinese_boundaries(text: str) -> list[Boundary]:
    """Return the places after sentences and paragraphs of a Chinese text."""
    found: list[Boundary] = []
    paragraphs = chinese_paragraphs(text)
    whole = whole_verse(text, paragraphs)
    wide_dots = text.count("．") > text.count("。")
    prose = [paragraph for paragraph in paragraphs if paragraph.kind == "prose"]
    # Where lines as a rule end with a sentence, one that does not is broken.
    lines_end = sum(is_ended(text, paragraph) for paragraph in prose) > 0.8 * len(prose)
    left_open = run_on = False
    for index, (paragraph, following) in enumerate(zip_longest(paragraphs, paragraphs[1:])):
        spoken = spoken_quotation(text, paragraph, left_open)
        left_open = spoken.left_open
        firm_from = paragraph.start + (_VERSE_TAIL if run_on else 0)
        run_on = paragraph.kind == "set_off" or _leads_in(text, paragraph)
        if paragraph.kind in {"prose", "speech"} or paragraph.end - paragraph.start > _LONG:
            dashed = text[paragraph.start] in "—–"  # speech that stands behind a dash
            may_be_firm = paragraph.kind == "prose" and not dashed
            for place in _within(text, paragraph, spoken, wide_dots):
                firm = may_be_firm and place.firm and place.offset >= firm_from
                found.append(place._replace(firm=firm))
        if index in whole:
            continue
        end = _paragraph_end(text, paragraph, following, spoken, lines_end)
        if end:
            found.append(end._replace(firm=end.firm and end.offset >= firm_from))
    return found


def _leads_in(text: str, paragraph: Paragraph) -> bool:
    return LEAD_IN.search(text, max(paragraph.start, paragraph.end - 4), paragraph.end) is not None


def _awaits_words(text: str, end: int) -> bool:
    return AWAITS_WORDS.search(text, max(0, end - 16), end) is not None


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
    openings = spoken.openings()
    sentence_start = start
    for mark in _END.finditer(text, start, end):
        offset, closed = _closed(mark, spoken)
        if offset >= end:
            return
        long = mark.start() - sentence_start >= _SHORTEST
        if not _ends_sentence(text, mark, closed, wide_dots, narrow) or brackets.hold(offset):
            continue
        if _awaits_words(text, offset) or any(each.match(text, offset) for each in _JOINED[closed]):
            continue
        # A quotation that nothing introduces is a word of the sentence around it.
        if closed and mark[1] not in "。．" and (opening := bisect_left(openings, offset)):
            before = openings[opening - 1]
            if before and text[before - 1] not in _INTRODUCED:
                continue
        sentence_start = offset
        firm = (
            long and not spoken.holds(offset) and _is_narration(text, start, mark.start(), offset)
        )
        yield Boundary(offset, firm, paragraph=False)


def _is_narration(text: str, start: int, end: int, offset: int) -> bool:
    """Tell whether prose ends here and prose begins, that may do without what is before it."""
    if _QUOTATION_FOLLOWS.match(text, offset) or HANGS_ON.match(text, offset):
        return False
    if _UNMARKED_SPEECH.search(text, max(start, offset - _SPEECH_REACH), offset):
        return False
    return not in_verse(text, end, offset)


def _closed(mark: re.Match[str], spoken: Quotation) -> tuple[int, bool]:
    """Return the end of the marks that close here, and whether a quotation is among them."""
    closed = False
    for offset in range(mark.start(2), mark.end(2)):
        character = mark.string[offset]
        if character == '"' and spoken.opens_at(offset):
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
    text: str,
    paragraph: Paragraph,
    following: Paragraph | None,
    spoken: Quotation,
    lines_end: bool,
) -> Boundary | None:
    start, end, kind = paragraph
    if following is None:
        end = len(text)
    elif (
        kind == "cue"
        or kind == following.kind == "heading"
        or _awaits_words(text, end)
        or CLINGS.match(text, end)
    ):
        return None
    ended = is_ended(text, paragraph)
    if kind != "prose" or not ended:
        broken = not ended and (
            lines_end or _leads_in(text, paragraph) or text[end - 1] in "，、；,;"
        )
        if broken and kind != "heading" and following is not None:
            return None
        return Boundary(end, firm=False, paragraph=True)
    firm = (
        not spoken.holds(end)
        and (following is None or following.kind not in SET_APART)
        and not HANGS_ON.match(text, end)
        and not CHAPTER_CLOSE.search(text, max(start, end - 12), end)
    )
    return Boundary(end, firm, paragraph=False)
