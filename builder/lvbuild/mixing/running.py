"""The running text of a haystack, as places where a fact can stand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.mixing.plan import Insertion
from lvbuild.mixing.stretch import Part
from lvbuild.text.boundaries import Lean
from lvbuild.text.counting import Counting


class Place(NamedTuple):
    """A boundary in the running text of the passages, `start` in characters from its beginning."""

    start: int
    passage: int
    offset: int
    lead: str
    tail: str

    def insertion(self, fact: int) -> Insertion:
        """Return what sets a fact there."""
        return Insertion(fact, self.passage, self.offset, self.lead, self.tail)


NEAR = 0.01
"""How far from its depth a fact may stand for a boundary outside quoted speech and verse."""

_START = itemgetter(Place._fields.index("start"))


Leaning = Callable[[str, int], Lean]
"""How much the sentence leans that follows a boundary of a document, by its place in the outline.
"""


class RunningText:
    """Parts of texts that are run together: `all` the places between its sentences, ascending.

    `firm` are those outside quoted speech and verse; `length` is in characters. The beginning is a
    place where prose begins there; a fact never comes before a heading.
    """

    def __init__(self, parts: Sequence[Part], language: LanguageCode) -> None:
        space = find_language(language).space
        first = parts[0]
        begins = Place(0, 0, first.start, "", first.text.paragraph_break)
        self.all: list[Place] = [begins] if _begins_with_prose(first) else []
        self.firm: list[Place] = list(self.all)
        self.length = 0
        for number, (text, start, stop, _) in enumerate(parts):
            for offset, firm, paragraph in text.boundaries:
                if offset > stop:
                    break
                if offset <= start:
                    continue
                lead = text.paragraph_break if paragraph else space
                place = Place(self.length + offset - start, number, offset, lead, "")
                self.all.append(place)
                if firm:
                    self.firm.append(place)
            self.length += stop - start + 1


def _begins_with_prose(part: Part) -> bool:
    """Tell whether the first place ends a sentence, and not a heading, verse or a list."""
    marks = part.text.boundaries
    first = marks[bisect_right(marks, part.start, key=attrgetter("offset"))]
    return first.firm or not first.paragraph


def nearest(firm: Sequence[Place], every: Sequence[Place], start: float, length: float) -> Place:
    """Return the place at which a fact would start nearest to `start`.

    A firm one is taken where there is one within NEAR of the text's `length`.
    """
    if firm:
        place = closest(firm, start)
        if abs(place.start + len(place.lead) - start) <= NEAR * length:
            return place
    return closest(every, start)


def closest(places: Sequence[Place], start: float) -> Place:
    """Return the place at which a fact would start nearest to `start`."""
    right = bisect_left(places, start, key=_START)
    near = places[max(right - 1, 0) : right + 1]
    return min(near, key=lambda place: abs(place.start + len(place.lead) - start))


def spacing(insertions: Iterable[Insertion], counting: Counting) -> int:
    """Count the white space that parts facts from the text around them."""
    return sum(counting.count(i.lead) + counting.count(i.tail) for i in insertions)
