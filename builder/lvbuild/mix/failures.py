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
        super().__init__(f"{nearest:,}")
        self.nearest = nearest


class QuestionTooLongError(Exception):
    """The question, its answers and its facts alone, `units` of them, leave no room for texts."""

    def __init__(self, units: int) -> None:
        super().__init__(f"its question, answers and facts alone come to {units:,}")
        self.units = units


class NoPlaceError(Exception):
    """A confusing fact has no place: nothing stands in the context but supporting passages."""

    def __init__(self) -> None:
        super().__init__("no distracting passage is there to set its confusing facts into")
