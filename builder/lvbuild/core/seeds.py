"""All randomness: child seeds by hashing, draws from the one stable stream.

Python promises the same numbers across versions for `random.Random(...).random()` alone, so
shuffles and draws are spelt out here on top of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from lvbuild.core.options import ResolvedOptions

T = TypeVar("T")

_ROUNDS = 6
_BITS = 64
_AT_ONCE = 1024


def child_seed(*parts: str | int) -> int:
    """Derive a 64-bit seed from what it is for, such as (seed, variant, recipe, level, purpose)."""
    digest = blake2b("\n".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def permuted(count: int, seed: int) -> Iterator[int]:
    """Yield the numbers below a count, each once, in the order that a seed draws.

    A Feistel network is a bijection of the numbers of so many bits, here of as few as hold the
    count, and those beyond it are passed over: nothing is sorted or held, so that the beginning of
    an order costs the same of many numbers as of few.
    """
    import numpy as np

    half = max((max(count, 1) - 1).bit_length() + 1, 2) // 2
    low, shift = np.uint64((1 << half) - 1), np.uint64(_BITS - half)
    rounds = [
        (np.uint64(child_seed(seed, count, n)), np.uint64(child_seed(seed, count, -n - 1)))
        for n in range(_ROUNDS)
    ]
    for start in range(0, 1 << 2 * half, _AT_ONCE):
        numbers = np.arange(start, min(start + _AT_ONCE, 1 << 2 * half), dtype=np.uint64)
        left, right = numbers >> np.uint64(half), numbers & low
        for factor, added in rounds:
            left, right = right, left ^ (right * factor + added) >> shift
        drawn = left << np.uint64(half) | right
        yield from drawn[drawn < count].tolist()


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
        return items[int(self._next() * len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a drawn order."""
        result = list(items)
        self.shuffle(result)
        return result

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a drawn order (Fisher-Yates)."""
        draw = self._next
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]


class Seeds(NamedTuple):
    """What a recipe's draws follow from: the build's seed and variant, and the recipe's name.

    `since` are the variants that came before, in their order, each since those before it. Where
    questions are drawn, they are those that the variant `asking` draws, None for the build's own.
    """

    seed: int
    variant: str
    recipe: str
    since: tuple[str, ...] = ()
    asking: str | None = None

    @classmethod
    def of(cls, options: ResolvedOptions, recipe: str) -> Seeds:
        """Return those of a build of a recipe, by the name that it has in full."""
        since = (each.strip() for each in options.since.split(","))
        names = tuple(filter(None, since))
        return cls(options.seed, options.variant, recipe, names, options.questions_of)

    @property
    def question_draws(self) -> Draws:
        """The draws that say which questions are asked, and in which order."""
        asking = self.variant if self.asking is None else self.asking
        return self._replace(variant=asking).draws("questions")

    def draws(self, purpose: str, *, question_id: str = "-", level: str = "-") -> Draws:
        """Return the draws for a purpose: of a question or of all, at a level or at every alike."""
        return Draws(self.seed, self.variant, self.recipe, level, question_id, purpose)

    def choices(self, purpose: str, count: int, *, question_id: str = "-") -> list[int]:
        """Draw which of so many choices each variant before it takes, and last it itself.

        None takes one that another took. Where all were taken, they begin anew.
        """
        taken: list[int] = []
        free: list[int] = []
        for variant in (*self.since, self.variant):
            free = free or list(range(count))
            draws = self._replace(variant=variant).draws(purpose, question_id=question_id)
            taken.append(free.pop(draws.index(len(free))))
        return taken
