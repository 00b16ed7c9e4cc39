"""Where another sentence may be inserted in a running text."""

from __future__ import annotations

from lvbuild.model import Language
from lvbuild.text.boundaries.boundary import Boundary
from lvbuild.text.boundaries.chinese import chinese_boundaries
from lvbuild.text.boundaries.english import english_boundaries

__all__ = ["Boundary", "boundaries"]


def boundaries(text: str, language: Language) -> list[Boundary]:
    """Return the places where a sentence may be inserted, in ascending order, the text's end last.

    `text` is NFC with line feeds as newlines. Offset 0 is never among them. In English, white space
    (or the end) follows each; in Chinese the next sentence may follow at once.
    """
    if not text:
        return []
    return english_boundaries(text) if language == "en" else chinese_boundaries(text)
