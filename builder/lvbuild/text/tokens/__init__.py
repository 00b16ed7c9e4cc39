"""Tokenizers, and counting in their tokens."""

from __future__ import annotations

from lvbuild.text.tokens.counting import TokenCounting
from lvbuild.text.tokens.opening import find_again, open_tokenizer
from lvbuild.text.tokens.seams import REACH, Seams
from lvbuild.text.tokens.tokenizer import TokenizerId

__all__ = ["REACH", "Seams", "TokenCounting", "TokenizerId", "find_again", "open_tokenizer"]
