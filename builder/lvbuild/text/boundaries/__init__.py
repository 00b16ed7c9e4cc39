"""Where another sentence may be inserted in a running text."""

from __future__ import annotations

from functools import lru_cache

from lvbuild.model import Language
from lvbuild.text.boundaries.boundary import Boundary, Lean
from lvbuild.text.boundaries.chinese import chinese_boundaries
from lvbuild.text.boundaries.english import english_boundaries
from lvbuild.text.boundaries.leaning import lean

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
