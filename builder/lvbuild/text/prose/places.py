"""The places of a text where another sentence may stand, and what a reader would notice there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lvbuild.languages import Language
from lvbuild.text.prose.paragraphs import is_prose, paragraphs

_CHAPTER = re.compile(r"(?:[^\S\n]*\n){4,}(?=\w[^\n]{,80}\n)")
"""What stands between the end of a chapter and the heading of the next."""
_SPOKEN = re.compile(r"[“”„\"«»「」『』‘’'—–]")
_WITHIN = 40
"""What it costs that the paragraph goes on: more than anything between two, as readers say."""
_CHAPTER_ENDS = 6
"""What it costs that a chapter ends: nothing is taken up, but facts would be known by headings."""
_SEAM = 30
"""What it costs that another text follows, as readers take the seam for the fact's."""
_LONG = 4
"""Lengths of a long paragraph: each that a paragraph has costs, as the longest are known by it."""


class Place(NamedTuple):
    """The end of a sentence, by its offset, and what another sentence costs there, from 0."""

    offset: int
    cost: int


class PlacedParagraph(NamedTuple):
    """A paragraph [start, end), whether it is prose, and the places within it, ascending.

    `before` is the end of the paragraph before, None where no fact may stand there; `carried` says
    that a quotation of it may go on here, `left_open` that one may go on behind this one.
    """

    start: int
    end: int
    prose: bool
    places: Sequence[int]
    before: int | None
    carried: bool
    left_open: bool

    @property
    def closed(self) -> bool:
        """Whether it is prose, and no quotation goes on behind it."""
        return self.prose and not self.left_open

    def ends_narrated(self, text: str) -> bool:
        """Tell whether it is prose whose last sentence is no speech."""
        return self.closed and not _SPOKEN.match(text, self.end - 1)


def places(text: str, language: Language) -> list[Place]:
    """Return the places of a text, ascending.

    A place costs what the sentence behind it takes up of the one before, and more where both are of
    one paragraph, and the longer it is. Behind the end of a text another one begins.
    """
    found: list[Place] = []
    length, paragraph = 0, None
    for paragraph in placed_paragraphs(text, language):
        start, end = paragraph.start, paragraph.end
        if paragraph.before is not None:
            cost = _CHAPTER_ENDS
            if paragraph.prose:
                cost = language.taken_up(text, paragraph.before, start, end)
            found.append(Place(paragraph.before, cost + length))
        length = (end - start) // (_LONG * language.long_paragraph)
        for place in paragraph.places:
            cost = language.taken_up(text, place, place + len(language.space), end)
            found.append(Place(place, _WITHIN + cost + length))
    if paragraph and paragraph.ends_narrated(text):
        found.append(Place(paragraph.end, _SEAM + length))
    return found


def places_in(found: Iterable[PlacedParagraph]) -> Iterator[int]:
    """Yield the places of paragraphs, ascending, the ends between them included."""
    for paragraph in found:
        if paragraph.before is not None:
            yield paragraph.before
        yield from paragraph.places


def placed_paragraphs(text: str, language: Language) -> Iterator[PlacedParagraph]:
    """Yield the paragraphs of a text with their places.

    A place is between two sentences of a paragraph of prose, outside quotation marks, those that
    earlier paragraphs left open included; neither sentence ends or begins with speech there, and
    the second can do without the first. The end of a paragraph is one where the next is prose too
    and the same is true, or turns to another time or matter, and where a chapter ends.
    """
    left_open = False
    last: PlacedParagraph | None = None
    for start, end in paragraphs(text):
        quotation = language.quotation(text, start, end, left_open)
        prose = is_prose(text, start, end, language)
        found: list[int] = []
        before = None
        if prose:
            if (
                last is not None
                and last.closed
                and not _SPOKEN.match(text, start)
                and not quotation.holds(start)
                and (
                    language.begins_anew.match(text, start, end)
                    or (last.ends_narrated(text) and language.may_part(text, last.end, start, end))
                )
            ):
                before = last.end
            for mark in language.sentence_end.finditer(text, start, end):
                place, behind = mark.end(), mark.end() + len(language.space)
                if (
                    not _SPOKEN.match(text, behind)
                    and not quotation.holds(place)
                    and language.may_part(text, place, behind, end)
                ):
                    found.append(place)
        elif last is not None and last.closed and _CHAPTER.match(text, last.end):
            before = last.end
        carried, left_open = left_open, quotation.left_open
        last = PlacedParagraph(start, end, prose, found, before, carried, left_open)
        yield last
