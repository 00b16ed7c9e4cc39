"""The lines of a Chinese text, each a paragraph, and which of them are prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.text.boundaries.boundary import Kind, Paragraph
from lvbuild.text.boundaries.chinese_speakers import cues, is_libretto, names_speaker
from lvbuild.text.boundaries.chinese_verse import is_measured, is_song, is_songbook, may_be_sung
from lvbuild.text.boundaries.chinese_words import ENDED, LEAD_IN
from lvbuild.text.boundaries.plays import with_speeches

_LINE = re.compile(r"[^\n]+")
_HEADING = re.compile(
    r"(?:第[一二三四五六七八九十百千零〇\d]+[回章节卷部篇集幕场折出]|(?:目录|楔子|序幕|尾声)\Z)"
    r"(?!.*[，。．])"
)
_TITLE = re.compile(r"[^，。．！？；、：,.!?;:]{1,30}")
_SPEECH = re.compile('[“”"「」]')
_SET_OFF_LENGTH = 60
_SAMPLE = 120  # characters from which a long line is seen to be no verse


def chinese_paragraphs(text: str) -> list[Paragraph]:
    """Return the lines in order; in a play, a speaker's name and what it says by themselves.

    Verse and letters stand in short lines without quotation marks, mostly introduced by a colon;
    set pieces are broken into lines in mid-sentence.
    """
    lines = list(_lines(text))
    named = cues(text, lines)
    paragraphs: list[Paragraph] = []
    introduced = False
    for start, end in lines:
        said = named.get(start)
        if said is not None:
            paragraphs.append(Paragraph(start, said, "cue"))
            words = text[said:end].lstrip()
            if words:
                verse = len(words) <= _SET_OFF_LENGTH and is_measured(words)
                kind: Kind = "set_off" if verse else "speech"
                paragraphs.append(Paragraph(end - len(words), end, kind))
            introduced = False
            continue
        written = text[start:end]
        kind = _kind(written, introduced)
        if kind == "set_off" and paragraphs and paragraphs[-1].kind == "heading":
            kind = "heading" if _TITLE.fullmatch(written) else kind
        introduced = kind == "set_off" or LEAD_IN.search(written[-4:]) is not None
        paragraphs.append(Paragraph(start, end, kind))
    if named:
        return with_speeches(text, paragraphs)
    if is_libretto(text, len(lines)):
        return [_sung(text, paragraph) for paragraph in paragraphs]
    if is_songbook(text, paragraphs):
        return [_in_songs(text, paragraph) for paragraph in paragraphs]
    return paragraphs


def _sung(text: str, line: Paragraph) -> Paragraph:
    """Take a line of prose that names a tune or a speaker for a speech."""
    spoken = text[line.start] == "【" or names_speaker(text, line.start, line.end)
    return line._replace(kind="speech") if spoken and line.kind == "prose" else line


def _in_songs(text: str, line: Paragraph) -> Paragraph:
    """Take a line of short clauses for verse."""
    sung = line.kind == "prose" and may_be_sung(text[line.start : line.end])
    return line._replace(kind="set_off") if sung else line


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for line in _LINE.finditer(text):
        written = line.group().strip()
        if written:
            start = line.start() + line.group().index(written[0])
            yield start, start + len(written)


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
