"""Counting as the `length` of a record defines it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from lvbuild.core.model import LevelUnit, Unit
from lvbuild.languages import find_language

_AT_ONCE = 2**19
"""Characters of which the words are counted together: all of them stand in memory meanwhile."""


def count(text: str, unit: Unit) -> int:
    """Count the words (`str.split`) or the characters of a text, as LV-Eval does."""
    if unit != "words":
        return len(text)
    words = start = 0
    while len(text) - start > _AT_ONCE:
        stop = start + _AT_ONCE
        while stop < len(text) and not text[stop].isspace():
            stop += 1
        words += len(text[start:stop].split())
        start = stop
    return words + len(text[start:].split())


def plain_unit(unit: LevelUnit, language: str) -> Unit:
    """Return the unit itself, or for tokens the one in which LV-Eval counts the language."""
    return find_language(language).unit if unit == "tokens" else unit


class Counting(ABC):
    """How a recipe counts: by default so that lines add up."""

    unit: LevelUnit

    @property
    def line_feed(self) -> int:
        """The units of the line feed after a passage, where `at` does not count it already."""
        return int(self.unit == "characters")

    @abstractmethod
    def count(self, text: str) -> int:
        """Count a text by itself."""

    def lines(self, text: str) -> int:
        """Count what whole lines, the last line feed included, add to a context around them."""
        return self.count(text)

    @abstractmethod
    def at(self, text: str, offsets: Sequence[int]) -> tuple[int, ...]:
        """Count the units before each of the ascending offsets of a text in a context.

        No unit spans a count's place but in tokens, where a count is near enough to plan by.
        """


@dataclass(frozen=True, slots=True)
class PlainCounting(Counting):
    """Counting in words or characters, which add up wherever a text is cut at white space."""

    unit: Unit

    def count(self, text: str) -> int:
        """Count a text."""
        return count(text, self.unit)

    def at(self, text: str, offsets: Sequence[int]) -> tuple[int, ...]:
        """Count the units before each offset."""
        stretches = pairwise([0, *offsets])
        return tuple(accumulate(self.count(text[a:b]) for a, b in stretches))
