"""Page furniture: lines that the pages of a site share, such as menus and disclaimers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

PAGE_FURNITURE = "page furniture"
_LEAST = 5
"""On the pages of so many questions a line has to stand, and of one in `_SHARE` questions."""
_SHARE = 400
_SHORTEST = 6
"""Shorter ones may be anyone's: "方法/步骤"."""


def shared_lines(pages: Iterable[Iterable[str]]) -> frozenset[str]:
    """Return the lines that stand on pages of many questions, without spaces at their ends.

    `pages` are those of each question. That several pages of one question share a line tells
    nothing: they copy their content from each other.
    """
    counts: Counter[str] = Counter()
    questions = 0
    for texts in pages:
        lines = {line for text in texts for line in text.split("\n")}
        counts.update({line.strip() for line in lines})
        questions += 1
    least = max(_LEAST, questions // _SHARE)
    return frozenset(
        line for line, count in counts.items() if count >= least and len(line) >= _SHORTEST
    )


def without_lines(text: str, lines: Collection[str]) -> str:
    """Return a text without the lines that are among some."""
    kept = [line for line in text.split("\n") if line.strip() not in lines]
    return "\n".join(kept).strip()
