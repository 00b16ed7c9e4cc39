"""The paths of a mapping: where in a record a value stands, such as `docs[].text`."""

from __future__ import annotations

import re
from functools import cache

EACH = "[]"
"""The step into every item of a list."""
_STEP = re.compile(r"\[\]|(?:^|(?<=.)\.)([^.\[\]]+)")
_NAMES = r"[^.\[\]]+(?:\[\])*"
PATTERN = rf"^(?:{_NAMES}|(?:\[\])+)(?:\.{_NAMES})*$"
_PATH = re.compile(PATTERN)


def check_path(path: str) -> str:
    """Return a path as it is; raise ValueError where it is none."""
    if not _PATH.fullmatch(path) or path != path.strip():
        raise ValueError(
            f"{path!r} is no path: write the names of fields with dots between them, and [] after "
            "a list whose every item is meant, such as docs[].text"
        )
    return path


@cache
def steps(path: str) -> tuple[str, ...]:
    """Split a path into field names (of a list: an item's number, from 0) and EACH."""
    return tuple(step[1] or EACH for step in _STEP.finditer(path))
