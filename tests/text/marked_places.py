"""Texts with their boundaries marked: | the end of a sentence, ¶ of a line that is no prose."""

from __future__ import annotations

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary

MARKS = {"|": True, "¶": False}


def assert_marked(marked: str, language: LanguageCode) -> None:
    """Assert that a text has the boundaries that are marked, and no others."""
    text, places = "", []
    for character in marked:
        if character in MARKS:
            places.append(Boundary(len(text), MARKS[character]))
        else:
            text += character
    assert find_language(language).boundaries(text) == places
