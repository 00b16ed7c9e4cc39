"""The headings and captions of an English text."""

from __future__ import annotations

import re
from collections.abc import Sequence

DIVISIONS = "chapter|book|part|stave|letter|volume|scene|act|canto|section"
LONGEST = 12  # lines of a heading

_SHORT = 4  # lines: what only begins like a heading is one if it is no longer
_NUMBER = r"(?:(?i:the)\s+\w+|[IVXLC]+\b|\d+|[A-Z][A-Z-]+\b|[ivxlc]+(?=\s*(?:[.:—–-]|\Z)))"
_NAMED = rf"(?i:{DIVISIONS})\s+{_NUMBER}"
_DIVISION = re.compile(rf"[_“]?(?:{_NAMED}|[IVXLC]+\.?(?:\s+[A-Z“‘]|\Z))")
_SET_APART = re.compile(rf"[_“]?{_NAMED}(?=[ \t]*(?:[.:—–-]|\n|\Z))")
_ITALIC = re.compile(r"_[^_]+_[.,]?")
_WORD = re.compile(r"[^\W\d_][\w’']*")


def is_division(line: str) -> bool:
    """Tell whether the line is the heading of a division, with nothing but its name behind."""
    apart = _SET_APART.match(line.lstrip())
    return apart is not None and (line.isupper() or line.strip()[-1] not in "!?,;")


def is_heading(block: str, lines: Sequence[str]) -> bool:
    """Tell whether a block of lines is a heading."""
    if len(lines) > LONGEST:
        return False
    name = _DIVISION if len(lines) <= _SHORT else _SET_APART
    if name.match(block.lstrip()) or (len(lines) < 3 and _ITALIC.fullmatch(block)):
        return True
    if not any(map(str.islower, block)):
        return not block[0].isspace() or block[-1] not in ".!?:,;"
    return len(lines) == 1 and not block[0].isspace() and _is_title(block)


def _is_title(line: str) -> bool:
    """Tell a title by its capitals."""
    if line[-1] in "!?:,;-—":
        return False
    words = [word for word in _WORD.findall(line) if len(word) > 3]
    quoted = line[0] in "“\"‘'"
    return len(words) > quoted and all(word[0].isupper() for word in words)
