"""The lists of names that proposals are made of, and by which names are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lvbuild.errors import UsageError
from lvbuild.languages import Language, find_language

_DIVIDER = "---"
KNOWN = "known"
"""The subkind of entities that are known places."""


@dataclass(frozen=True)
class WordLists:
    """The lists of a language, in `names/` under its English name.

    A line that begins with # is a comment, one of three marks divides parts, others hold words.
    Raises UsageError where one cannot be read.
    """

    code: str

    @property
    def language(self) -> Language:
        """The language itself."""
        return find_language(self.code)

    def lines(self, name: str) -> list[str]:
        """Return the lines of a list, without comments."""
        folder = self.language.name.lower()
        path = files("lvbuild.annotate.suggesting") / "names" / folder / f"{name}.txt"
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{path}: cannot be read ({error}); install lvbuild anew") from error
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]

    def parts(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Return the words of a list, by its divided parts."""
        return _parts(self, name)

    def words(self, name: str) -> frozenset[str]:
        """Return all words of a list."""
        return _words(self, name)

    @property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The known places, each with the others of its first sort, but those with a star."""
        return _places(self)


@cache
def _parts(lists: WordLists, name: str) -> tuple[tuple[str, ...], ...]:
    parts: list[dict[str, None]] = [{}]
    for line in lists.lines(name):
        if line == _DIVIDER:
            parts.append({})
        else:
            parts[-1].update(dict.fromkeys(line.split()))
    return tuple(tuple(part) for part in parts)


@cache
def _words(lists: WordLists, name: str) -> frozenset[str]:
    return frozenset(word for part in lists.parts(name) for word in part)


@cache
def _places(lists: WordLists) -> Mapping[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {}
    for part in lists.parts("known_places"):
        names = [name.replace("_", " ") for name in part]
        others = [name for name in names if not name.endswith("*")]
        for name in names:
            plain = name.removesuffix("*")
            found.setdefault(plain, [other for other in others if other != plain])
    return found
