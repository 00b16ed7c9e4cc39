"""Where a sentence may be inserted in a text, remembered for texts that recipes share."""

from __future__ import annotations

from functools import lru_cache

from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary, Lean

__all__ = ["Boundary", "Lean", "boundaries", "lean"]

_SHORT = 4_000
"""Characters: texts that short are remembered."""


def boundaries(text: str, language: str) -> list[Boundary]:
    """Return the places where a sentence may be inserted, in ascending order, the text's end last.

    `text` is NFC with line feeds as newlines. Offset 0 is never among them. In English, white space
    (or the end) follows each; in Chinese the next sentence may follow at once.
    """
    return list((_remembered if len(text) <= _SHORT else _found)(text, language))


def lean(text: str, start: int, stop: int, language: str) -> Lean:
    """Return how much the sentence [start, stop) of a text leans on what stands before it.

    White space and opening marks may come first. What is no sentence leans on nothing.
    """
    return find_language(language).lean(text, start, stop)


def _found(text: str, language: str) -> tuple[Boundary, ...]:
    if not text or text.isspace():
        return ()
    return tuple(find_language(language).boundaries(text))


_remembered = lru_cache(maxsize=16_384)(_found)
