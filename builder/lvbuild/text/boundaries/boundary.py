"""What both languages speak of: places for a sentence, and the paragraphs they lie in."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["prose", "heading", "set_off"]
"""Running prose; a heading or caption; or lines set off from prose: verse, lists, letter heads."""


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
