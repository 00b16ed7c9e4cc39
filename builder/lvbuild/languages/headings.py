"""How passages are headed, in the words of a language."""

from __future__ import annotations

from typing import NamedTuple


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
