"""The lines of a Chinese text, each a paragraph, and which of them are prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.text.boundaries.boundary import Kind, Paragraph

ENDED = re.compile(r"[。．！？…!?.][”’\"」』）)】-]*\Z")
LEAD_IN = re.compile(r"(?:[:：]|——|(?:诗|词|赞|偈|歌|判)[云曰])[“\"「]?\Z")
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_HEADING = re.compile(r"第[一二三四五六七八九十百千零〇\d]+[回章节卷部篇集](?!.*[，。．])")
_SPEECH = re.compile('[“”"「」]')
_PAUSE = re.compile(r"[，。．！？；、：,!?\s]+")
_SET_OFF_LENGTH = 60
_VERSE_FEET = range(3, 10)


def chinese_paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the lines in order.

    Verse and letters stand in short lines without quotation marks, mostly introduced by a colon;
    set pieces are broken into lines in mid-sentence.
    """
    introduced = False
    for line in _LINE.finditer(text):
        written = line.group().strip()
        start = line.start() + line.group().index(written)
        kind = _kind(written, introduced)
        introduced = kind == "set_off" or LEAD_IN.search(written) is not None
        yield Paragraph(start, start + len(written), kind)


def _kind(line: str, introduced: bool) -> Kind:
    if len(line) > _SET_OFF_LENGTH:
        return "prose"
    if _HEADING.match(line):
        return "heading"
    if _SPEECH.search(line) or LEAD_IN.search(line):
        return "prose"
    if introduced or not ENDED.search(line) or is_measured(line):
        return "set_off"
    return "prose"


def is_measured(line: str) -> bool:
    """Tell verse by its clauses of one length."""
    clauses = [len(clause) for clause in _PAUSE.split(line) if clause]
    return len(clauses) > 1 and len(set(clauses)) == 1 and clauses[0] in _VERSE_FEET
