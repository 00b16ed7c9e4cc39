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

_YEAR_FIRST = re.compile(r"([12]\d{3})([-.])(\d\d?)\2(\d\d?)")
_YEAR_LAST = re.compile(r"(\d\d?)([-.])(\d\d?)\2([12]\d{3})")
_MOST_DAYS = 31


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
    import numpy as np

    if not texts:
        return []
    whole = joined(texts).replace("&", " and ").replace(APART, f" {APART} ")
    codes = without_marks(fold(whole, "en"))
    text = text_of(codes)
    hyphens = np.flatnonzero(codes == ord("-"))
    numbers = np.searchsorted(np.flatnonzero(codes == ord(APART)), hyphens).tolist()
    words_at = {
        _word_at(text, place): n for place, n in zip(hyphens.tolist(), numbers, strict=True)
    }
    hyphened = [(number, text[start:end]) for (start, end), number in words_at.items()]
    stops = codes == ord(".")
    twice = np.flatnonzero(stops[:-3] & (stops[2:-1] | stops[3:]))
    spans = [*words_at, *(_word_at(text, place) for place in twice.tolist())]
    words = rewrite_numbers(_with_dates(text, spans).replace("-", " ").split())
    compounds = _compounds(hyphened, len(texts))
    return list(map(EnglishForm, _texts(words), _texts(folded_words(words)), compounds))


def _texts(words: Sequence[str]) -> list[str]:
    return " ".join(["", *words, ""]).split(APART) if words else [" "]


def _word_at(text: str, place: int) -> tuple[int, int]:
    return text.rfind(" ", 0, place) + 1, text.find(" ", place)


def _with_dates(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text whose dates in figures, which stand at some of the spans, are in words."""
    pieces: list[str] = []
    copied = 0
    for start, end in sorted(set(spans)):
        if end > 0 and (date := _date(text[start:end])):
            pieces += (text[copied:start], date)
            copied = end
    return "".join(pieces) + text[copied:]


def _date(word: str) -> str | None:
    """Read a date in figures, the year first or last; None where day and month may be either."""
    if found := _YEAR_FIRST.fullmatch(word):
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif found := _YEAR_LAST.fullmatch(word):
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        if day <= len(MONTHS) < month:
            day, month = month, day
        elif day <= len(MONTHS) and day != month:
            return None
    else:
        return None
    valid = 1 <= month <= len(MONTHS) and 1 <= day <= _MOST_DAYS
    return f"{day} {MONTHS[month - 1]} {year}" if valid else None


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
