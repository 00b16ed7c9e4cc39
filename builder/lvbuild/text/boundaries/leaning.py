"""How much a sentence leans on the one before it, which another may be set between."""

from __future__ import annotations

from lvbuild.model import Language
from lvbuild.text.boundaries.boundary import Lean
from lvbuild.text.boundaries.chinese_leaning import chinese_lean
from lvbuild.text.boundaries.english_leaning import english_lean


def lean(text: str, start: int, stop: int, language: Language) -> Lean:
    """Return how much the sentence [start, stop) of a text leans on what stands before it.

    White space and opening marks may come first. What is no sentence leans on nothing.
    """
    found = english_lean if language == "en" else chinese_lean
    return found(text, start, stop)
