"""The running prose of a text: where it begins and ends, by one measure for all that is none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from lvbuild.languages import Language
from lvbuild.text.prose.paragraphs import unwrapped
from lvbuild.text.prose.places import PlacedParagraph, placed_paragraphs, places_in

_FRAME = re.compile(
    r"^[^\n]*(?:(?P<start>\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*\n?"
    r"|\*END\*? ?THE SMALL PRINT[^\n]*\n?)"
    r"|\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG|\*\*\* ?START: FULL LICENSE"
    r"|(?:This is the )?End of (?:the |this )?Project Gutenberg(?:'s|’s| e))",
    re.MULTILINE | re.IGNORECASE,
)
"""What parts a text of Project Gutenberg from the licence around it, which is prose."""
_ROW = 3
"""Paragraphs of prose in a row that begin and end the prose of a text."""
_LEAST = 8
"""Places that a stretch has at least, where there is anything beside it."""


class Prose(NamedTuple):
    """The running prose of a text, and how many parts were left out of it."""

    text: str
    left_out: int


def prose_of(text: str, language: Language) -> Prose:
    """Return a text's stretches of running prose, its wrapped paragraphs in one line each.

    Prose begins and ends with paragraphs of it in a row; within, no place for a fact is farther
    from the next than the language's `widest_gap`; its `omission` stands for what is left out.
    Title pages, contents, lists, notes, verse, plays and what is told in quotation marks have no
    places, so they lie outside, unless they are short: what is short within a stretch stays, as do
    headings.
    """
    proper = unwrapped(_proper(text))
    kept = _stretches(list(placed_paragraphs(proper, language)), language.widest_gap)
    space = "\n\n" if "\n\n" in proper else "\n"
    between = f"{space}{language.omission}{space}"
    edges = [0, *(edge for span in kept for edge in span), len(proper)]
    left_out = sum(
        bool(proper[start:end].strip()) for start, end in zip(edges[::2], edges[1::2], strict=True)
    )
    return Prose(between.join(proper[start:end] for start, end in kept), left_out)


def _proper(text: str) -> str:
    """Return a text without the licence that stands before and behind it."""
    start, end = 0, len(text)
    if "utenberg" in text or "GUTENBERG" in text:
        for mark in _FRAME.finditer(text):
            if mark["start"]:
                start = mark.end()
            elif mark.start() > start:
                end = mark.start()
                break
    return text[start:end].strip("\n")


def _stretches(found: Sequence[PlacedParagraph], gap: int) -> list[tuple[int, int]]:
    """Return the spans of the stretches, in order."""
    row = min(_ROW, len(found))
    rows = [
        first
        for first in range(len(found) - row + 1)
        if all(paragraph.prose for paragraph in found[first : first + row])
    ]
    if not rows:
        return []
    proper = found[rows[0] : rows[-1] + row]
    least = 1 if all(paragraph.prose for paragraph in found) else _LEAST
    runs: list[list[int]] = [[]]
    for place in places_in(proper):
        if runs[-1] and place - runs[-1][-1] > gap:
            runs.append([])
        runs[-1].append(place)
    ends = [paragraph.end for paragraph in proper]
    spans: list[tuple[int, int]] = []
    for run in runs:
        if len(run) < least:
            continue
        within = proper[bisect_left(ends, run[0]) : bisect_left(ends, run[-1]) + 1]
        placed = [paragraph for paragraph in within if paragraph.places]
        begins = [p.start for p in placed if p.places[0] - p.start <= gap / 2 and not p.carried]
        closes = [p.end for p in placed if p.end - p.places[-1] <= gap / 2 and not p.left_open]
        if begins and closes and begins[0] < closes[-1]:
            spans.append((begins[0], closes[-1]))
    return spans
