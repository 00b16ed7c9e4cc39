"""The lists of names that proposals are made of, and by which names are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError

_DIVIDER = "---"


@cache
def read_names(language: LanguageCode, name: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of a file in `names/`, by its divided parts; raise UsageError.

    A line that begins with # is a comment, one of three marks divides parts, others hold words.
    """
    parts: list[dict[str, None]] = [{}]
    for line in _lines(language, name):
        if line == _DIVIDER:
            parts.append({})
        else:
            parts[-1].update(dict.fromkeys(line.split()))
    return tuple(tuple(part) for part in parts)


def _lines(language: LanguageCode, name: str) -> list[str]:
    path = files("lvbuild.annotate.suggesting") / "names" / language / f"{name}.txt"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read ({error}); install lvbuild anew") from error
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


@cache
def listed(language: LanguageCode, name: str) -> frozenset[str]:
    """Return all words of a file in `names/`."""
    return frozenset(word for part in read_names(language, name) for word in part)


@cache
def countries() -> dict[str, str]:
    """Return the English names of countries, each with the word for what is of it."""
    pairs = (line.replace("*", "").split() for line in _lines("en", "countries"))
    return {name.replace("_", " "): of_it.replace("_", " ") for name, of_it in pairs}


@cache
def past_countries() -> frozenset[str]:
    """Return the English names of countries that are no more, and stand for no others."""
    return frozenset(line.split("*")[0] for line in _lines("en", "countries") if "*" in line)


@cache
def other_heads() -> dict[str, str]:
    """Return English words of kind that may not stay, each with another."""
    return dict(line.split() for line in _lines("en", "heads"))


KNOWN = "known"
"""The subkind of entities that are known places."""


@cache
def sorts_of_places(language: LanguageCode) -> Mapping[str, Sequence[str]]:
    """Return the known places, each with the others of its first sort, but those with a star."""
    found: dict[str, Sequence[str]] = {}
    for part in read_names(language, "known_places"):
        names = [name.replace("_", " ") for name in part]
        others = [name for name in names if not name.endswith("*")]
        for name in names:
            plain = name.removesuffix("*")
            found.setdefault(plain, [other for other in others if other != plain])
    return found
