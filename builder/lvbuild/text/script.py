"""In which characters a Chinese text is written."""

from __future__ import annotations

from functools import cache
from typing import Literal

from lvbuild.text.normal.characters import to_simplified

Script = Literal["simplified", "traditional"]

_SHARE = 0.05
"""Of a text's different characters: simplified texts, too, hold a few traditional ones."""


def script(text: str) -> Script:
    """Return the script of a Chinese text, by the characters that OpenCC would simplify."""
    characters = set(text)
    traditional = sum(map(_is_traditional, characters))
    return "traditional" if traditional > _SHARE * len(characters) else "simplified"


@cache
def _is_traditional(character: str) -> bool:
    return not character.isascii() and to_simplified()(character) != character
