"""The prose of a book: a text without its title page, contents, notes and licences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from lvbuild.text.prose.blocks import read_blocks
from lvbuild.text.prose.lists import list_spans
from lvbuild.text.prose.notes import frames, note_spans
from lvbuild.text.prose.span import Span
from lvbuild.text.prose.title_page import title_page

__all__ = ["Prose", "Span", "no_prose", "prose_of"]


class Prose(NamedTuple):
    """The prose of a text, and how many parts of each kind were left out of it."""

    text: str
    left_out: Mapping[str, int]


def prose_of(text: str) -> Prose:
    """Leave out of a text what is certainly no prose, by whole lines; headings stay.

    That are licences and what else stands around a text, contents, lists of illustrations, indexes,
    transcribers' notes, advertisements behind the end and the title page, in English and Chinese.
    What is left is unchanged, without white space at its ends.
    """
    spans = no_prose(text)
    pieces, start = [], 0
    for span in spans:
        pieces.append(text[start : span.start])
        start = span.end
    pieces.append(text[start:])
    left_out = Counter(span.kind for span in spans)
    if "title page" in left_out:
        left_out["title page"] = 1  # however many parts it has
    return Prose("".join(pieces).strip(), left_out)


def no_prose(text: str) -> list[Span]:
    """Return the parts of a text that are no prose, in order, none within another."""
    found = frames(text)
    ends = [0, *(end for span in found for end in span[:2]), len(text)]
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        proper = text[start:end]
        found += (Span(s.start + start, s.end + start, s.kind) for s in _within(proper))
    return sorted(found)


def _within(text: str) -> list[Span]:
    """Return the same of a text without a frame."""
    blocks = read_blocks(text)
    found = _apart([*list_spans(text, blocks), *note_spans(text, blocks)])
    return [*found, *title_page(blocks, found)]


def _apart(spans: list[Span]) -> list[Span]:
    """Return spans in order, what lies in another left out, or cut to what lies behind it."""
    apart: list[Span] = []
    for span in sorted(spans):
        behind = apart[-1].end if apart else 0
        if span.end > behind:
            apart.append(span._replace(start=max(span.start, behind)))
    return apart
