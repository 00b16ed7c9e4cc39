"""What is claimed of things: a claim is a function that tests it, and its docstring says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

T = TypeVar("T")
U = TypeVar("U")
Severity = Literal["error", "warning"]


class Claim(NamedTuple, Generic[T, U]):
    """A claim on each of some things; `untrue` yields what is wrong, and its docstring is it.

    One that is `made_again` holds of what this version of the code makes alone.
    """

    name: str
    severity: Severity
    untrue: Callable[[T], Iterator[U]]
    made_again: bool = False

    @property
    def meaning(self) -> str:
        """The claim in words."""
        return " ".join((self.untrue.__doc__ or "").split())


def untrue_of(claims: Sequence[Claim[T, U]], thing: T) -> Iterator[tuple[Claim[T, U], U]]:
    """Yield what is wrong with a thing, claim by claim."""
    return ((claim, found) for claim in claims for found in claim.untrue(thing))
