"""Lines of an English text that are no wrapped prose: paragraphs of one line, or verse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lvbuild.text.boundaries.boundary import Paragraph
from lvbuild.text.boundaries.english_blocks import Block
from lvbuild.text.boundaries.english_headings import LONGEST, is_division
from lvbuild.text.boundaries.english_speakers import Speakers
from lvbuild.text.boundaries.english_verse import SHORT, is_ended, is_verse, runs_on


class _Line(NamedTuple):
    """A line without the white space around it, and where the speaker's name in it ends."""

    start: int
    written: str
    said: int | None

    @property
    def end(self) -> int:
        return self.start + len(self.written)


def is_in_verse(blocks: Sequence[Block], speakers: Speakers) -> bool:
    """Tell whether a third of the blocks is verse, by characters: a book of verse."""
    characters = verse = 0
    for block in blocks:
        for run in _runs(block, speakers):
            length = run[-1].end - run[0].start
            characters += length
            verse += length if _is_verse(run) else 0
    return 3 * verse > characters


def line_paragraphs(block: Block, speakers: Speakers, verse: bool) -> Iterator[Paragraph]:
    """Yield the paragraphs of a block that is not wrapped; `verse`: the book is one of it."""
    if _is_heading(block, speakers):
        *_, start = block.line_starts()
        yield Paragraph(next(block.line_starts()), start + len(block.lines[-1].strip()), "heading")
        return
    for run in _runs(block, speakers):
        first, last = run[0], run[-1]
        if first.said is not None:
            yield from _speech(run, speakers)
        elif _is_verse(run) or (
            verse and all(map(_is_short, run)) and not is_division(first.written)
        ):
            yield Paragraph(first.start, last.end, "set_off")
        else:
            for line in run:
                heading = len(line.written) < SHORT and not is_ended(line.written)
                heading = heading or is_division(line.written)
                yield Paragraph(line.start, line.end, "heading" if heading else "prose")


def _is_heading(block: Block, speakers: Speakers) -> bool:
    """Tell a heading of several lines in capitals."""
    return (
        1 < len(block.lines) <= LONGEST
        and "".join(block.lines).isupper()
        and not (speakers.found and any(map(speakers.recurs, block.line_starts())))
    )


def _speech(run: Sequence[_Line], speakers: Speakers) -> Iterator[Paragraph]:
    first, last = run[0], run[-1]
    said = first.said or first.start
    words = first.written[said - first.start :].lstrip()
    if not words and len(run) == 1:
        yield Paragraph(first.start, first.end, "cue" if speakers.found else "heading")
        return
    yield Paragraph(first.start, said, "cue")
    start = first.end - len(words) if words else run[1].start
    long = len(run) == 1 and len(words) > SHORT
    yield Paragraph(start, last.end, "speech" if long else "set_off")


def _runs(block: Block, speakers: Speakers) -> Iterator[list[_Line]]:
    """Yield the lines that may be verse together; the long ones and divisions each by itself."""
    run: list[_Line] = []
    for start, line in zip(block.line_starts(), block.lines, strict=True):
        found = _Line(start, line.strip(), speakers.cue(start))
        if run and not (is_ended(run[-1].written) or speakers.recurs(start)):
            found = found._replace(said=None)
        apart = not (_is_short(found) or runs_on(line)) or is_division(found.written)
        if run and (apart or found.said is not None):
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


def _is_verse(run: Sequence[_Line]) -> bool:
    return is_verse([line.written for line in run])
