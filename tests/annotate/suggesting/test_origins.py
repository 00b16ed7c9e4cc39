"""Origins of names, told by their letters and by the lists of Faker's locales."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.english_words import ENGLISH
from lvbuild.annotate.suggesting.origins import Origin, likeliest, people_of

PEOPLES = {locale: people_of(locale) for locale in ENGLISH.lists["locales"]}


@pytest.mark.parametrize(
    ("name", "locale"),
    [
        ("Nicolae Titulescu", "ro RO"),
        ("Ruggero Deodato", "it IT"),
        ("Anisim Dorofeev", "ru RU"),
        ("Zhang Wei-Ming", "zh TW"),
        ("Robert Thomas", "en GB"),
    ],
)
def test_a_name_is_of_the_origin_whose_letters_and_lists_are_likest(name: str, locale: str) -> None:
    assert likeliest(name, PEOPLES, {"en GB": 4.0}) == locale


def test_what_is_told_of_a_name_begins_ahead() -> None:
    origins = {"one": Origin(["Sallow"]), "other": Origin(["Merrow"])}
    assert likeliest("Sallow", origins, {}) == "one"
    assert likeliest("Sallow", origins, {"other": 100.0}) == "other"


@pytest.mark.parametrize("locale", ["ru RU", "bg BG", "uk UA", "ja JP", "zh TW"])
def test_names_in_other_letters_are_romanised(locale: str) -> None:
    people = people_of(locale)
    assert people.names
    assert people.men
    assert all(name[0].isascii() and name[0].isupper() for name in people.names)


@pytest.mark.parametrize("locale", ENGLISH.lists["locales"])
def test_every_locale_has_enough_names_to_choose_from(locale: str) -> None:
    people = PEOPLES[locale]
    assert min(len(people.names), len(people.women), len(people.men)) >= 10, locale
