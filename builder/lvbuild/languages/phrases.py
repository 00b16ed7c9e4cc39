"""Whether a text holds a phrase."""

from __future__ import annotations

import re
from functools import lru_cache


def holds(text: str, phrase: str, beside: str) -> bool:
    """Tell whether a phrase stands in a text, in any case.

    Where it begins or ends with what the pattern `beside` matches, it has none of that beside it.
    White space in the phrase stands for any run of it.
    """
    return folded_holds(text.casefold(), phrase, beside)


def folded_holds(folded: str, phrase: str, beside: str) -> bool:
    """Tell whether a phrase stands in a case-folded text."""
    words = phrase.casefold().split()
    if not words or any(word not in folded for word in words):
        return False
    return _pattern(phrase, beside).search(folded) is not None


@lru_cache(maxsize=4096)
def _pattern(phrase: str, beside: str) -> re.Pattern[str]:
    words = phrase.casefold().split()
    pattern = r"\s+".join(map(re.escape, words))
    return re.compile(bordered(pattern, words[0][0], words[-1][-1], beside))


def bordered(pattern: str, first: str, last: str, beside: str) -> str:
    """Keep a pattern from matching within a word or number, where it begins or ends with such."""
    before = f"(?<!{beside})" if re.match(beside, first) else ""
    return before + pattern + (f"(?!{beside})" if re.match(beside, last) else "")
