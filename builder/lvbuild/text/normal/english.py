"""English as a reader compares it: words without marks, each in one form."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import compress, repeat
from operator import contains
from typing import NamedTuple

from lvbuild.text.normal.characters import APART, fold, joined, text_of
from lvbuild.text.normal.english_marks import without_marks
from lvbuild.text.normal.english_numbers import MONTHS, rewrite_numbers
from lvbuild.text.normal.english_words import folded_words

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
    text = text_of(without_marks(fold(whole, "en")))
    compounds = [""] * len(texts)
    words = text.split()
    if hyphened := list(compress(range(len(words)), map(contains, words, repeat("-")))):
        compounds = _compounds(words, hyphened, len(texts))
        for date in _dates({words[place] for place in hyphened}):
            text = text.replace(date[0], f"{int(date[3])} {MONTHS[int(date[2]) - 1]} {date[1]}")
        words = text.replace("-", " ").split()
    words = rewrite_numbers(words)
    return list(map(EnglishForm, _texts(words), _texts(folded_words(words)), compounds))


def _texts(words: Sequence[str]) -> list[str]:
    return [f" {text.strip()} " for text in " ".join(words).split(APART)]


def _dates(hyphened: Iterable[str]) -> list[re.Match[str]]:
    """Return what is written as 1995-05-05, the longest first, as one may begin with another."""
    found = map(_ISO_DATE.fullmatch, sorted(hyphened, key=lambda word: (-len(word), word)))
    return [date for date in found if date]


def _compounds(words: Sequence[str], hyphened: Iterable[int], count: int) -> list[str]:
    """Return the words of each text that hyphens divide, without them."""
    ends = list(compress(range(len(words)), map(APART.__eq__, words)))
    found: list[set[str]] = [set() for _ in range(count)]
    for place in hyphened:
        word = words[place].replace("-", "")
        if word.isalpha():
            found[bisect(ends, place)].add(word)
    return [f" {' '.join(folded_words(sorted(each)))} " if each else "" for each in found]
