"""What carries the content of a text in its normal form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from lvbuild.languages import find_language
from lvbuild.languages.normal import NormalPhrase, NormalText

_AT_ONCE = 1_000_000


def normal_content(text: NormalText, language: str, length: int = 4) -> set[str]:
    """Return the content words of a text; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    return find_language(language).normal_content(text, length)


def normal_texts(texts: Iterable[str], language: str) -> list[NormalText]:
    """Return texts in their normal form, many at once: the cost is that of reading them once."""
    return [
        form for batch in _batches(texts) for form in find_language(language).normal_texts(batch)
    ]


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _AT_ONCE:
            yield batch
            batch, size = [], 0
    yield batch


def normalise(text: str, language: str) -> str:
    """Return a text as a reader compares it.

    Case, width, diacritics, quotation marks, dashes, spaces, initials, thousands, traditional
    characters, numbers in words, dates, regular plurals and Roman numerals after a name are made
    one. Places in it are not those of the text.
    """
    return normal_texts([text], language)[0].folded.strip(" ;")


@lru_cache(maxsize=4096)
def normal_phrase(phrase: str, language: str, any_case: bool = False) -> NormalPhrase | None:
    """Return a phrase as it is looked for, None where it is marks alone.

    With `any_case` a single word that begins with a capital is no name either.
    """
    return find_language(language).normal_phrase(phrase, any_case)


def stands_in(text: str, phrase: str, language: str) -> bool:
    """Tell whether a text holds a phrase, as a reader compares them."""
    wanted = normal_phrase(phrase, language)
    return wanted is not None and wanted.stands_in(normal_texts([text], language)[0])
