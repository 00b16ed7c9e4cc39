"""The paragraphs of a Chinese text: prose, verse, headings."""

from __future__ import annotations

import re
from collections import Counter

from lvbuild.languages.boundary import Kind, Paragraph
from lvbuild.languages.chinese.leaning import ENDED, LEAD_IN

_PAUSE = re.compile(r"[，。．！？；、：,!?\s]+")
_SENTENCE_BEFORE = re.compile(r"[^。．！？!?\n”\"]+\Z")
_SENTENCE_AFTER = re.compile(r"[^。．！？!?\n：]+")
_VERSE_REACH = 40  # a line of verse, looked for on both sides
_VERSE_FEET = range(3, 10)
_SONG = 6  # clauses: so many tell verse although some are longer or shorter


def is_measured(line: str) -> bool:
    """Tell verse by its clauses of one length."""
    clauses = [len(clause) for clause in _PAUSE.split(line) if clause]
    return len(clauses) > 1 and len(set(clauses)) == 1 and clauses[0] in _VERSE_FEET


def is_song(line: str) -> bool:
    """Tell verse in a single line by its clauses: most have one length, or five and seven."""
    clauses = Counter(len(clause) for clause in _PAUSE.split(line) if clause)
    [(feet, most)] = clauses.most_common(1) or [(0, 0)]
    total = clauses.total()
    if total < _SONG or feet not in _VERSE_FEET:
        return False
    return 2 * most > total or 5 * (clauses[5] + clauses[7]) > 3 * total


def is_ended(text: str, paragraph: Paragraph) -> bool:
    """Tell whether a sentence ends with the paragraph."""
    return ENDED.search(text, max(paragraph.start, paragraph.end - 8), paragraph.end) is not None


def in_verse(text: str, end: int, offset: int) -> bool:
    """Tell whether a place stands in verse that runs on in a line: clauses of one length."""
    before = _SENTENCE_BEFORE.search(text, max(0, end - _VERSE_REACH), end)
    after = _SENTENCE_AFTER.match(text, offset, offset + _VERSE_REACH)
    beside = [sentence[0] for sentence in (before, after) if sentence is not None]
    return any("兮" in sentence for sentence in beside) or all(map(is_measured, beside))


_LINE = re.compile(r"[^\s](?:[^\n]*[^\s])?")
_HEADING = re.compile(
    r"(?:第[一二三四五六七八九十百千零〇\d]+[回章节卷部篇集幕场折出]|(?:目录|楔子|序幕|尾声)\Z)"
    r"(?!.*[，。．])"
)
_TITLE = re.compile(r"[^，。．！？；、：,.!?;:]{1,30}")
_SPEECH = re.compile('[“”"「」]')
_SET_OFF_LENGTH = 60
_SAMPLE = 120  # characters from which a long line is seen to be no verse


def chinese_paragraphs(text: str) -> list[Paragraph]:
    """Return the lines in order.

    Verse and letters stand in short lines without quotation marks, mostly introduced by a colon;
    set pieces are broken into lines in mid-sentence.
    """
    paragraphs: list[Paragraph] = []
    introduced = False
    for line in _LINE.finditer(text):
        written = line[0]
        kind = _kind(written, introduced)
        if kind == "set_off" and paragraphs and paragraphs[-1].kind == "heading":
            kind = "heading" if _TITLE.fullmatch(written) else kind
        introduced = kind == "set_off" or LEAD_IN.search(written[-4:]) is not None
        paragraphs.append(Paragraph(line.start(), line.end(), kind))
    return paragraphs


def _kind(line: str, introduced: bool) -> Kind:
    if len(line) > _SET_OFF_LENGTH:
        return "set_off" if is_song(line[:_SAMPLE]) and is_song(line) else "prose"
    if _HEADING.match(line):
        return "heading"
    if _SPEECH.search(line) or LEAD_IN.search(line):
        return "prose"
    if introduced or not ENDED.search(line) or is_measured(line) or is_song(line):
        return "set_off"
    return "prose"
