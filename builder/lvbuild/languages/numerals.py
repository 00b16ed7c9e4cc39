"""Numerals of a text: each the longest stretch that a reader reads as one number, date or time."""

from __future__ import annotations

import re
from bisect import bisect_right
from unicodedata import numeric

from lvbuild.languages.characters import HAN

_DASH = "[-‐‑‒–—―−－~～]"
FIGURES = (
    r"(?<!\d)(?:\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?!\d)|\d+)"
    rf"(?:(?:[.,:/：．]|{_DASH}\n?)\d+)*(?: ?[½⅓⅔¼¾⅛⅜⅝⅞]|[ -]\d/\d(?!\d))?"
)
"""A pattern of a number in digits, with thousands, decimals and fractions, a range, time or date.
"""

_MIXED = re.compile(
    r"(?P<whole>\d(?<![\d.,:/]\d)\d{0,8})"
    r"(?: ?(?P<part>[¼-¾⅐-⅞])|[ -](?P<of>[1-9])/(?P<by>[2-9])(?![\d/]))"
)


def with_decimals(text: str) -> str:
    """Return a text with 3.5 for 3½ and 3 1/2."""

    def decimal(found: re.Match[str]) -> str:
        part = int(found["of"]) / int(found["by"]) if found["of"] else numeric(found["part"])
        return f"{int(found['whole']) + part:.4f}".rstrip("0")

    return _MIXED.sub(decimal, text)


_NOON, _DAY = 12, 24


def hour_of_day(hour: int, *, late: bool) -> int:
    """Return an hour of the first or second half of the day as one of 24."""
    return (hour % _NOON + _NOON * late) % _DAY if hour <= _NOON else hour


class Numerals:
    """The numerals of a text, found by a pattern whose group `whole` is one, or nothing.

    In a date the group `month`, if there is one, may be read with what stands beyond it: "May 1911"
    is in "12 May 1911", as "five" is not in "twenty-five".
    """

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        found = [each for each in pattern.finditer(text) if each["whole"]]
        self._text = text
        self._starts = [each.start() for each in found]
        self._ends = [each.end() for each in found]
        apart = "month" in pattern.groupindex
        self._months = [each.span("month") if apart else (-1, -1) for each in found]

    def cut_by(self, start: int, end: int, *, figure: bool) -> bool:
        """Tell whether a stretch begins or ends within one of them.

        But for a `figure`, a Chinese numeral at its edge is a character of a name, as in 王五.
        """
        return any(
            self._is_within(place, edge) and (figure or not HAN.match(self._text, beside))
            for edge, (place, beside) in enumerate(((start, start), (end, end - 1)))
        )

    def _is_within(self, place: int, edge: int) -> bool:
        """Tell whether a place lies within a numeral, and not at that edge of its month."""
        index = bisect_right(self._starts, place) - 1
        return (
            index >= 0
            and self._starts[index] < place < self._ends[index]
            and place != self._months[index][edge]
        )
