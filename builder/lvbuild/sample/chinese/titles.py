"""Titles of works of the Chinese sample world, without 《》.

A free title is two images (霜桥与盐灯) or who or what is at a place (渡口的邮差); a scholarly one a
study's name, a topic and the ending of its sort (听潮楼水文考略).
"""

from __future__ import annotations

from lvbuild.sample.chinese.terms import read_lists
from lvbuild.seeds import Draws

_PARTS = read_lists("titles")
_AT_A_PLACE = 4
"""One free title in so many has a place."""


def title(draws: Draws, sort: str) -> str:
    """Invent the title of a work of that sort."""
    if f"ending.{sort}" in _PARTS:
        return "".join(draws.choice(_PARTS[part]) for part in ("study", "topic", f"ending.{sort}"))
    images = _PARTS["image"]
    first = draws.index(len(images))
    if not draws.index(_AT_A_PLACE):
        return f"{draws.choice(_PARTS['place'])}的{images[first]}"
    other = (first + draws.between(1, len(images) - 1)) % len(images)
    return f"{images[first]}与{images[other]}"
