"""What encloses a place: quoted speech and brackets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

_NESTED_REACH = 3000  # characters in which speech within speech may go on


class Quotation(NamedTuple):
    """The quotation marks of one paragraph: their offsets, and whether each opens.

    `carried` says that a speech of an earlier paragraph may still go on where this one begins,
    `nested_from` from where on marks are doubled and not all of them closed.
    """

    offsets: Sequence[int]
    opens: Sequence[bool]
    carried: bool
    nested_from: int | None = None

    def holds(self, offset: int) -> bool:
        """Tell whether the place may be spoken: the mark before it opens, or the one after closes.

        With well-formed marks that is "inside a quotation". Where a mark is missing or doubled, it
        doubts both the stretches that could be speech, and is sure again after the next pair.
        """
        if self.nested_from is not None and 0 < offset - self.nested_from < _NESTED_REACH:
            return True
        index = bisect_left(self.offsets, offset)
        if self.opens[index - 1] if index else self.carried:
            return True
        return index < len(self.offsets) and not self.opens[index]

    def opens_at(self, offset: int) -> bool:
        """Tell whether an opening mark stands at the offset."""
        index = bisect_left(self.offsets, offset)
        return self.offsets[index : index + 1] == [offset] and self.opens[index]

    def openings(self) -> list[int]:
        """Return the offsets of the opening marks."""
        return [offset for offset, opens in zip(self.offsets, self.opens, strict=True) if opens]

    @property
    def left_open(self) -> bool:
        """Whether the paragraph ends within a speech."""
        if self.nested_from is not None:
            return True
        return self.opens[-1] if self.opens else self.carried


class Brackets:
    """The matched brackets of a paragraph, nested ones counted with the outermost."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, text: str, start: int, end: int, pairs: Mapping[str, str]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for opening, closing in sorted(_matched(text, start, end, pairs)):
            if self._ends and opening < self._ends[-1]:
                self._ends[-1] = max(closing, self._ends[-1])
            else:
                self._starts.append(opening)
                self._ends.append(closing)

    def hold(self, offset: int) -> bool:
        """Tell whether the place lies between an opening bracket and its closing one."""
        index = bisect_left(self._starts, offset) - 1
        return index >= 0 and offset <= self._ends[index]


@cache
def _any_of(characters: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(characters)}]")


def _matched(
    text: str, start: int, end: int, pairs: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    marks = _any_of("".join(pairs) + "".join(pairs.values()))
    open_marks: list[tuple[int, str]] = []
    for mark in marks.finditer(text, start, end):
        if mark.group() in pairs:
            open_marks.append((mark.start(), pairs[mark.group()]))
            continue
        while open_marks and open_marks[-1][1] != mark.group():
            open_marks.pop()
        if open_marks:
            yield open_marks.pop()[0], mark.start()
