"""What carries the content of a text in its normal form."""

from __future__ import annotations

from functools import cache

from lvbuild.model import Language
from lvbuild.text.content import STOP_WORDS
from lvbuild.text.normal.english_words import folded_words
from lvbuild.text.normal.text import NormalText


def normal_content(text: NormalText, language: Language, length: int = 4) -> set[str]:
    """Return the content words of a text; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    if language == "en":
        return set(text.folded.split()) - _stop_words()
    run = characters(text)
    last = max(len(run) - length, 0)
    return {run[start : start + length] for start in range(last + 1)} - {""}


def characters(text: NormalText) -> str:
    """Return a Chinese text without the marks between its clauses."""
    return text.folded.replace(" ", "").replace(";", "")


@cache
def _stop_words() -> frozenset[str]:
    return frozenset([*folded_words(STOP_WORDS), "1", "2", "3", "1th"])
