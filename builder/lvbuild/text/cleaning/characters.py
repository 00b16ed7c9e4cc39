"""Characters that no reader sees, and spaces and line ends of other kinds than the usual ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.text.cleaning.rule import Rule, Step, after, before

_LINE_ENDS = r"\x0b\x0c\x1c-\x1e\u2028\u2029"
_SPACES = r"\xa0\u1680\u2000-\u200a\u202f\u205f"
_UNSEEN = (
    r"\x00-\x08\x0e-\x1b\x1f\x7f"  # controls of ASCII
    r"\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # of direction and width
    r"\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"  # out of use
)
_WINDOWS = r"\x80-\x9f"
_PRIVATE = r"(?:[\ue000-\uf8ff]|\\u(?:[eE][\da-fA-F]|[fF][0-8])[\da-fA-F]{2})+[ \t]*"

_ANY = re.compile(f"[{_LINE_ENDS}{_SPACES}{_UNSEEN}{_WINDOWS}]")
_ONE = re.compile(f"[{_SPACES}{_UNSEEN}{_WINDOWS}]+")
_LINES = re.compile(rf"(?<![ \t])[ \t]*[{_LINE_ENDS}][ \t{_LINE_ENDS}]*")
_SPACE = re.compile(f"[{_SPACES}]")
_OF_FONTS = re.compile(_PRIVATE)


def plain_characters(text: str) -> str:
    """Return a text with what its control characters and odd spaces stand for."""
    for step in _steps(text):
        text = step.pattern.sub(step.new, text)
    return text


def _steps(text: str) -> Sequence[Step]:
    # Most texts are one line without any of them, which `isprintable` sees soonest.
    plain = text.isprintable()
    steps = () if plain or not _ANY.search(text) else _STEPS
    if (not plain or "\\u" in text) and _OF_FONTS.search(text):
        return (*steps, _BULLETS)
    return steps


def _meant(found: re.Match[str]) -> str:
    return "".join(map(_character, found[0]))


def _character(character: str) -> str:
    """Return what was meant: bytes of Windows-1252 read as Latin-1 are what they are there."""
    if "\x80" <= character <= "\x9f":
        return bytes([ord(character)]).decode("cp1252", "ignore")
    return " " if _SPACE.match(character) else ""


def _line_end(found: re.Match[str]) -> str:
    return "" if "\n" in (before(found), after(found)) else "\n"


def _parted(found: re.Match[str]) -> str:
    """Return the space that follows a mark, where none stands before it."""
    return " " if before(found).strip() and found[0][-1].isspace() else ""


_BULLETS = Step(_OF_FONTS, _parted)
_STEPS = (Step(_ONE, _meant), Step(_LINES, _line_end))

CHARACTERS = Rule("control characters and odd spaces", _steps)
"""Control and format characters go, other line ends and spaces become the usual ones.

So do characters for private use, bullets of one font mostly, and what a converter wrote for them.
The ideographic space stays: it is a character of Chinese texts.
"""
