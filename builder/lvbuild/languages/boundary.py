"""What both languages speak of: places for a sentence, and the paragraphs they lie in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Literal, NamedTuple

Kind = Literal["prose", "speech", "set_off", "heading", "cue"]
"""What a paragraph is, and so where in it a sentence may stand:

- `prose`: running prose. Its sentences' ends are firm.
- `speech`: what somebody says in a play, in prose. Its sentences' ends are places, none firm.
- `set_off`: lines that are no prose: verse, lists, contents, letter heads. Its end is a place, and
  in a long one so are the lines that end with a sentence.
- `heading`: a heading or caption, of however many lines. Its end is a place.
- `cue`: a speaker's name alone on its line. No place at all: what follows is said by it.
"""


SET_APART: frozenset[Kind] = frozenset({"speech", "set_off", "cue"})
"""The kinds that words before them introduce, so that nothing firm stands there."""


class Boundary(NamedTuple):
    """A place at which another sentence may stand: `text[:offset]` ends a sentence or a paragraph.

    Firm places lie in prose, outside quoted speech; the others serve where nothing firm is near.
    `paragraph` asks that what is inserted be a paragraph of its own, because prose must not run on
    in the line that ends here (a heading, verse, a list, the words before a quotation).
    """

    offset: int
    firm: bool
    paragraph: bool


class Paragraph(NamedTuple):
    """The span [start, end) of a paragraph, without the white space around it."""

    start: int
    end: int
    kind: Kind


class Lean(IntEnum):
    """How much a sentence leans on the one before it, so that none should come between.

    - `NAMES`: it names what it tells of.
    - `GOES_ON`: it may go on about what was told of ("The film was shot in Kent").
    - `POINTS_BACK`: a word of it stands for one before ("He", "This", "However").
    """

    NAMES = 0
    GOES_ON = 1
    POINTS_BACK = 2


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


_DIRECTION = re.compile(r"(?:\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|〔[^〔〕]*〕|_[^_]*_)[.。]?")
_HOW = re.compile(r"[\[(_（〔\\]+(?:To (?!them\b)|[Aa]side|Reads|Sings|Within)")
_BETWEEN = 9  # paragraphs from a speaker's name to the next: where it is no more, all is spoken


def with_speeches(text: str, paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Take prose for a speech behind a cue, up to the next one; directions are set off.

    A direction between a name and what it says, and one that says how or to whom, is cue itself.
    """
    cue = None
    for index, paragraph in enumerate(paragraphs):
        written = text[paragraph.start : paragraph.end]
        if paragraph.kind == "heading" and (written.isupper() or not written.isascii()):
            cue = None  # of a scene; a direction of few words ("Exeunt") is no division
        elif paragraph.kind == "cue":
            if cue is not None and index - cue <= _BETWEEN:
                _say(paragraphs, cue + 1, index)
            cue = index
        elif paragraph.kind == "prose" and _DIRECTION.fullmatch(text, *paragraph[:2]):
            paragraphs[index] = paragraph._replace(kind="set_off")
        if _leads_on(text, paragraphs, index, cue):
            paragraphs[index] = paragraph._replace(kind="cue")
            cue = index
        elif cue is not None and index == cue + 1:
            _say(paragraphs, index, index + 1)
    return paragraphs


def _leads_on(text: str, paragraphs: list[Paragraph], index: int, cue: int | None) -> bool:
    """Tell whether a paragraph is a direction that stands within a speech, before words of it."""
    if cue is None or paragraphs[index].kind not in {"heading", "set_off"}:
        return False
    if paragraphs[index + 1 : index + 2] and paragraphs[index + 1].kind in {"cue", "heading"}:
        return False
    start, end, _ = paragraphs[index]
    if not _DIRECTION.fullmatch(text, start, end):
        return False
    return index == cue + 1 or _HOW.match(text, start, end) is not None


def _say(paragraphs: list[Paragraph], start: int, end: int) -> None:
    for index in range(start, end):
        if paragraphs[index].kind == "prose":
            paragraphs[index] = paragraphs[index]._replace(kind="speech")


_BLOCK = re.compile(r"(?:(?!\n\s*\n)[\s\S])+")
_SENTENCE_END = re.compile(
    r"(?P<word>[^\s.!?…]*)[.!?…]+[\"'”“’‘»«)\]]*(?=\s+[\"'“”„‚‘’»«(\[]*[^\W_a-z])"
)
_OPEN_MARKS = {"„": "“”", "“": "”", "«": "»", "‚": "‘’", "(": ")", "[": "]"}


def plain_boundaries(text: str, abbreviations: frozenset[str]) -> list[Boundary]:
    """Return the places after sentences and paragraphs of a text of running prose.

    A sentence ends with its mark where a capital follows, but after an abbreviation, an initial or
    a number; what stands in brackets or quotation marks has no firm places.
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
            found.append(Boundary(mark.end(), _is_outside(text, start, mark.end()), False))
        ended = text[end - 1] in '.!?…"”“’»)'
        found.append(Boundary(end, ended, not ended))
    if found:
        found[-1] = found[-1]._replace(offset=len(text))
    return found


def _is_outside(text: str, start: int, offset: int) -> bool:
    """Tell whether no bracket or quotation is open at a place of the paragraph from `start`."""
    closing: list[str] = []
    for character in text[start:offset]:
        if closing and character in closing[-1]:
            closing.pop()
        elif character in _OPEN_MARKS:
            closing.append(_OPEN_MARKS[character])
    return not closing
