"""English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from lvbuild.languages import Language, register
from lvbuild.languages.characters import HAN
from lvbuild.languages.english import inflection
from lvbuild.languages.english.boundaries import english_boundaries
from lvbuild.languages.english.leaning import english_lean, points_nowhere
from lvbuild.languages.english.normal import english_forms, english_phrases, folded_words
from lvbuild.languages.english.words import (
    ABBREVIATIONS,
    MONTHS,
    SENTENCE_OPENERS,
    STOP_WORDS,
    VOCABULARY,
    answer_words,
)
from lvbuild.languages.naming import Pointer, Sort
from lvbuild.languages.phrases import NormalText

_WEEKDAYS = VOCABULARY["weekdays"]
_MONTH = "|".join(MONTHS)
_SHORT = frozenset(VOCABULARY["months in short"])
_OTHER_WORDS = frozenset({"mar", "may", "jan"})
"""In small letters; with a capital May is a month."""


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
    number_words: ClassVar = _small("number words")
    kind_words: ClassVar = _small("months", "months in short", "weekdays", "units", "kinds")
    telling_numbers: ClassVar = number_words - {"one", "second", "once", "half", "first", "third"}
    telling_months: ClassVar = frozenset(month.title() for month in months - _OTHER_WORDS) | {"May"}
    about: ClassVar = frozenset(VOCABULARY["nearly"])
    ordinal: ClassVar = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
    name_pattern: ClassVar = re.compile(
        r"[“\"][^”\"]+[”\"]|[A-Z][^\W_]*(?:['’.&-][^\W_]+)*"
        r"(?:(?:\s(?:of|the|de|du|van|von|der|la|al))*\s[A-Z0-9][^\W_]*(?:['’.&-][^\W_]+)*)*"
    )
    opening_words: ClassVar = SENTENCE_OPENERS.union(VOCABULARY["asking"])
    no_names: ClassVar = frozenset([*MONTHS, *_WEEKDAYS, "I"])
    ranks: ClassVar = _small("ranks")
    asks: ClassVar[Mapping[Sort, str]] = {
        "person": (
            r"^\W*(?:(?:and|but|by|for|from|in|of|so|then|to|under|with)\s+)?who(?:m|se)?\b"
            r"|\b(?:by|for|from|of|to|was|were|with|is) who(?:m|se)?\b\W*$"
            r"|\b(?:what|which) (?:[a-z]+ )?(?:actor|actress|artist|author|composer|director"
            r"|emperor|king|man|painter|person|poet|president|queen|singer|woman|writer)\b"
        ),
        "date": r"^\W*(?:since )?when\b|\b(?:what|which) (?:century|date|day|decade|month|year)\b",
        "number": (
            r"\bhow (?:big|deep|far|fast|heavy|high|large|long|many|much|old|tall|wide)\b"
            r"|\b(?:what|which) (?:is the |was the )?(?:age|amount|area|distance|height|length"
            r"|number|percentage|population|proportion|rate|share|size|sum|weight)\b"
        ),
        "place": (
            r"^\W*(?:from )?where\b|\b(?:what|which) (?:city|continent|country|county|district"
            r"|island|place|province|region|state|town|village)\b"
        ),
    }
    dates: ClassVar = re.compile(
        r"\b(?:1\d{3}|20\d\d)s?\b|\b\d+ ?(?:BC|BCE|AD|CE)\b|\b(?:century|decade)\b"
        rf"|\b(?:{_MONTH}|{'|'.join(_WEEKDAYS)})\b"
    )
    years: ClassVar = re.compile(
        rf"\b(?:in|since|until|during|by|year|(?:{_MONTH})(?: \d{{1,2}},?)?) (?:1\d{{3}}|20\d\d)\b"
        r"|\d+(?:年|月|日)"
    )
    figures: ClassVar = re.compile(
        r"\b\d[\d,.:/]*\b|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
        r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty"
        r"|seventy|eighty|ninety|hundred|thousand|million)\b",
        re.IGNORECASE,
    )
    indefinite: ClassVar = "an?|two|three|some|several"
    pointers: ClassVar = (
        Pointer(
            r"\A\W*(?:he|she|they|his|her|its|their|this|that|these|those|here|then|later|such|so"
            r"|others|both|however|moreover|therefore|instead)\b"
        ),
        Pointer(r"\A\W*it\b", after=r".* (?:that|who|which|where|when)\b"),
        Pointer(r"\A\W*there,"),
        Pointer(r"\bthe (?:latter|said|aforementioned)\b"),
        Pointer(r"\bthe former\b(?=\W*(?:[,.;:]|\Z)| (?:is|was|are|were|has|had|being)\b)"),
        Pointer(r"\b(?:likewise|similarly|meanwhile|in turn|elsewhere|by contrast|one such)\b"),
        Pointer(r"\bat th(?:at|e|is) time\b", after=r" (?:of|that|when)\b"),
        Pointer(
            r"\b(?:in|at|from|of|on) (?:that|this|these|those)\b",
            after=r" (?:who|whose|which|that|of|he|she|it|they|the)\b",
        ),
        Pointer(r"\b(?:un)?like (?:him|her|it|them)\b"),
        Pointer(r"\b(?:another|the other)\b", before=r"\b(?:one|two|first|each|either|some)\b"),
        Pointer(
            r"\bthe same\b",
            before=r"\b(?:and|both|two)\b",
            after=r"[^.;]* (?:as|that|who|which|where|when)\b",
        ),
        Pointer(r"\b(?:neighbou?ring|nearby)\b", before=r"(?-i:\b(?:in|at|of|from|to|near) [A-Z])"),
        Pointer(
            r"\balso\b",
            before=r"\b(?:and|but|not only|both)\b[^.;]*\Z",
            after=r" (?:called|known|named|spell?ed|spelt|titled|written|\w+ (?:as|to))\b",
        ),
        Pointer(r"\b(?:too|as well)\b(?=\W*(?:[,.;]|\Z))", before=r"\b(?:and|but|not only)\b"),
        Pointer(r"\ba similar\b", after=r"[^.;]* to\b"),
    )

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

    answer_words = staticmethod(answer_words)


register(English())
