"""Lines of an English text: blocks between blank ones, verse, paragraphs of one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lvbuild.languages.boundary import Kind, Paragraph
from lvbuild.languages.english.words import LONGEST, is_division, is_heading

ENDED = re.compile(r"[.!?…][)\]”’\"'_*]*\Z")
SHORT = 80  # characters of a line: paragraphs in one line are longer, or end with a full stop

_RUNS_ON = re.compile(r"[,;:—-][”’\"'_]*\Z")
_BEGINS_LOW = re.compile(r"[\s“‘\"'(\[_*]*[a-zà-ÿ]")
_ROOM_LEFT = 0.8  # of the wrap width: what ends earlier was ended on purpose
_NARROW = 55  # characters: prose is wrapped wider
_LINES = 4  # make verse certain


def is_wrapped(lines: Sequence[str]) -> bool:
    """Tell whether sentences go on over line ends: a fifth of the lines begin in lower case."""
    following = lines[1:]
    low = sum(line[:1].islower() for line in following)
    if 5 * low <= len(following):
        low = sum(_BEGINS_LOW.match(line) is not None for line in following)
    return 5 * low > len(following)


def is_set_off(lines: Sequence[str], width: int) -> bool:
    """Tell verse and lists from a paragraph that is wrapped to a width.

    Their lines end where much more would have fitted; or where (in four lines or more, which hardly
    ever begin in lower case) at least the next word would; or stand in a text of narrow lines.
    """
    if len(lines) < 2:
        return False
    needed = [
        len(line.rstrip()) + 1 + len(following.split(None, 1)[0])
        for line, following in pairwise(lines)
    ]
    broken = sum(room < _ROOM_LEFT * width for room in needed)
    if broken > len(needed) * 0.15 or width < _NARROW:
        return True
    if len(lines) < _LINES or is_wrapped(lines):
        return False
    return 4 * sum(room <= width for room in needed) > len(needed)


def _is_verse(run: Sequence[_Line]) -> bool:
    """Tell verse and lists from paragraphs of one line each, by lines that end within a sentence.

    Those are a third of four lines or more; among fewer, one ends with a comma or the like, or all
    but the last do.
    """
    lines = [line.written for line in run]
    if len(lines) >= _LINES:
        return 3 * sum(map(is_ended, lines)) <= 2 * len(lines)
    return any(map(runs_on, lines[:-1])) or (len(lines) > 2 and not any(map(is_ended, lines[:-1])))


def is_ended(line: str) -> bool:
    """Tell whether a sentence ends with the line."""
    return ENDED.search(line.rstrip()[-12:]) is not None


def runs_on(line: str) -> bool:
    """Tell whether the line ends with a mark that ends no sentence."""
    return _RUNS_ON.search(line.rstrip()[-12:]) is not None


_LEAD_IN = re.compile(r":_?(?:--|—)?\Z")
_ATTRIBUTION = re.compile(r"[.!?”’\"]\s*(?:--|—)\s*_?[A-Z][^!?]{0,80}\Z")
_QUOTED_VERSE = re.compile(r"[“\"]_[^_]+_[.!?]?[”\"]")


class Block(NamedTuple):
    """Lines of a text, from the offset `start` on, indentation included.

    `wrapped`: sentences go on over their ends, so that they are one paragraph.
    """

    start: int
    lines: Sequence[str]
    wrapped: bool

    def line_starts(self) -> Iterator[int]:
        """Yield where the lines begin behind their indentation."""
        offset = self.start
        for line in self.lines:
            yield offset + len(line) - len(line.lstrip())
            offset += len(line) + 1


def block_paragraphs(block: Block, width: int) -> Iterator[Paragraph]:
    """Yield the paragraph that a wrapped block is, a heading in its first line by itself."""
    first, *others = block.lines
    parts = [block]
    if len(block.lines) > LONGEST and is_division(first) and is_wrapped(others):
        behind = block.start + len(first) + 1
        parts = [Block(block.start, [first], True), Block(behind, others, True)]
    for part in parts:
        lines = [line for line in part.lines if line.strip()]
        written = "\n".join(part.lines).rstrip()
        heading = written.lstrip()[0] == "[" or is_heading(written, lines)
        kind: Kind = "heading" if heading else _kind(written, lines, width)
        yield Paragraph(next(part.line_starts()), part.start + len(written), kind)


def _kind(block: str, lines: Sequence[str], width: int) -> Kind:
    if any(line[0].isspace() for line in lines[1:]) or (len(lines) == 1 and block[0].isspace()):
        return "set_off"
    if _QUOTED_VERSE.fullmatch(block) or is_set_off(lines, width) or _ATTRIBUTION.search(block):
        return "set_off"
    if len(lines) == 1 and not (ENDED.search(block) or _LEAD_IN.search(block)):
        return "set_off"
    return "prose"


class _Line(NamedTuple):
    """A line without the white space around it."""

    start: int
    written: str

    @property
    def end(self) -> int:
        return self.start + len(self.written)


def is_in_verse(blocks: Sequence[Block]) -> bool:
    """Tell whether a third of the blocks is verse, by characters: a book of verse."""
    characters = verse = 0
    for block in blocks:
        for run in _runs(block):
            length = run[-1].end - run[0].start
            characters += length
            verse += length if _is_verse(run) else 0
    return 3 * verse > characters


def line_paragraphs(block: Block, verse: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs of a block that is not wrapped; `verse`: the book is one of it."""
    if 1 < len(block.lines) <= LONGEST and "".join(block.lines).isupper():
        begin, *_, end = block.line_starts()
        yield Paragraph(begin, end + len(block.lines[-1].strip()), "heading")
        return
    for run in _runs(block):
        first, last = run[0], run[-1]
        if _is_verse(run) or (
            verse and all(map(_is_short, run)) and not is_division(first.written)
        ):
            yield Paragraph(first.start, last.end, "set_off")
        else:
            for line in run:
                heading = len(line.written) < SHORT and not is_ended(line.written)
                heading = heading or is_division(line.written)
                yield Paragraph(line.start, line.end, "heading" if heading else "prose")


def _runs(block: Block) -> Iterator[list[_Line]]:
    """Yield the lines that may be verse together; the long ones and divisions each by itself."""
    run: list[_Line] = []
    for start, line in zip(block.line_starts(), block.lines, strict=True):
        found = _Line(start, line.strip())
        apart = not (_is_short(found) or runs_on(line)) or is_division(found.written)
        if run and apart:
            yield run
            run = []
        run.append(found)
        if apart:
            yield run
            run = []
    if run:
        yield run


def _is_short(line: _Line) -> bool:
    return len(line.written) <= SHORT
