"""Lists of contents, illustrations and the like: where they begin and where prose begins again.

A list goes on as long as its entries do. Prose begins again with a paragraph of it, or with a label
or a title that is followed by far more than an entry has. What is not certainly a list stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from lvbuild.text.prose.blocks import Block, units
from lvbuild.text.prose.entry import Entry
from lvbuild.text.prose.labels import led, read_label
from lvbuild.text.prose.list_reading import read_list
from lvbuild.text.prose.span import Span
from lvbuild.text.prose.titles import listed

_SHORT = 12  # words of a title
_RUN = 5  # labels or page numbers in a row, where no heading says that they are a list
_NEAR = 25  # words from one of them to the next
_SMALL = 2_000  # characters that a list may have in any text
_PART = {True: 0.2, False: 0.08}  # of a text that a list with and without labels has at most
_UNITS = 20_000
_HEADING = 50  # characters of a line that begins with a heading


def list_spans(text: str, blocks: Sequence[Block]) -> Iterator[Span]:
    """Yield the lists of a text in order."""
    behind = tried = 0
    for number, block in enumerate(blocks):
        if block.start < behind:
            continue
        for line, kind in _beginnings(block, block.start >= tried):
            following = islice(units(blocks, number, line + bool(kind)), _UNITS)
            entries, end = read_list(following, headed=bool(kind))
            if _is_list(entries, end, len(text)) if kind else _is_run(entries):
                behind = len(text) if end is None else end
                start = block.start + sum(len(each) + 1 for each in block.lines[:line])
                yield Span(start, behind, kind or "contents")
                break
            if entries and not kind:
                tried = entries[-1].unit.start


def _beginnings(block: Block, runs: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block where a list may begin, with its kind if one is the heading of it.

    `runs`: a list may begin with an entry.
    """
    first = block.written.partition("\n")[0]
    lines = block.lines[:3] if len(first.strip()) <= _HEADING else []
    for number, line in enumerate(lines[:2]):
        kind = listed(line)
        if kind and _stands_alone(lines, number):
            yield number, kind
            return
    if runs and (read_label(first) or led(first)):
        yield 0, ""


def _stands_alone(lines: Sequence[str], line: int) -> bool:
    """Tell whether a line is no part of a sentence that goes on in the next."""
    following = lines[line + 1 : line + 2]
    return not following or not following[0].lstrip(" _")[:1].islower()


def _is_list(entries: Sequence[Entry], end: int | None, whole: int) -> bool:
    """Tell a list from verse, or prose in short lines, that stands behind such a heading."""
    sure = sum(entry.sure for entry in entries)
    if len(entries) < 3 and sure < 2:
        return False
    characters = sum(len(entry.unit.written) for entry in entries)
    labelled = 4 * sure >= len(entries)
    if characters > max(_SMALL, _PART[labelled] * whole):
        return False
    if labelled:
        return end is not None or 2 * sure >= len(entries)
    long = sum(entry.unit.words > _SHORT for entry in entries)
    ended = sum(entry.ended for entry in entries)
    return end is not None and 10 * long <= len(entries) and 3 * ended <= len(entries)


def _is_run(entries: Sequence[Entry]) -> bool:
    """Tell whether labels or page numbers alone make a list of the entries."""
    marked = [entry for entry in entries if entry.label or entry.led]
    if any(entry.unit.prose for entry in entries) or len(marked) < _RUN:
        return False
    if sum(entry.unit.words for entry in entries) > _NEAR * len(marked):
        return False
    rising = sum(
        bool(entry.led and before.led)
        or bool(entry.label and before.label and entry.label.follows(before.label))
        for before, entry in pairwise(marked)
    )
    return rising >= _RUN - 1 and 4 * rising >= 3 * (len(marked) - 1)
