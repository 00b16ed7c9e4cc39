"""How messages word what they count."""

from __future__ import annotations


def number_of(count: int, noun: str) -> str:
    """Return a number with what it counts, such as 1 record, 0 records or 1,200 new files."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
