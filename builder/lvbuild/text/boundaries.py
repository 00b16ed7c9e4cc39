"""How much a sentence leans on the one before it, which another may be set between."""

from __future__ import annotations

from functools import lru_cache

from lvbuild.core.model import Language
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.languages.chinese.boundaries import chinese_boundaries
from lvbuild.languages.chinese.leaning import chinese_lean
from lvbuild.languages.english.boundaries import english_boundaries
from lvbuild.languages.english.leaning import english_lean


def lean(text: str, start: int, stop: int, language: Language) -> Lean:
    """Return how much the sentence [start, stop) of a text leans on what stands before it.

    White space and opening marks may come first. What is no sentence leans on nothing.
    """
    found = english_lean if language == "en" else chinese_lean
    return found(text, start, stop)


__all__ = ["Boundary", "Lean", "boundaries", "lean"]


_SHORT = 4_000
"""Characters: texts that short are remembered, since recipes share them."""


def boundaries(text: str, language: Language) -> list[Boundary]:
    """Return the places where a sentence may be inserted, in ascending order, the text's end last.

    `text` is NFC with line feeds as newlines. Offset 0 is never among them. In English, white space
    (or the end) follows each; in Chinese the next sentence may follow at once.
    """
    return list((_remembered if len(text) <= _SHORT else _found)(text, language))


def _found(text: str, language: Language) -> tuple[Boundary, ...]:
    if not text or text.isspace():
        return ()
    return tuple(english_boundaries(text) if language == "en" else chinese_boundaries(text))


_remembered = lru_cache(maxsize=16_384)(_found)
