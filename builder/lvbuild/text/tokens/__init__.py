"""Tokenizers, and counting in their tokens."""

from __future__ import annotations

from lvbuild.core.options import TokenizerId
from lvbuild.text.tokens.counting import REACH, Seams, TokenCounting
from lvbuild.text.tokens.opening import find_again, open_tokenizer

__all__ = ["REACH", "Seams", "TokenCounting", "TokenizerId", "find_again", "open_tokenizer"]
