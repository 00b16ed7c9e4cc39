"""Answer keywords: the words of an answer that carry it."""

from __future__ import annotations

import re

from lvbuild.core.model import LanguageCode
from lvbuild.languages.english.words import STOP_WORDS
from lvbuild.text.content import YES_NO
from lvbuild.text.phrases import bare

_SHORT = {"en": 6, "zh": 20}
_TELLING = re.compile(r"[A-ZÀ-Þ][\w.'’&-]*|\d[\d.,:%]*\w*")
_MARK = ".,;:!?。，；：！？"


def keywords_of(answer: str, language: LanguageCode) -> str:
    """Return the names and numbers of a long answer, all of a short one, "" of a yes or no."""
    plain = answer.strip()
    if not plain or bare(plain).casefold() in YES_NO:
        return ""
    length = len(plain.split()) if language == "en" else len(plain)
    if length <= _SHORT[language]:
        return plain
    if language == "zh":
        return plain
    words = [
        word.strip(_MARK)
        for word in plain.split()
        if _TELLING.match(word) and word.strip(_MARK).casefold() not in STOP_WORDS
    ]
    return " ".join(words) or plain
