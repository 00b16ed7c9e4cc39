"""What no proposal may be: words of the texts, and words that stand for others already."""

from __future__ import annotations

import re

from lvbuild.model import Language
from lvbuild.tables.rows import ReplacementRow

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


class Taken:
    """The words of a pool, and of the rows that are there."""

    def __init__(self, texts: str, language: Language) -> None:
        words = set(_WORD.findall(texts))
        self._texts = texts
        self._words = {word.casefold() for word in words}
        self._small = {word for word in words if word.islower()}
        self._chinese = language == "zh"
        self._used: set[str] = set()
        self._held: dict[str, bool] = {}

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if word in self._used:
            return False
        if self._chinese and not word.isascii():
            if word not in self._held:
                self._held[word] = word in self._texts
            return not self._held[word]
        return all(part.casefold() not in self._words for part in _WORD.findall(word))

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have an English word in small letters too: it is no name."""
        return word.lower() in self._small

    def take(self, row: ReplacementRow) -> None:
        """Keep the new words of a row from being proposed again."""
        for phrase in (row.replacement, *row.alternatives):
            self._used.add(phrase)
            if not self._chinese:
                self._used.update(phrase.split())
