"""English."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from lvbuild.languages import Language, register
from lvbuild.languages.characters import HAN
from lvbuild.languages.english import inflection
from lvbuild.languages.english.boundaries import english_boundaries
from lvbuild.languages.english.leaning import english_lean, points_nowhere
from lvbuild.languages.english.naming import EnglishNaming
from lvbuild.languages.english.normal import english_forms, english_phrases, folded_words
from lvbuild.languages.english.words import ABBREVIATIONS, STOP_WORDS, VOCABULARY
from lvbuild.languages.phrases import NormalText

_SIGNS = str.maketrans("", "", string.punctuation)
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


class English(EnglishNaming, Language):
    """English, whose words are counted."""

    code: ClassVar = "en"
    name: ClassVar = "English"
    abbreviations: ClassVar = ABBREVIATIONS
    ignored_words: ClassVar = frozenset(VOCABULARY["ignored"])

    boundaries = staticmethod(english_boundaries)
    lean = staticmethod(english_lean)
    normal_texts = staticmethod(english_forms)
    normal_phrases = staticmethod(english_phrases)
    plural = staticmethod(inflection.plural)
    article = staticmethod(inflection.article)
    article_before = staticmethod(inflection.article_before)
    possessive = staticmethod(inflection.possessive)
    possessive_end = staticmethod(inflection.possessive_end)

    def normal_content(self, text: NormalText, run: int = 4) -> set[str]:
        """Return the content words of a normal text."""
        return set(text.folded.split()) - self._folded_stop_words

    @cached_property
    def _folded_stop_words(self) -> frozenset[str]:
        return frozenset([*folded_words(STOP_WORDS), "1", "2", "3", "1th"])

    def points_nowhere(self, question: str, documents: Iterable[tuple[str, str]]) -> bool:
        """Tell whether a question, in English alone, points to what it does not name."""
        return HAN.search(question) is None and points_nowhere(question)

    def answer_words(self, text: str) -> list[str]:
        """Return the words in lower case, without punctuation and articles.

        Punctuation goes without leaving a space, so that `well-known` is one word, and before the
        articles do, so that `A.` is one.
        """
        return _ARTICLE.sub(" ", text.lower().translate(_SIGNS)).split()


register(English())
