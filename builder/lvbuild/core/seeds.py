"""All randomness: child seeds by hashing, draws from the one stable stream.

Python promises the same numbers across versions for `random.Random(...).random()` alone, so
shuffles and draws are spelt out here on top of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeVar

T = TypeVar("T")


def child_seed(*parts: str | int) -> int:
    """Derive a 64-bit seed from what it is for, such as (seed, variant, recipe, level, purpose)."""
    digest = blake2b("\n".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


class Draws:
    """A stream of draws that is the same on every Python version and machine."""

    __slots__ = ("_next",)

    def __init__(self, *parts: str | int) -> None:
        self._next = random.Random(child_seed(*parts)).random  # noqa: S311 - not for secrets

    def uniform(self, low: float, high: float) -> float:
        """Draw a number in [low, high)."""
        return low + (high - low) * self._next()

    def index(self, count: int) -> int:
        """Draw a whole number in [0, count)."""
        return int(self._next() * count)

    def between(self, low: int, high: int) -> int:
        """Draw a whole number in [low, high], both ends included."""
        return low + self.index(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items."""
        return items[self.index(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a drawn order (Fisher-Yates)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.index(last + 1)
            result[last], result[other] = result[other], result[last]
        return result


class Seeds(NamedTuple):
    """What a recipe's draws follow from: the build's seed and variant, and the recipe's name."""

    seed: int
    variant: str
    recipe: str

    def draws(self, purpose: str, *, question_id: str = "-", level: str = "-") -> Draws:
        """Return the draws for a purpose: of a question or of all, at a level or at every alike."""
        return Draws(*self, level, question_id, purpose)
