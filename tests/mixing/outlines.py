"""Outlines of texts of which every word has five letters and a space."""

from __future__ import annotations

from itertools import accumulate

from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Outline


def outline(name: str, sentences: list[int]) -> Outline:
    """A text of sentences of so many words, each word of five letters and a space."""
    counts = tuple(accumulate(sentences))
    marks = [Boundary(6 * words - 1, ended=True) for words in counts]
    starts = (0, *(6 * words for words in counts[:-1]))
    return Outline(name, marks, counts, starts=starts)
