"""What transcribers, licences and publishers add to a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter

from lvbuild.text.prose.blocks import Block, is_prose
from lvbuild.text.prose.labels import read_label
from lvbuild.text.prose.span import Span
from lvbuild.text.prose.titles import listed, noted, opens_prose

_FRAME = re.compile(
    r"^[^\n]*(?:(?P<start>\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*\n?"
    r"|\*END\*? ?THE SMALL PRINT[^\n]*\n?)"
    r"|\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|\*\*\* ?START: FULL LICENSE"
    r"|(?:This is the )?End of (?:the |this )?Project Gutenberg(?:'s|’s| e))",
    re.MULTILINE | re.IGNORECASE,
)
_LICENCE = re.compile(
    r"(?i:(?:the )?(?:full )?(?:project gutenberg )?licen[cs]e\b|copyright (?:\(c\)|©|\d{4}|by)"
    r"|©|all rights reserved|creative commons"
    r"|this (?:work|text|e?book) is (?:licen[cs]ed|in the public domain))"
    r"|版权(?:声明|所有|信息)|本书(?:由|来自|版权).{0,40}(?:制作|整理|下载|校对|所有)"
    r"|.{0,30}(?:电子书|小说).{0,30}(?:https?:|www\.)"
)
_MADE = re.compile(
    r"(?i)\W{0,3}(?:(?:this )?(?:e-?text|e-?book|html version)? ?(?:was )?"
    r"(?:produced|prepared|transcribed|scanned|digitized|proofed|proofread)(?: and \w+)? by\b"
    r"|credits:)"
)
_TRANSCRIBERS = ("ranscriber", "RANSCRIBER", "roofreader", "校对", "录入", "排版")
_TRANSCRIBED = re.compile("|".join(_TRANSCRIBERS))
_BRACKET = re.compile(r"[\[\]]")
_COLON = re.compile(":|：|--")
_THE_END = re.compile(
    r"(?i)\W*(?:the end|finis|end of the book|全[书書文]完|[（(]?完[）)]?|剧终)\W*"
)
_SELLS = re.compile(
    r"(?i)publishers?|popular copyrighted|catalogue|price|\$ ?\d|\d ?s\. (?:net|\d)|cloth|12mo|8vo"
    r"|by the same author|works by|wherever books are sold|for sale|booksellers"
)
_FRAMED = 30_000  # characters at either end: the longest frame has some 20,000
_EDGE = 0.1  # of a text: where those stand who made it
_TAIL = 0.05  # of a text that an advertisement has
_LONGEST_NOTE = 6  # blocks
_SECTION = 2  # blank lines and more part a section from another
_BRACKETED = 3_000  # characters


def frames(text: str) -> list[Span]:
    """Return what stands before and behind the texts proper of Project Gutenberg's files."""
    ends = text[:_FRAMED], text[-_FRAMED:]
    if not any("utenberg" in end or "GUTENBERG" in end for end in ends):
        return []
    found: list[Span] = []
    open_from: int | None = 0
    for mark in _FRAME.finditer(text):
        if mark["start"] and open_from is not None:
            found.append(Span(open_from, mark.end(), "licence"))
            open_from = None
        elif not mark["start"] and not open_from:
            open_from = mark.start()
    if open_from:
        found.append(Span(open_from, len(text), "licence"))
    return found


def note_spans(text: str, blocks: Sequence[Block]) -> Iterator[Span]:
    """Yield notes of transcribers, licences and advertisements."""
    behind = 0
    for number in _candidates(text, blocks):
        if blocks[number].start >= behind and (found := _note(text, blocks, number)):
            behind = found.end
            yield found
    ending = _ending(text, blocks)
    if ending and ending.start >= behind:
        yield ending


