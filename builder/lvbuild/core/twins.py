"""Twins of releases, which lack one thing or another: what it may be, and their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

PARTS: Mapping[str, tuple[str, int | bool]] = {
    "facts": ("confusing_facts", 0),
    "replacements": ("replacements", False),
    "keywords": ("answer_keywords", False),
}
"""What a twin may lack, each with the key of recipes that says so, and how that reads then."""

_TWIN = re.compile(rf"(?P<recipe>.+?)_without(?:_(?:{'|'.join(PARTS)}))+")


def in_order(parts: Iterable[str]) -> tuple[str, ...]:
    """Return parts in the order of `PARTS`, each once; raise ValueError for one that is none."""
    named = {part.strip() for part in parts if part.strip()}
    if unknown := sorted(named - PARTS.keys()):
        raise ValueError(f"{unknown[0]!r} cannot be left out; name some of {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in named)


def twin_name(recipe: str, parts: Sequence[str]) -> str:
    """Return what a recipe's twin is called that lacks some parts; the recipe's name for none."""
    return "_".join([recipe, "without", *parts]) if parts else recipe


def full_name(name: str) -> str:
    """Return the name of the recipe that one of a release is, or is a twin of."""
    match = _TWIN.fullmatch(name)
    return match["recipe"] if match else name
