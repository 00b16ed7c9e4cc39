"""The title page: what stands before the first heading of prose, or before the first paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.prose.blocks import Block, Unit, units
from lvbuild.text.prose.labels import read_label
from lvbuild.text.prose.span import Span
from lvbuild.text.prose.titles import opens_prose

_IMPRINT = re.compile(
    r"(?i)[\W_]*(?:by|von|edited by|translated|illustrated|with .{0,40}illustrations|author of"
    r"|printed|published?|publish|copyright|entered according|all rights|london|new york|boston"
    r"|philadelphia|chicago|edinburgh|oxford|cambridge|toronto)\b"
    r"|.*\b(?:publish(?:ers?|ing)|press|edition|& co(?:mpany)?)\b|[\W_]*(?:18|19|20)\d\d[\W_]*\Z"
    r"|(?:作者|著者|译者|编者|书名|出版)|.{0,20}[著编译撰]\W*\Z|《[^》]{1,30}》.{0,12}\Z"
)
_DEDICATED = re.compile(
    r"(?i)[\W_]*(?:to|for|dedicated|inscribed|in memory|copyright|entered according|all rights"
    r"|printed|published|with \w+ illustrations)\b|献给"
)
_SPOKEN = re.compile(r"[“\"「『—]")
_ENDED = re.compile(r"[.!?…。．！？][)\]”’\"'_*」』]*\Z")
_CHINESE = re.compile("[一-鿿]")
_UNITS = 120
_WORDS = 300  # that a title page has at most
_SHORT = 40  # words of a dedication
_TITLE = 2  # units, and
_FEW = 12  # words in each, of a title without the names of author or publisher
_FEWEST = 4  # words of a paragraph that is not spoken


def title_page(blocks: Sequence[Block], lists: Sequence[Span]) -> list[Span]:
    """Return the title page of a text, in parts where `lists` stand in it."""
    page, listed = _front(blocks, lists)
    first = _heading_of(page, listed)
    if not first or sum(unit.words for unit in page[:first]) > _WORDS:
        return []
    start, end = page[0].start, page[first].start
    parts = []
    for span in (*(span for span in lists if span.start < end), Span(end, end, "")):
        if span.start > start:
            parts.append(Span(start, span.start, "title page"))
        start = max(start, span.end)
    return parts


def _front(blocks: Sequence[Block], lists: Sequence[Span]) -> tuple[list[Unit], int]:
    """Return the units up to the first paragraph, and how many come before the last list.

    There are none where no paragraph is near. A dedication is a paragraph unless a heading or a
    list comes behind it.
    """
    page: list[Unit] = []
    listed = 0
    for unit in units(blocks, 0):
        if any(span.start <= unit.start < span.end for span in lists):
            listed = len(page)
            continue
        page.append(unit)
        if _is_text(unit) and not _is_dedication(unit):
            for place in range(listed, len(page) - 1):
                if _is_text(page[place]) and not any(map(_heads, page[place + 1 : -1])):
                    return page[: place + 1], listed
            return page, listed
        if len(page) == _UNITS:
            break
    return [], 0


def _is_text(unit: Unit) -> bool:
    """Tell a paragraph, however short, from the lines of a title page."""
    written = unit.written
    if unit.prose or not _ENDED.search(written):
        return unit.prose
    if _SPOKEN.match(written) or _CHINESE.search(written):
        return True
    words = written.split()
    low = sum(word.lstrip("‘'(_")[:1].islower() for word in words)
    return len(words) >= _FEWEST and 2 * low >= len(words)


def _is_dedication(unit: Unit) -> bool:
    """Tell what may be a short text among the lines of a title page."""
    return unit.words <= _SHORT and _DEDICATED.match(unit.written) is not None


def _heads(unit: Unit) -> bool:
    return read_label(unit.written) is not None or opens_prose(unit.written)


def _heading_of(page: Sequence[Unit], listed: int) -> int:
    """Return the place of the first heading behind the title page, or of the text; 0 for no page.

    What tells a title page are the names of author and publisher, or a list that follows; a mere
    title is one before a chapter.
    """
    if listed or not page:
        return listed
    last = len(page) - 1
    told = [place for place, unit in enumerate(page[:last]) if _IMPRINT.match(unit.written)]
    behind = told[-1] + 1 if told else 0
    heads = [place for place in range(behind, last) if _heads(page[place])]
    if heads and (behind or _is_title(page[: heads[0]])):
        return heads[0]
    while 0 < behind < last and page[behind].gap < 0:
        behind += 1
    return behind


def _is_title(page: Sequence[Unit]) -> bool:
    return len(page) <= _TITLE and all(unit.words <= _FEW for unit in page)