def _candidates(text: str, blocks: Sequence[Block]) -> Iterable[int]:
    """Return the numbers of the blocks where a note may begin: those at the text's ends, or all."""
    if any(map(text.__contains__, _TRANSCRIBERS)):
        return range(len(blocks))
    front = bisect_left(blocks, _EDGE * len(text), key=attrgetter("start"))
    back = bisect_left(blocks, (1 - _EDGE) * len(text), key=attrgetter("start"))
    return chain(range(front), range(max(front, back), len(blocks)))


def _note(text: str, blocks: Sequence[Block], number: int) -> Span | None:
    """Return the note of transcribers that begins with a block."""
    block = blocks[number]
    first = block.lines[0].strip()
    edge = min(block.start, len(text) - block.start) < _EDGE * len(text)
    end = None
    if _TRANSCRIBED.search(first) and _is_note(first):
        end = _note_end(blocks, number, text)
    elif _is_box(block) or (edge and _MADE.match(first) and len(block.lines) < _LONGEST_NOTE):
        end = block.end + 1
    return None if end is None else Span(block.start, min(end, len(text)), "transcriber's note")


def _ending(text: str, blocks: Sequence[Block]) -> Span | None:
    """Return what stands behind the last chapter: a licence, or books that are offered."""
    late = [block for block in blocks if block.start > (1 - _EDGE) * len(text)]
    heads = [number for number, block in enumerate(late) if read_label(block.lines[0])]
    behind = late[heads[-1] + 1 :] if heads else late
    for block in behind:
        if _LICENCE.match(block.lines[0].strip(" *_[(")):
            return Span(block.start, len(text), "licence")
    ends = [n for n, block in enumerate(behind) if _THE_END.fullmatch(block.lines[0].strip())]
    offers = behind[ends[-1] + 1 :] if ends else []
    if offers and _sells(text, offers):
        return Span(offers[0].start, len(text), "advertisement")
    return None


def _is_note(line: str) -> bool:
    return noted(_COLON.split(line, maxsplit=1)[0])


def _is_box(block: Block) -> bool:
    """Tell a note of transcribers in a frame."""
    first = block.lines[0].strip()
    ruled = len(first) > 3 and not first.strip(" +-=*_|~")
    return ruled and any(_TRANSCRIBED.search(line) for line in block.lines[:4])


def _note_end(blocks: Sequence[Block], number: int, text: str) -> int | None:
    """Return where a note ends: with its bracket, its block, or the section that it heads."""
    block = blocks[number]
    if block.lines[0].lstrip().startswith("["):
        return _bracket_end(text, block)
    if _COLON.search(block.lines[0].rstrip(" :：*_")) or len(block.lines) > 1:
        return _section_end(blocks, number + 1, block.end + 1, text)
    if number + 1 == len(blocks):
        return len(text)
    return _section_end(blocks, number + 2, blocks[number + 1].end + 1, text)


def _bracket_end(text: str, block: Block) -> int | None:
    """Return where the line ends in which a bracket closes; None if it is open for long."""
    depth = 0
    for mark in _BRACKET.finditer(text, block.start, block.start + _BRACKETED):
        depth += 1 if mark[0] == "[" else -1
        if not depth:
            line_end = text.find("\n", mark.end())
            return len(text) if line_end < 0 else line_end + 1
    return None


def _section_end(blocks: Sequence[Block], number: int, least: int, text: str) -> int:
    """Return where blocks end that belong to a note, at most a few; `least` where they do not."""
    for following in blocks[number : number + _LONGEST_NOTE]:
        first = following.lines[0]
        if following.gap > _SECTION or read_label(first) or opens_prose(first) or listed(first):
            return following.start
        if number == len(blocks) - 1:
            break
    rest = len(text) - least
    return (
        len(text) if number + _LONGEST_NOTE >= len(blocks) and rest < _TAIL * len(text) else least
    )


def _sells(text: str, blocks: Sequence[Block]) -> bool:
    """Tell whether books are offered in blocks, which are not the half of them prose."""
    told = {found[0].lower() for found in _SELLS.finditer(text, blocks[0].start)}
    prose = sum(is_prose(block.lines) for block in blocks)
    return len(told) > 1 and 2 * prose <= len(blocks)
