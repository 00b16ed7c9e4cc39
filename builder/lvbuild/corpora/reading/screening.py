"""Finding the phrases of the lists in documents.

`en.txt` and `zh.txt` beside this module are for people to edit. A line `@reason` opens a section, a
line `@reason 2` one of which two different lines have to stand in a document; each other line is a
phrase, in any case. Lines that begin with `#` are comments.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.resources import read_sections

_FOLDER = Path(__file__).with_name("screen")
_LISTS = ("en.txt", "zh.txt")


class Section(NamedTuple):
    """A reason to leave a document out, its phrases, and how many of them have to be there."""

    reason: str
    least: int
    phrases: tuple[str, ...]


class Screen:
    """Finds the phrases of sections in texts, all at once."""

    def __init__(self, sections: Sequence[Section]) -> None:
        from ahocorasick_rs import AhoCorasick

        owned = [(phrase, i) for i, section in enumerate(sections) for phrase in section.phrases]
        self._sections = sections
        self._finder = AhoCorasick([phrase for phrase, _ in owned])
        self._owners = [owner for _, owner in owned]

    def why_refused(self, text: str) -> str:
        """Return the reason of the first section that a text has enough phrases of, else ""."""
        lower = text.lower()
        hits: dict[int, set[int]] = defaultdict(set)
        for phrase, start, end in self._finder.find_matches_as_indexes(lower, overlapping=True):
            if _is_whole(lower, start, end):
                hits[self._owners[phrase]].add(phrase)
        for owner, section in enumerate(self._sections):
            if len(hits.get(owner, ())) >= section.least:
                return section.reason
        return ""


def why_refused(text: str) -> str:
    """Return why a document of this text is left out, "" if it may stay."""
    return _screen().why_refused(text) if text else "nothing but markup"


@cache
def screen_sha256() -> str:
    """Hash the lists, in hex: which documents a build has follows from them."""
    hashed = hashlib.sha256()
    for name in _LISTS:
        hashed.update((_FOLDER / name).read_bytes())
    return hashed.hexdigest()


@cache
def _screen() -> Screen:
    return Screen([each for name in _LISTS for each in read_list(_FOLDER / name)])


def read_list(path: Path) -> list[Section]:
    """Read the sections of a list."""
    sections = []
    for title, lines in read_sections(path).items():
        reason, _, least = title.rpartition(" ")
        if not least.isdecimal():
            reason, least = title, "1"
        sections.append(Section(reason, int(least), tuple(map(str.lower, lines))))
    return sections


def _is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether a phrase is no part of a longer word of Latin letters or of a number."""
    return not (
        _joins(text[start - 1 : start], text[start]) or _joins(text[end - 1], text[end : end + 1])
    )


def _joins(left: str, right: str) -> bool:
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
