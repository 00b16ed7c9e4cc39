"""Characters as a reader compares them: one table, taken over whole texts at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[Any]

HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
"""A Chinese character."""

APART = "\x03"
"""Stands between texts that are made normal together."""

_AT_ONCE = 2**18
_NEW, _GONE, _LONGER = range(3)
_CODES = 0x110000
_CJK = range(0x3400, 0xA000)
_UNREAD = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
APOSTROPHES = "'’‘ʼ‛`´＇"
DASHES = dict.fromkeys("-‐‑‒–—―−－﹣⸺", "-")
_LETTERS = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O",
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i",
    "ħ": "h", "Ħ": "H", "№": "No ",
}  # fmt: skip
_VARIANTS = str.maketrans("裏綫麪牀峯羣着著台", "里线面床峰群着着台")


@dataclass(frozen=True, eq=False)
class Folding:
    """How a language's characters are made one.

    Of `marks` stays what they stand for, "" for nothing; of others those `kept` stay, and all else
    are spaces. `simplified`: traditional characters are made simplified ones, and Latin letters
    small.
    """

    kept: str
    marks: Mapping[str, str]
    simplified: bool = False

    @cached_property
    def table(self) -> Codes:
        """What becomes of each code, _NEW where it has not been asked for."""
        import numpy as np

        table = np.zeros(_CODES, dtype="<u4")
        table[ord(APART)] = ord(APART)
        return table


PLAIN = Folding(".,:%$£€¥+#/", {**DASHES, **dict.fromkeys(APOSTROPHES, "'")})
"""That of words between spaces."""


def fold(text: str, folding: Folding) -> Codes:
    """Return a text's characters without width, diacritics and variants, in UTF-32 codes.

    Dashes are hyphens; what becomes of other marks is for the folding to say, by which traditional
    characters are simplified, by OpenCC.
    """
    codes = _folded_codes(text, folding)
    if (places := (codes == _LONGER).nonzero()[0]).size:
        for character in {text[place] for place in places.tolist()}:
            text = text.replace(character, _several(character))
        codes = _folded_codes(text, folding)
    read: Codes = codes[codes != _GONE]
    return read


def thousands(digits: Codes, places: Codes) -> Codes:
    """Return those of some marks' places, by where digits are, that stand between thousands."""
    import numpy as np

    beside = digits[places - 1] & np.all([digits[places + n] for n in (1, 2, 3)], axis=0)
    longer = digits[places + 4] | np.all([digits[places - n] for n in range(1, 5)], axis=0)
    found: Codes = places[beside & ~longer]
    return found


def text_of(codes: Codes) -> str:
    """Return the text of UTF-32 codes."""
    return codes.astype("<u4").tobytes().decode("utf-32-le")


def joined(texts: Iterable[str]) -> Iterator[str]:
    """Yield texts joined, many at once: the cost is that of reading them once.

    APART stands between two of them.
    """
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text.replace(APART, " "))
        size += len(text)
        if size >= _AT_ONCE:
            yield APART.join(batch)
            batch, size = [], 0
    if batch:
        yield APART.join(batch)


def _folded_codes(text: str, folding: Folding) -> Codes:
    """Look a text's characters up; each that is new is folded once for all."""
    import numpy as np

    table = folding.table
    codes = np.frombuffer(text.encode("utf-32-le", "replace"), dtype="<u4")
    folded: Codes = table[codes]
    if not folded.all():
        unseen = np.zeros(int(codes.max()) + 1, dtype=bool)
        unseen[codes[folded == _NEW]] = True
        new = np.flatnonzero(unseen).tolist()
        table[new] = [_folded(chr(code), folding) for code in new]
        folded = table[codes]
    return folded


@cache
def converter(way: str) -> Callable[[str], str]:
    """Return what OpenCC converts texts by, such as `s2twp`: simplified ones as in Taiwan."""
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC(way).convert
    return convert


def to_simplified() -> Callable[[str], str]:
    """Return what makes the characters of a text simplified ones."""
    return converter("t2s")


def _folded(character: str, folding: Folding) -> int:
    if folding.simplified and ord(character) in _CJK:
        character = to_simplified()(character).translate(_VARIANTS)
    if character in _UNREAD or unicodedata.combining(character):
        return _GONE
    if character in folding.marks:
        return ord(folding.marks[character] or chr(_GONE))
    several = _several(character)
    if len(several) != 1:
        return _LONGER if several.strip() else ord(" ")
    if unicodedata.category(several) == "Nd":
        return ord("0") + unicodedata.digit(several)
    if several.isalnum():
        lower = several.lower()
        return ord(lower if folding.simplified and len(lower) == 1 else several)
    return ord(several) if several in folding.kept else ord(" ")


def _several(character: str) -> str:
    """Return the letters or digits that a reader reads in a character, a space before ½, ² and ™.

    Ligatures, fractions and units in one box come to several.
    """
    if character in _LETTERS:
        return _LETTERS[character]
    parts = unicodedata.normalize("NFKD", character)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    fraction = len(plain) > 1 and unicodedata.numeric(character, None) is not None
    beside = unicodedata.decomposition(character).startswith("<super>") and not character.isalpha()
    return f" {plain}" if fraction or beside else plain


_OF_CHARACTERS = 0.05
"""Of a text's different characters: simplified texts, too, hold a few traditional ones."""


def script(text: str) -> str:
    """Tell a Chinese text in "simplified" characters from a "traditional" one, by OpenCC."""
    characters = set(text)
    traditional = sum(map(_is_traditional, characters))
    return "traditional" if traditional > _OF_CHARACTERS * len(characters) else "simplified"


def strays(phrase: str, script: str) -> str:
    """Return the characters of a phrase that OpenCC would write otherwise in this script."""
    strange = _is_traditional if script == "simplified" else _is_simplified
    return "".join(filter(strange, phrase))


@cache
def _is_traditional(character: str) -> bool:
    return not character.isascii() and to_simplified()(character) != character


@cache
def _is_simplified(character: str) -> bool:
    """Tell whether only simplified texts have a character: of those of Big5 (里, 后) both do."""
    if converter("s2t")(character) == character:
        return False
    try:
        character.encode("big5")
    except UnicodeEncodeError:
        return True
    return False
