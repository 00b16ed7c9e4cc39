"""Replacing a question's words: all pairs at once, in one pass over a text."""

from __future__ import annotations

from lvbuild.text.replacement.forms import Kind, Pair
from lvbuild.text.replacement.replacer import (
    Article,
    Hit,
    Match,
    Replaced,
    Replacer,
    folded_variants,
    leftmost_longest,
    original_offset,
    rewrite,
)
from lvbuild.text.replacement.reworded import ANOTHERS, Reworded

__all__ = [
    "ANOTHERS",
    "Article",
    "Hit",
    "Kind",
    "Match",
    "Pair",
    "Replaced",
    "Replacer",
    "Reworded",
    "folded_variants",
    "leftmost_longest",
    "original_offset",
    "rewrite",
]
