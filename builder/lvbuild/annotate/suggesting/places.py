"""Places that are known by name, in sorts whose members may stand for one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from lvbuild.annotate.suggesting.names import read_names
from lvbuild.model import Language

KNOWN = "known"
"""The subkind of entities that are known places."""


@cache
def sorts_of_places(language: Language) -> Mapping[str, Sequence[str]]:
    """Return the known places, each with the others of its first sort, but those with a star."""
    found: dict[str, Sequence[str]] = {}
    for part in read_names(language, "known_places"):
        names = [name.replace("_", " ") for name in part]
        others = [name for name in names if not name.endswith("*")]
        for name in names:
            plain = name.removesuffix("*")
            found.setdefault(plain, [other for other in others if other != plain])
    return found
