"""What carries the content of a text, and what it names, as its language tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lvbuild.languages import find_language, languages
from lvbuild.languages.naming import Sort

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HAN = re.compile(r"[\u4e00-\u9fff]+")


def content(text: str, language: str, characters: int = 4) -> set[str]:
    """Return the content words of a text, lower case; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    return find_language(language).content(text, characters)


def any_content(text: str) -> set[str]:
    """Return the content words of a text of any language, of what is Chinese pairs of characters.

    Words without content in one language are none in another.
    """
    words = set(_WORD.findall(_HAN.sub(" ", text.casefold())))
    empty = (find_language(code).stop_words for code in languages)
    runs = _HAN.findall(text)
    pairs = {run[start : start + 2] for run in runs for start in range(len(run) - 1)}
    return words.difference(*empty) | pairs


def shared_content(original: str, replacement: str, language: str) -> list[str]:
    """Return the content words, in Chinese the characters, that both have, but words of kind."""
    return find_language(language).shared_content(original, replacement)


def is_of_kind(phrase: str, language: str) -> bool:
    """Tell whether a phrase is made of words of kind alone, such as River or 大学."""
    return find_language(language).is_of_kind(phrase)


def has_figure(text: str, language: str) -> bool:
    """Tell whether a text holds a number or a date, in figures or in words."""
    return find_language(language).has_figure(text)


def is_figure(phrase: str, language: str) -> bool:
    """Tell whether a phrase is a number or a date, with little beside it."""
    return find_language(language).is_figure(phrase)


def shape(figure: str, language: str) -> str:
    """Return what stays of a date or number when its digits, months and numerals change."""
    return find_language(language).shape(figure)


def names(text: str, language: str, *, first: bool = False) -> Iterator[str]:
    """Yield the names of a text that its letters tell, without quotation marks around them."""
    return find_language(language).names(text, first=first)


def is_person(name: str, language: str) -> bool:
    """Tell whether a name may be a person's."""
    return find_language(language).is_person(name)


def asked_for(question: str, language: str) -> Sort | None:
    """Return what sort of answer a question asks for, None where its words do not tell."""
    return find_language(language).asked_for(question)


def is_of_sort(answer: str, sort: Sort, language: str) -> bool:
    """Tell whether an answer is of the sort that its question seems to ask for."""
    return find_language(language).is_of_sort(answer, sort)


def offers(text: str, sort: Sort, language: str, known: str) -> bool:
    """Tell whether a text offers an answer of a sort, beside names that are known already."""
    return find_language(language).offers(text, sort, known)


def particulars(text: str, language: str, known: Iterable[str]) -> list[list[str]]:
    """Return the names, titles, dates and numbers of a question, each thing once."""
    return find_language(language).particulars(text, known)


def shared(wanted: Iterable[str], question: str, text: str, language: str) -> bool:
    """Tell whether a text shares any of a question's particulars."""
    return find_language(language).shares_particular(wanted, question, text)
