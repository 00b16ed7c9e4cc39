"""What carries the content of a text: words, or where no spaces part them runs of characters."""

from __future__ import annotations

import re

from lvbuild.languages import find_language, languages

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HAN = re.compile(r"[\u4e00-\u9fff]+")


def content(text: str, language: str, characters: int = 4) -> set[str]:
    """Return the content words of a text, lower case; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    return find_language(language).content(text, characters)


def any_content(text: str) -> set[str]:
    """Return the content words of a text of any language, of what is Chinese pairs of characters.

    Words without content in one language are none in another.
    """
    words = set(_WORD.findall(_HAN.sub(" ", text.casefold())))
    empty = (find_language(code).stop_words for code in languages)
    runs = _HAN.findall(text)
    pairs = {run[start : start + 2] for run in runs for start in range(len(run) - 1)}
    return words.difference(*empty) | pairs
