"""Texts and phrases as a reader compares them: one normal form for both."""

from __future__ import annotations

from lvbuild.text.normal.content import normal_content
from lvbuild.text.normal.holders import holders
from lvbuild.text.normal.shingles import Shingles, shingles
from lvbuild.text.normal.text import (
    NormalPhrase,
    NormalText,
    normal_phrase,
    normal_texts,
    normalise,
    stands_in,
)

__all__ = [
    "NormalPhrase",
    "NormalText",
    "Shingles",
    "holders",
    "normal_content",
    "normal_phrase",
    "normal_texts",
    "normalise",
    "shingles",
    "stands_in",
]
