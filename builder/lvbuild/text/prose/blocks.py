"""A text in blocks of lines, and the units that lists of contents are read in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lvbuild.languages.english.words import is_synopsis
from lvbuild.text.prose.labels import paged, read_label

_LINE_STARTS = re.compile(r"[^\n]\n([^\n])")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_LINE_ENDS = re.compile(r"\n(?:[^\S\n]*\n)*")
_LOW_START = re.compile(r"[\s“‘\"'(\[_]*[a-zà-ÿ]")
_WRAPPED = 0.2  # of the lines of a wrapped text begin in lower case
_ENDED = re.compile(r"[.!?…。．！？][)\]”’\"'_*」』]*\Z")
_STOP = re.compile(r"[.!?][)\]”’\"'_*]*(?:\s|\Z)")
_CHINESE_STOP = re.compile("[。．！？]")
_CHINESE = re.compile(r"[一-鿿]")
_WITHIN = -1
_SAMPLE = 30  # lines of a block that show what all are
_BEGINNING = 400  # characters
_WORD = re.compile(r"[^\W一-鿿]+")
_FEWEST_WORDS = 6  # of English prose in a block
_FEWEST_CHARACTERS = 25  # of Chinese prose in a line


class Block(NamedTuple):
    """Lines without a blank one between them; where a text is not wrapped, a line.

    `start` is the offset of its first line, `gap` the number of blank lines before it.
    """

    start: int
    written: str
    gap: int

    @property
    def end(self) -> int:
        """The offset behind its last line."""
        return self.start + len(self.written)

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.written.split("\n")


class Unit(NamedTuple):
    """What stands together in a list, a line of it, or a paragraph of prose.

    `gap` is the number of blank lines before it, -1 where it goes on in the block of another.
    """

    start: int
    written: str
    gap: int
    prose: bool

    @property
    def words(self) -> int:
        """Its words; two Chinese characters count as one."""
        return len(_WORD.findall(self.written)) + len(_CHINESE.findall(self.written)) // 2


def read_blocks(text: str) -> list[Block]:
    """Return the blocks of a text in order."""
    breaks = _BLANK_LINES if _is_wrapped(text) else _LINE_ENDS
    blocks: list[Block] = []
    start, gap = _first_line(text)
    end = len(text.rstrip())
    for found in breaks.finditer(text, start, end):
        blocks.append(Block(start, text[start : found.start()], gap))
        start, gap = found.end(), text.count("\n", found.start(), found.end()) - 1
    return [*blocks, Block(start, text[start:end], gap)] if start < end else blocks


def _first_line(text: str) -> tuple[int, int]:
    """Return where the first line begins that is not blank, and how many are before it."""
    start = text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1
    return start, text.count("\n", 0, start)


def _is_wrapped(text: str) -> bool:
    starts = _LINE_STARTS.findall(text)
    return sum(map(str.islower, starts)) > _WRAPPED * len(starts)


def units(blocks: Sequence[Block], first: int, line: int = 0) -> Iterator[Unit]:
    """Yield the units from a line of a block on."""
    for number in range(first, len(blocks)):
        yield from _units_of(blocks[number], line)
        line = 0


def _units_of(block: Block, first: int) -> Iterator[Unit]:
    """Yield a paragraph of the block, or what stands behind a label in it; else its lines."""
    lines = block.lines
    start = block.start + sum(map(len, lines[:first])) + first
    gap = _WITHIN if first else block.gap
    number, whole = first, True
    while number < len(lines):
        labelled = read_label(lines[number]) is not None
        end = number + 1
        if whole and not labelled:
            end = next((k for k in range(end, len(lines)) if read_label(lines[k])), len(lines))
        prose = whole and is_prose(lines[number : min(end, number + _SAMPLE)])
        if not prose:
            end = number + 1
        written = lines[number:end]
        yield Unit(start, " ".join(map(str.strip, written)), gap, prose=prose)
        start += sum(map(len, written)) + len(written)
        gap, whole, number = _WITHIN, labelled, end


def is_prose(lines: Sequence[str]) -> bool:
    """Tell running prose from headings and the lines of lists, by the lines of a block."""
    written = " ".join(map(str.strip, lines))
    if paged(written):
        return False
    beginning = written[:_BEGINNING]
    if 2 * len(_CHINESE.findall(beginning)) > len(beginning):
        if not _CHINESE_STOP.search(written):
            return False
        return len(written) >= _FEWEST_CHARACTERS or _ENDED.search(written) is not None
    words = beginning.split()
    if len(words) < _FEWEST_WORDS or not _STOP.search(written):
        return False
    if 2 * sum(word.lstrip("“‘\"'(_—-")[:1].islower() for word in words) < len(words):
        return False
    return not _is_list(lines) and not is_synopsis(written)


def _is_list(lines: Sequence[str]) -> bool:
    """Tell lines that are each an entry: three or more, each ended, none begins in lower case."""
    if len(lines) < 3 or any(map(_LOW_START.match, lines)):
        return False
    return all(_ENDED.search(line.rstrip()) or paged(line) for line in lines)


def is_ended(written: str) -> bool:
    """Tell whether a sentence ends here."""
    return _ENDED.search(written) is not None
