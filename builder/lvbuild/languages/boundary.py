"""What languages speak of: ends of sentences, what these lie in, how passages are headed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from typing import Literal, NamedTuple

Kind = Literal["prose", "set_off", "heading"]
"""What a paragraph is: running prose; verse, a list or a table; a heading or caption."""


class Boundary(NamedTuple):
    """A place that parts a text: `text[:offset]` ends a sentence, or else what is no prose."""

    offset: int
    ended: bool


class Paragraph(NamedTuple):
    """The span [start, end) of a paragraph, without the white space around it."""

    start: int
    end: int
    kind: Kind


class Heading(NamedTuple):
    """What stands `before` the number of a passage and `after` it, up to the passage's text.

    `parting` is what stands before the headings of all passages but the first, which ends with a
    line feed anyway. Where passages have titles, one stands below the heading, in a line that
    begins with the mark `title`.
    """

    before: str
    after: str = "\n"
    parting: str = ""
    title: str = ""


class Lean(IntEnum):
    """How much a sentence leans on the one before it, so that none should come between.

    - `NAMES`: it names what it tells of.
    - `GOES_ON`: it may go on about what was told of ("The film was shot in Kent").
    - `POINTS_BACK`: a word of it stands for one before ("He", "This", "However").
    """

    NAMES = 0
    GOES_ON = 1
    POINTS_BACK = 2


@dataclass(frozen=True, slots=True)
class Quotation:
    """The quotation marks of one paragraph: their offsets, and whether each opens.

    `carried` says that a speech of an earlier paragraph may still go on where this one begins,
    `doubtful` from where on marks do not tell what is spoken.
    """

    offsets: Sequence[int]
    opens: Sequence[bool]
    carried: bool
    doubtful: int | None = None

    def holds(self, offset: int) -> bool:
        """Tell whether the place may be spoken: the mark before it opens, or the one after closes.

        With well-formed marks that is "inside a quotation". Where a mark is missing or doubled, it
        doubts both the stretches that could be speech, and is sure again after the next pair.
        """
        if self.doubtful is not None and offset > self.doubtful:
            return True
        index = bisect_left(self.offsets, offset)
        if self.opens[index - 1] if index else self.carried:
            return True
        return index < len(self.offsets) and not self.opens[index]

    def doubted_from(self, offset: int) -> Quotation:
        """Return the same, in doubt from an offset on."""
        return replace(self, doubtful=min(offset, self.doubtful or offset))

    @property
    def left_open(self) -> bool:
        """Whether the paragraph may end within a speech."""
        if 2 * sum(self.opens) > len(self.opens):
            return True
        return self.opens[-1] if self.opens else self.carried


_MARKS = re.compile('[“”„"«»「」『』]')


def read_quotation(
    text: str, start: int, end: int, left_open: bool, opens: Callable[[str, int, bool], bool]
) -> Quotation:
    """Return the quotation marks of the paragraph [start, end); `opens` tells which of them open.

    It is told the text, the offset of a mark and whether one has opened before. `left_open`: a
    paragraph before ended within a speech; one that begins with an opening mark goes on with it.
    """
    offsets: list[int] = []
    opened: list[bool] = []
    carried = left_open
    for mark in _MARKS.finditer(text, start, end):
        offset = mark.start()
        opened.append(opens(text, offset, opened[-1] if opened else carried))
        if offset == start and opened[0]:
            carried = False
        offsets.append(offset)
    found = Quotation(offsets, opened, carried)
    if 2 * sum(opened) <= len(opened):
        return found
    doubled = (offset for offset, both in zip(offsets, pairwise(opened), strict=False) if all(both))
    first = next(doubled, None)
    return found if first is None else found.doubted_from(first)


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


def _matched(
    text: str, start: int, end: int, pairs: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    marks = re.escape("".join([*pairs, *pairs.values()]))
    open_marks: list[tuple[int, str]] = []
    for mark in re.compile(f"[{marks}]").finditer(text, start, end):
        if mark.group() in pairs:
            open_marks.append((mark.start(), pairs[mark.group()]))
            continue
        while open_marks and open_marks[-1][1] != mark.group():
            open_marks.pop()
        if open_marks:
            yield open_marks.pop()[0], mark.start()


_BLOCK = re.compile(r"(?:(?!\n\s*\n)[\s\S])+")
_SENTENCE_END = re.compile(
    r"(?P<word>[^\s.!?…]*)[.!?…]+[\"'”“’‘»«)\]]*(?=\s+[\"'“”„‚‘’»«(\[]*[^\W_a-z])"
)


def plain_boundaries(text: str, abbreviations: frozenset[str]) -> list[Boundary]:
    """Return the places after sentences and paragraphs of a text of running prose.

    A sentence ends with its mark where a capital follows, but after an abbreviation, an initial or
    a number.
    """
    found: list[Boundary] = []
    for block in _BLOCK.finditer(text):
        start, end = block.start(), block.start() + len(block[0].rstrip())
        if start == end:
            continue
        for mark in _SENTENCE_END.finditer(text, start, end):
            word = mark["word"]
            if word in abbreviations or word.isdecimal() or len(word) == 1:
                continue
            found.append(Boundary(mark.end(), ended=True))
        found.append(Boundary(end, text[end - 1] in '.!?…"”“’»)'))
    if found:
        found[-1] = found[-1]._replace(offset=len(text))
    return found
