"""Names that cannot be mistaken for one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b

from lvbuild.errors import BuildError
from lvbuild.model import Language

_TRIES = 10_000
_KEPT_BACK = 8


def is_kept_back(coined: str) -> bool:
    """Tell whether a coined name is one that no world has: one in eight, by its hash alone.

    New names for what a world has are of these, so that nothing in their shape tells them.
    """
    return blake2b(coined.encode(), digest_size=1).digest()[0] % _KEPT_BACK == 0


class Names:
    """All names given so far in one world.

    No name stands within another (English: at word borders; Chinese: at all), save a person's
    short form within that person's own name.
    """

    __slots__ = ("_language", "_parts", "_taken")

    def __init__(self, language: Language) -> None:
        self._language = language
        self._taken: set[str] = set()
        self._parts: set[str] = set()

    def give(self, draw: Callable[[], tuple[str, str]]) -> tuple[str, str]:
        """Draw (name, short) until both are new, and take them.

        Raises BuildError where the lexicon has no names left.
        """
        for _ in range(_TRIES):
            name, short = draw()
            if not (self._clashes(name) or self._clashes(short)):
                self._taken.update((name, short))
                self._parts.update(self._parts_of(name), self._parts_of(short))
                return name, short
        raise BuildError(f"sample: no new {self._language} name in {_TRIES} draws; ask for fewer")

    def _clashes(self, form: str) -> bool:
        return form in self._parts or any(part in self._taken for part in self._parts_of(form))

    def _parts_of(self, form: str) -> Iterator[str]:
        joint = " " if self._language == "en" else ""
        units: Sequence[str] = form.split(" ") if joint else form
        for start in range(len(units)):
            for end in range(start + 1, len(units) + 1):
                yield joint.join(units[start:end])
