"""What stands between the passages of a context: the one place that knows of headings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.text.counting import Counting


@dataclass(frozen=True, slots=True)
class ContextLayout:
    """How passages follow each other in a context.

    Each stands under a heading, which is `heading`, its number and a line feed, and ends with one
    line feed; running text, with `heading` "", has no headings.
    """

    heading: str = ""

    def title(self, passage: int) -> str:
        """Return what a passage is called: its heading without the marks before it."""
        return f"{self.heading}{passage}".lstrip("# ")

    def headings(self, passages: int) -> list[str]:
        """Return the headings of so many passages."""
        numbers = range(1, passages + 1)
        return [f"{self.heading}{number}\n" if self.heading else "" for number in numbers]

    def seams(self, passages: int) -> list[str]:
        """Return what parts each passage's text from the one before: a line feed, the heading."""
        headings = self.headings(passages)
        return [f"\n{heading}" if place else heading for place, heading in enumerate(headings)]

    def characters(self, passages: int) -> list[int]:
        """Return the characters of headings and line feeds before each passage, and of all.

        The line feed that ends a passage is counted with its heading.
        """
        headings = self.headings(passages)
        return list(accumulate((len(heading) + 1 for heading in headings), initial=0))


class HeadingUnits:
    """What headings take in the units of a level, with the line feeds that end the passages.

    They are counted once, for all who share this.
    """

    def __init__(self, layout: ContextLayout, counting: Counting) -> None:
        self.layout = layout
        self.counting = counting
        self._units = [0]

    def of(self, passages: int) -> int:
        """Return the units of so many."""
        known = len(self._units) - 1
        if known < passages:
            for heading in self.layout.headings(passages)[known:]:
                units = self.counting.lines(heading) + self.counting.line_feed
                self._units.append(self._units[-1] + units)
        return self._units[passages]


def passage_headings(language: LanguageCode, counting: Counting) -> HeadingUnits:
    """Return what the headings of a language's numbered passages take."""
    return HeadingUnits(ContextLayout(find_language(language).heading), counting)
