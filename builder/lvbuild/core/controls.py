"""Control characters: they steer a terminal or the direction of a text, and are never seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_RANGES = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # of ASCII and Latin-1, but the tab and the line feed
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # Unicode's Bidi_Control
    r"\u2028\u2029"  # the separators of lines and paragraphs
    r"\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # formats and tags out of use
    r"\ud800-\udfff"  # halves of characters: a file's name that is no text has them
)
_CONTROL = re.compile(f"[{_RANGES}]")


def printable(text: str) -> str:
    r"""Return a text with its control characters written as escapes: "\x1b", "\u202e"."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def masked(text: str) -> str:
    """Return a text with "�" for each control character: places in it stay what they are."""
    return _CONTROL.sub("�", text)


def json_printable(dumped: str) -> str:
    """Return JSON with its control characters written as JSON's escapes: it says the same."""
    return _CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], dumped)


def control_characters(text: str, also: str = "") -> Iterator[str]:
    """Yield the names, such as U+001B, of a text's control characters, and of those in `also`."""
    for found in re.finditer(f"[{_RANGES}{re.escape(also)}]", text):
        yield f"U+{ord(found[0]):04X}"


def one_line(text: str) -> str:
    """Return a text; raise ValueError where it has a control character, a tab or a line feed."""
    if found := next(control_characters(text, also="\t\n"), None):
        raise ValueError(f"must be one line of plain text, without the character {found}")
    return text
