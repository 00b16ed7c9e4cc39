"""What is found in a text that is no prose."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """The part [start, end) of a text, from a line's start to another's, and what it is."""

    start: int
    end: int
    kind: str
