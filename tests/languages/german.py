"""German, a language that lvbuild does not know: words, endings and quotation marks of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from lvbuild.languages import Language, register
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.languages.phrases import NormalText

_MONTHS = (
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
)
_WEEKDAYS = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()
_NUMBERS = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig"
    " fünfzig sechzig siebzig achtzig neunzig hundert tausend"
).split()
_HEADS = "brücke burg fluss haus kirche schiff schloss schule stadt straße turm werft".split()
"""What compounds end with, and so are of that kind."""
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ẞ": "SS"}
)
_WORD = re.compile(r"[^\W_]+")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])")
_ORDINAL_BEFORE = re.compile(r"\b\d{1,2}\.[\"“”‘’)]*\Z")
_POINTS_BACK = re.compile(
    r"[„\"(]*(?:Er|Sie|Es|Dies\w*|Jene[rs]?|Dort|Dann|Danach|Doch|Aber|Auch|Deshalb)\b"
)


def _casefolded(words: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in words.split())


class German(Language):
    """German: nouns have capitals too, compounds are one word, and "3. Oktober" is no end."""

    code: ClassVar = "de"
    name: ClassVar = "German"
    heading: ClassVar = "### Abschnitt "
    last_comma: ClassVar = " und "
    names_have_capitals: ClassVar = False
    yes_no: ClassVar = frozenset("ja nein wahr falsch".split())
    stop_words: ClassVar = _casefolded(
        "aber als am an auch auf aus bei bis da das dass dem den der des die doch durch ein eine"
        " einem einen einer er es für hat hatte ich ihm ihn ihr im in ist ja kein man mit nach"
        " nicht noch nur ob oder ohne sein seine sich sie sind so über um und uns unter vom von vor"
        " war was welche welcher welches wann wem wen wer wie wird wo wohin worin zu zum zur"
    )
    abbreviations: ClassVar = frozenset(
        "bzw ca Dr Frl geb ggf Hr Nr Prof Str St usw vgl z.B d.h u.a Jh".split()
    )
    kind_words: ClassVar = _casefolded(" ".join([*_HEADS, *_MONTHS, *_WEEKDAYS]))
    months: ClassVar = _casefolded(" ".join(_MONTHS))
    weekdays: ClassVar = _casefolded(" ".join(_WEEKDAYS))
    number_words: ClassVar = _casefolded(" ".join(_NUMBERS))

    def boundaries(self, text: str) -> Sequence[Boundary]:
        return [
            place
            for place in super().boundaries(text)
            if place.offset == len(text) or not _ORDINAL_BEFORE.search(text[: place.offset][-9:])
        ]

    def lean(self, text: str, start: int, stop: int) -> Lean:
        sentence = text[start:stop].lstrip()
        return Lean.POINTS_BACK if _POINTS_BACK.match(sentence) else Lean.NAMES

    def content(self, text: str, run: int = 4) -> set[str]:
        """Of a compound whose head is known, the word before that counts too."""
        words = {word for word in _WORD.findall(text.casefold()) if word not in self.stop_words}
        heads = tuple(head.casefold() for head in _HEADS)
        for word in list(words):
            if head := next((head for head in heads if word.endswith(head) and word != head), ""):
                words.add(word.removesuffix(head).removesuffix("s"))
        return words - {""}

    def normal_texts(self, texts: Sequence[str]) -> list[NormalText]:
        """Umlauts are spelled out, and compounds with hyphens are one word."""
        return super().normal_texts([_HYPHEN.sub("", text.translate(_UMLAUTS)) for text in texts])


register(German())
