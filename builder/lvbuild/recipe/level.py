"""Levels as recipes and users write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lvbuild.errors import UsageError
from lvbuild.model import Level

LARGEST = Level(100_000_000)
"""The largest level that is built: a context of it takes some 600 MB."""
_LEVEL = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)([kKmM])", re.ASCII)


def parse_level(text: str) -> Level:
    """Read a level such as 16k or 1M, at most 100M; raise ValueError for anything else."""
    match = _LEVEL.fullmatch(text.strip())
    size = round(float(match[1]) * (1_000 if match[2] in "kK" else 1_000_000)) if match else 0
    if size == 0:
        raise ValueError(f"{text!r} is no level: write a number with k or M, such as 16k or 1M")
    if size > LARGEST.size:
        raise ValueError(f"the level {text!r} is too large: ask for 100M at most")
    return Level(size)


def wanted_levels(levels: str | Iterable[str]) -> list[Level]:
    """Read the levels that a user asks for, the smallest first; UsageError where one is none.

    A text has commas between them, as on the command line.
    """
    listed = levels.split(",") if isinstance(levels, str) else levels
    try:
        return sorted({parse_level(level) for level in listed})
    except ValueError as error:
        raise UsageError(str(error)) from error
