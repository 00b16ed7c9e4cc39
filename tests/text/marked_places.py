"""Texts with their boundaries marked: | firm, ¦ not firm, ¶ the end of a paragraph, not firm."""

from __future__ import annotations

from lvbuild.core.model import LanguageCode
from lvbuild.text.boundaries import Boundary, boundaries

MARKS = {"|": (True, False), "¦": (False, False), "¶": (False, True)}


def assert_marked(marked: str, language: LanguageCode) -> None:
    """Assert that a text has the boundaries that are marked, and no others."""
    text, places = "", []
    for character in marked:
        if character in MARKS:
            places.append(Boundary(len(text), *MARKS[character]))
        else:
            text += character
    assert boundaries(text, language) == places
