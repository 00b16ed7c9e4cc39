"""The paragraphs of an English text, and which of them are prose."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from lvbuild.text.boundaries.boundary import Paragraph
from lvbuild.text.boundaries.english_blocks import Block, block_paragraphs
from lvbuild.text.boundaries.english_headings import is_argument
from lvbuild.text.boundaries.english_lines import is_in_verse, line_paragraphs
from lvbuild.text.boundaries.english_speakers import Speakers
from lvbuild.text.boundaries.english_verse import is_wrapped
from lvbuild.text.boundaries.plays import with_speeches

_LINE_START = re.compile(r"\n(?<!\n\n)[ \t]*(\S)")
_WRAPPED_LINE = re.compile(r"^([^\n]++)\n(?=[a-zà-ÿ])", re.MULTILINE)
_GAP = re.compile(r"\n\s*\n")
_ILLUSTRATION_BLOCKS = 8  # a bracket open for longer is a slip


def english_paragraphs(text: str) -> list[Paragraph]:
    """Return the paragraphs in order: blocks between blank lines, or lines if none are wrapped."""
    if "\n" not in text:
        return _one_line(text)
    wrapped = is_hard_wrapped(text)
    blocks = list(_blocks(text, wrapped))
    speakers = Speakers(text, chain.from_iterable(block.starts() for block in blocks))
    width = _wrap_width(text)
    verse = is_in_verse([block for block in blocks if not block.wrapped], speakers)
    paragraphs: list[Paragraph] = []
    for block in blocks:
        if block.wrapped:
            paragraphs += block_paragraphs(block, width, speakers)
        else:
            paragraphs += line_paragraphs(block, speakers, verse)
    if speakers.found:
        return with_speeches(text, paragraphs)
    return [*_with_arguments(text, paragraphs)]


def _with_arguments(text: str, paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Take what says, beneath a heading, what the division holds for a part of the heading."""
    headed = False
    for paragraph in paragraphs:
        start, end, kind = paragraph
        if headed and kind in {"prose", "set_off"} and is_argument(text[start:end]):
            kind = "heading"
        headed = kind == "heading" and not headed
        yield paragraph._replace(kind=kind)


def _one_line(text: str) -> list[Paragraph]:
    """Return the paragraph of a text of one line, as most articles are, by a shorter way."""
    line = text.rstrip()
    block = Block(0, [line], wrapped=False)
    return list(line_paragraphs(block, Speakers(text, block.starts()), verse=False))


def is_hard_wrapped(text: str) -> bool:
    """Tell whether line ends stand within sentences: many lines then begin in lower case."""
    starts = _LINE_START.findall(text)
    return sum(map(str.islower, starts)) > 0.2 * len(starts)


def _blocks(text: str, wrapped: bool) -> Iterator[Block]:
    """Yield what stands between blank lines; a bracket that opens a block is closed in it."""
    spans = deque(_spans(text))
    while spans:
        start, end = spans.popleft()
        if wrapped and text[start:end].lstrip().startswith("["):
            for _ in range(_blocks_to_closing(text, start, end, spans)):
                _, end = spans.popleft()
        lines = text[start:end].split("\n")
        yield Block(start, lines, wrapped or (len(lines) > 1 and is_wrapped(lines)))


def _blocks_to_closing(
    text: str, start: int, end: int, following: Iterable[tuple[int, int]]
) -> int:
    """Return how many more blocks a caption has, up to its closing bracket."""
    ends = (end, *(end for _, end in islice(following, _ILLUSTRATION_BLOCKS)))
    for blocks, closing in enumerate(ends):
        if text.count("[", start, closing) <= text.count("]", start, closing):
            return blocks
    return 0


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = len(text) - len(text.lstrip())
    start = text.rfind("\n", 0, start) + 1
    end = len(text.rstrip())
    for gap in _GAP.finditer(text, start, end):
        yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _wrap_width(text: str) -> int:
    lengths = sorted(map(len, _WRAPPED_LINE.findall(text)))
    return lengths[len(lengths) * 9 // 10] if lengths else 0
