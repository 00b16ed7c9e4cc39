"""Whether a text holds a phrase."""

from __future__ import annotations

import re
from functools import lru_cache

from lvbuild.model import Language

_END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"
_WORD = r"[^\W_]"
_LATIN_OR_DIGIT = r"[0-9A-Za-z\u00c0-\u024f]"


def holds(text: str, phrase: str, language: Language) -> bool:
    """Tell whether a phrase stands in a text, in any case.

    In English it stands as whole words; in Chinese anywhere, but for Latin letters and digits at
    its ends, which have none beside them. White space in the phrase stands for any run of it.
    """
    return folded_holds(text.casefold(), phrase, language)


def folded_holds(folded: str, phrase: str, language: Language) -> bool:
    """Tell whether a phrase stands in a case-folded text."""
    words = phrase.casefold().split()
    if not words or any(word not in folded for word in words):
        return False
    return phrase_pattern(phrase, language).search(folded) is not None


@lru_cache(maxsize=4096)
def phrase_pattern(phrase: str, language: Language) -> re.Pattern[str]:
    """Return what finds a phrase, which is not blank, in a case-folded text."""
    words = phrase.casefold().split()
    pattern = r"\s+".join(map(re.escape, words))
    return re.compile(bordered(pattern, words[0][0], words[-1][-1], language))


def bordered(pattern: str, first: str, last: str, language: Language) -> str:
    """Keep a pattern from matching within a word or number, where it begins or ends with such."""
    beside = _WORD if language == "en" else _LATIN_OR_DIGIT
    before = f"(?<!{beside})" if re.match(beside, first) else ""
    return before + pattern + (f"(?!{beside})" if re.match(beside, last) else "")


def bare(phrase: str) -> str:
    """Return a phrase without the marks and white space at its ends."""
    return phrase.strip(_END_MARKS)
