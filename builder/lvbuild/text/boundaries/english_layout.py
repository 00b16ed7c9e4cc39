"""The paragraphs of an English text, and which of them are prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lvbuild.text.boundaries.boundary import Kind, Paragraph

_LINE_START = re.compile(r"\n(?<!\n\n)[ \t]*(\S)")
_BLOCK = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_LINE = re.compile(r"[^\n]*\S[^\n]*")

_ENDED = re.compile(r"[.!?…][)\]”’\"'_*]*\Z")
_LEAD_IN = re.compile(r":_?(?:--|—)?\Z")
_DIVISION = re.compile(
    r"[_“]?(?:(?i:chapter|book|part|stave|letter|volume|scene|act|canto|section)\s+"
    r"(?:(?i:the)\s+\w+|[IVXLC]+\b|\d+|[A-Z][A-Z-]+\b)|[IVXLC]+\.?(?:\s+[A-Z“‘]|\Z))"
)
_ITALIC = re.compile(r"_[^_]+_[.,]?")
_WORD = re.compile(r"[^\W\d_][\w’']*")
_ATTRIBUTION = re.compile(r"[.!?”’\"]\s*(?:--|—)\s*_?[A-Z][^!?]{0,80}\Z")
_SPEAKER = re.compile(r"(?:\d\w\w )?[A-Z][A-Z’'. -]{3,}\.\s")
_QUOTED_VERSE = re.compile(r"[“\"]_[^_]+_[.!?]?[”\"]")

_HEADING_LINES = 4  # a longer block is no heading
_ILLUSTRATION_BLOCKS = 8  # a bracket open for longer is a slip
_ROOM_LEFT = 0.8  # of the wrap width: what ends earlier was ended on purpose
_HEADING_LENGTH = 80  # characters of a line without a full stop


def english_paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs in order: blocks between blank lines, or lines if none are wrapped."""
    if is_hard_wrapped(text):
        return _blocks(text)
    return _lines(text)


def is_hard_wrapped(text: str) -> bool:
    """Tell whether line ends stand within sentences: many lines then begin in lower case."""
    starts = _LINE_START.findall(text)
    return sum(map(str.islower, starts)) > 0.2 * len(starts)


def _lines(text: str) -> Iterator[Paragraph]:
    for line in _LINE.finditer(text):
        start, end = _trimmed(line)
        written = text[start:end]
        short = len(written) < _HEADING_LENGTH and not _ENDED.search(written)
        yield Paragraph(start, end, "heading" if short else "prose")


def _blocks(text: str) -> Iterator[Paragraph]:
    width = _wrap_width(text)
    blocks = _BLOCK.finditer(text)
    for block in blocks:
        start, end = _trimmed(block)
        if text[start] == "[":
            yield Paragraph(start, _illustration_end(text, start, end, blocks), "heading")
        else:
            yield Paragraph(start, end, _kind(block.group().rstrip(), width))


def _illustration_end(text: str, start: int, end: int, blocks: Iterator[re.Match[str]]) -> int:
    """Take the blocks up to the closing bracket: captions have blank lines inside."""
    for _ in range(_ILLUSTRATION_BLOCKS):
        if text.count("[", start, end) <= text.count("]", start, end):
            break
        following = next(blocks, None)
        if following is None:
            break
        _, end = _trimmed(following)
    return end


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    written = match.group()
    return match.end() - len(written.lstrip()), match.start() + len(written.rstrip())


def _wrap_width(text: str) -> int:
    lengths = sorted(
        len(line) for line, following in pairwise(text.split("\n")) if following[:1].islower()
    )
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _kind(block: str, width: int) -> Kind:
    lines = block.split("\n")
    if len(lines) <= _HEADING_LINES and _is_heading(block, len(lines)):
        return "heading"
    if any(line[0].isspace() for line in lines[1:]) or (len(lines) == 1 and block[0].isspace()):
        return "set_off"
    if _QUOTED_VERSE.fullmatch(block) or _SPEAKER.match(block):
        return "set_off"
    if _broken_lines(lines, width) > (len(lines) - 1) * 0.15 or _ATTRIBUTION.search(block):
        return "set_off"
    if len(lines) == 1 and not (_ENDED.search(block) or _LEAD_IN.search(block)):
        return "set_off"
    return "prose"


def _is_heading(block: str, lines: int) -> bool:
    if _DIVISION.match(block.lstrip()) or (lines < 3 and _ITALIC.fullmatch(block)):
        return True
    if block[0].isspace():
        return False
    if not any(map(str.islower, block)):
        return True
    if lines > 1 or block[-1] in "!?:,;-—":
        return False
    words = [word for word in _WORD.findall(block) if len(word) > 3]
    quoted = block[0] in "“\"‘'"
    return len(words) > quoted and all(word[0].isupper() for word in words)


def _broken_lines(lines: list[str], width: int) -> int:
    """Count the lines ended although the next line's first word would have fitted."""
    return sum(
        len(line.rstrip()) + 1 + len(following.split(None, 1)[0]) < _ROOM_LEFT * width
        for line, following in pairwise(lines)
    )
