"""What both languages speak of: places for a sentence, and the paragraphs they lie in."""

from __future__ import annotations

from enum import IntEnum
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
