"""English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from lvbuild.languages import Language, register
from lvbuild.languages.characters import HAN
from lvbuild.languages.english import inflection
from lvbuild.languages.english.boundaries import english_boundaries
from lvbuild.languages.english.leaning import (
    BEGINS_ANEW,
    PRONOUNS,
    english_lean,
    has_subject,
    points_nowhere,
    takes_up,
)
from lvbuild.languages.english.lemmatizer import lemmas, lemmas_note
from lvbuild.languages.english.normal import english_forms, english_phrases, folded_words
from lvbuild.languages.english.numbers import NUMERAL
from lvbuild.languages.english.words import ABBREVIATIONS, STOP_WORDS, VOCABULARY, answer_words
from lvbuild.languages.naming import read_pointers
from lvbuild.languages.phrases import NormalText

_SHORT = frozenset(VOCABULARY["months in short"])


def _small(*sections: str) -> frozenset[str]:
    return frozenset(word.lower() for name in sections for word in VOCABULARY[name])


class English(Language):
    """English, whose words are counted."""

    code: ClassVar = "en"
    name: ClassVar = "English"
    abbreviations: ClassVar = ABBREVIATIONS
    ignored_words: ClassVar = frozenset(VOCABULARY["ignored"])
    stop_words: ClassVar = STOP_WORDS
    months: ClassVar = _small("months") | _SHORT
    weekdays: ClassVar = _small("weekdays")
    number_words: ClassVar = _small("ones", "tens", "other numbers")
    kind_words: ClassVar = _small("months", "months in short", "weekdays", "units", "kinds")
    prepositions: ClassVar = _small("prepositions")
    numeral: ClassVar = NUMERAL
    ordinal: ClassVar = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
    pointers: ClassVar = read_pointers(__file__)
    offers: ClassVar = re.compile(r"\b(?:or|versus|vs|between)\b", re.IGNORECASE)
    pronouns: ClassVar = PRONOUNS
    begins_anew: ClassVar = BEGINS_ANEW
    lost_subject: ClassVar = 4
    asking: ClassVar = re.compile(
        r"\b(?:(?P<person>who|whom|whose)|(?P<place>where)|(?P<time>when)|(?P<reason>why)"
        r"|how (?:(?:is|are|was|were|do|does|did|can|could|has|have)\b(?P<way>)|(?P<number>\w))"
        r"|(?:what|which)\b(?:.{1,20}\bnames? of)?(?P<named>.*))"
    )
    sorts: ClassVar = {
        "person": _small("persons"),
        "place": _small("places"),
        "time": _small("times"),
    }

    boundaries = staticmethod(english_boundaries)
    lean = staticmethod(english_lean)
    has_subject = staticmethod(has_subject)

    def opens(self, text: str, offset: int, is_open: bool) -> bool:
        """Tell whether a quotation mark opens: a straight one by what stands beside it."""
        return text[offset] == "“" or (text[offset] != "”" and super().opens(text, offset, is_open))

    def may_part(self, text: str, place: int, start: int, end: int) -> bool:
        """Tell whether the sentence behind a place begins with no word that stands for another."""
        return not takes_up(text, start)

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

    answer_words = staticmethod(answer_words)
    lemmas = staticmethod(lemmas)

    @property
    def lemmas_note(self) -> str:
        """Say which basic forms are taken where they are not those of FanOutQA's program."""
        return lemmas_note()


register(English())
