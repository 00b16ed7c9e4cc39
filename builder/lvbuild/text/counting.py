"""Counting as the `length` of a record defines it."""

from __future__ import annotations

from typing import Literal

Unit = Literal["words", "characters"]
"""What a level counts: white-space separated words, or characters (code points)."""


def count(text: str, unit: Unit) -> int:
    """Count the words (`str.split`) or the characters of a text, as LV-Eval does."""
    return len(text.split()) if unit == "words" else len(text)
