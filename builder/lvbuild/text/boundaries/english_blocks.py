"""Blocks of English lines between blank ones, and what kind of paragraph a wrapped one is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lvbuild.text.boundaries.boundary import Kind, Paragraph
from lvbuild.text.boundaries.english_headings import LONGEST, is_division, is_heading
from lvbuild.text.boundaries.english_speakers import Speakers
from lvbuild.text.boundaries.english_verse import ENDED, SHORT, is_set_off, is_wrapped

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

    def starts(self) -> Iterator[int]:
        """Yield where the paragraphs may begin that the block has."""
        starts = self.line_starts()
        yield next(starts)
        if not self.wrapped:
            yield from starts

    def parts(self, firsts: Sequence[int]) -> Iterator[Block]:
        """Yield the block in parts that begin with the lines of these numbers, 0 the first."""
        if len(firsts) == 1:
            yield self
            return
        offset = self.start
        for first, end in pairwise([*firsts, len(self.lines)]):
            part = Block(offset, self.lines[first:end], self.wrapped)
            yield part
            offset += sum(map(len, part.lines)) + len(part.lines)


def block_paragraphs(block: Block, width: int, speakers: Speakers) -> Iterator[Paragraph]:
    """Yield the paragraph that a wrapped block is; in a play, a cue and what it says in turn."""
    firsts = [0]
    if speakers.found:
        starts = enumerate(block.line_starts())
        firsts += [line for line, start in starts if line and speakers.recurs(start)]
    elif len(block.lines) > LONGEST and is_division(block.lines[0]) and is_wrapped(block.lines[1:]):
        firsts.append(1)
    for part in block.parts(firsts):
        yield from _paragraphs(part, width, speakers)


def _paragraphs(block: Block, width: int, speakers: Speakers) -> Iterator[Paragraph]:
    lines = [line for line in block.lines if line.strip()]
    written = "\n".join(block.lines).rstrip()
    start, end = next(block.line_starts()), block.start + len(written)
    said = speakers.cue(start)
    alone = said is not None and not written[said - block.start :].strip()
    if alone and speakers.found and not is_division(lines[0]):
        yield Paragraph(start, end, "cue")
    elif written.lstrip()[0] == "[" or is_heading(written, lines):
        yield Paragraph(start, end, "heading")
    elif said is None or alone:
        yield Paragraph(start, end, _kind(written, lines, width))
    else:
        yield Paragraph(start, said, "cue")
        words = written[said - block.start :]
        kind = _kind_of_speech(words, lines, width)
        yield Paragraph(end - len(words.lstrip()), end, kind)


def _kind(block: str, lines: Sequence[str], width: int) -> Kind:
    if any(line[0].isspace() for line in lines[1:]) or (len(lines) == 1 and block[0].isspace()):
        return "set_off"
    if _QUOTED_VERSE.fullmatch(block) or is_set_off(lines, width) or _ATTRIBUTION.search(block):
        return "set_off"
    if len(lines) == 1 and not (ENDED.search(block) or _LEAD_IN.search(block)):
        return "set_off"
    return "prose"


def _kind_of_speech(words: str, lines: Sequence[str], width: int) -> Kind:
    """Tell a speech in prose from one in verse; one of few words is either."""
    if words[0] == "\n":
        lines = lines[1:]
    if len(lines) > 1:
        return "speech" if is_wrapped(lines) and not is_set_off(lines, width) else "set_off"
    return "speech" if len(lines[0]) > SHORT else "set_off"
