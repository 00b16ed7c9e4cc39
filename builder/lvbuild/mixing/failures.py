"""Why a level cannot be planned."""

from __future__ import annotations


class LevelTooLargeError(Exception):
    """The texts end before the level is reached: `have` units of the `need`ed."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"{have:,} of {need:,}")
        self.have = have
        self.need = need


class UnevenTextError(Exception):
    """No boundary is near enough to the level: the nearest gives a record of `nearest` units."""

    def __init__(self, nearest: int) -> None:
        super().__init__(f"the nearest that its documents come to is {nearest:,}")
        self.nearest = nearest


class QuestionTooLongError(Exception):
    """What a record has to hold leaves no room for other texts: it comes to so many units."""

    def __init__(self, units: int) -> None:
        super().__init__(f"without other texts its record already comes to {units:,}")
        self.units = units


class TrimmingError(Exception):
    """A supporting document has no known evidence to be trimmed around, or too long a one."""


Unplanned = LevelTooLargeError | QuestionTooLongError | TrimmingError | UnevenTextError
UNPLANNED: tuple[type[Exception], ...] = (
    LevelTooLargeError,
    QuestionTooLongError,
    TrimmingError,
    UnevenTextError,
)
