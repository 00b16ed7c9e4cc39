"""Levels as users ask for them."""

from __future__ import annotations

from collections.abc import Iterable

from lvbuild.errors import UsageError
from lvbuild.model import Level


def wanted_levels(levels: str | Iterable[str]) -> list[Level]:
    """Read the levels that a user asks for, the smallest first; UsageError where one is none.

    A text has commas between them, as on the command line.
    """
    listed = levels.split(",") if isinstance(levels, str) else levels
    try:
        return sorted({Level.parse(level) for level in listed})
    except ValueError as error:
        raise UsageError(str(error)) from error
