"""English as a reader compares it: words without marks, each in one form."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.text.normal.characters import APART, fold, joined, text_of
from lvbuild.text.normal.english_marks import without_marks
from lvbuild.text.normal.english_numbers import MONTHS, rewrite_numbers
from lvbuild.text.normal.english_words import folded_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[Any]

_ISO_DATE = re.compile(r"([12]\d{3})-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])")


class EnglishForm(NamedTuple):
    """The words of a text, with a space before and after each.

    `cased` are as they are written, `folded` in lower case and the singular, `compounds` those of
    `folded` that are written with hyphens, each as one.
    """

    cased: str
    folded: str
    compounds: str


def english_forms(texts: Sequence[str]) -> list[EnglishForm]:
    """Return the forms of texts; the cost is that of reading all of them once."""
    if not texts:
        return []
    whole = joined(texts).replace("&", " and ").replace(APART, f" {APART} ")
    codes = without_marks(fold(whole, "en"))
    text = text_of(codes)
    hyphened = _hyphened(text, codes)
    for date in _dates({word for _, word in hyphened}):
        text = text.replace(date[0], f"{int(date[3])} {MONTHS[int(date[2]) - 1]} {date[1]}")
    words = rewrite_numbers(text.replace("-", " ").split())
    compounds = _compounds(hyphened, len(texts))
    return list(map(EnglishForm, _texts(words), _texts(folded_words(words)), compounds))


def _texts(words: Sequence[str]) -> list[str]:
    return " ".join(["", *words, ""]).split(APART) if words else [" "]


def _dates(hyphened: Iterable[str]) -> list[re.Match[str]]:
    """Return what is written as 1995-05-05, the longest first, as one may begin with another."""
    found = map(_ISO_DATE.fullmatch, sorted(hyphened, key=lambda word: (-len(word), word)))
    return [date for date in found if date]


def _hyphened(text: str, codes: Codes) -> list[tuple[int, str]]:
    """Return the words that hyphens divide, each with the number of the text that it stands in."""
    import numpy as np

    places = np.flatnonzero(codes == ord("-"))
    numbers = np.searchsorted(np.flatnonzero(codes == ord(APART)), places)
    return [
        (number, text[text.rfind(" ", 0, place) + 1 : text.find(" ", place)])
        for number, place in zip(numbers.tolist(), places.tolist(), strict=True)
    ]


def _compounds(hyphened: Iterable[tuple[int, str]], count: int) -> list[str]:
    """Return the words of each text that hyphens divide, without them."""
    found: dict[int, set[str]] = defaultdict(set)
    for number, word in hyphened:
        joint = word.replace("-", "")
        if joint.isalpha():
            found[number].add(joint)
    compounds = [""] * count
    for number, words in found.items():
        compounds[number] = f" {' '.join(folded_words(sorted(words)))} "
    return compounds
