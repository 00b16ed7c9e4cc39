"""Walks over made books: no place stands where it would break something, and prose has its own."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language, languages
from tests.text.made_texts import Sort, made_book

SORTS: list[Sort] = ["prose", "verse", "play"]
BOOKS = 40


@pytest.mark.parametrize("language", languages)
@pytest.mark.parametrize("sort", SORTS)
def test_places_are_where_a_made_book_allows_them(sort: Sort, language: LanguageCode) -> None:
    for seed in range(BOOKS):
        book = made_book(sort, language, seed)
        found = find_language(language).boundaries(book.text)
        astray = [place for place in found if place.offset not in book.places]
        too_firm = [place for place in found if place.firm and place.offset not in book.firm]
        assert not [shown(book.text, place.offset) for place in (*astray, *too_firm)], seed


@pytest.mark.parametrize("language", languages)
def test_most_sentences_of_prose_end_with_a_firm_place(language: LanguageCode) -> None:
    for seed in range(BOOKS):
        book = made_book("prose", language, seed)
        firm = {
            place.offset for place in find_language(language).boundaries(book.text) if place.firm
        }
        assert len(firm & book.firm) > 0.5 * len(book.firm), seed


def shown(text: str, offset: int) -> str:
    return f"{text[max(0, offset - 40) : offset]}⟦HERE⟧{text[offset : offset + 40]}"
