"""Plurals, possessives and the indefinite article."""

from __future__ import annotations

import pytest

from lvbuild.languages.english.inflection import article, plural, possessive

PLURALS = """
car cars, inch inches, box boxes, bus buses, glass glasses, city cities, soliloquy soliloquies,
boy boys, monarch monarchs, stomach stomachs, church churches, knife knives, wolf wolves, roof
roofs, potato potatoes, piano pianos, gentleman gentlemen, german germans, woman women, child
children, foot feet, sheep sheep, analysis analyses, Germany Germanys, MP MPs, Foot Feet
"""


@pytest.mark.parametrize("line", [" ".join(each.split()) for each in PLURALS.split(",")])
def test_a_noun_has_its_regular_plural(line: str) -> None:
    word, many = line.split()
    assert plural(word) == many


def test_a_phrase_is_made_plural_on_its_head() -> None:
    assert plural("apple tree") == "apple trees"
    assert plural("glass of milk") == "glasses of milk"


@pytest.mark.parametrize("phrase", ["1990", "B12", "祖冲之 2", "Who?", ""])
def test_what_ends_in_no_letter_has_no_plural(phrase: str) -> None:
    assert plural(phrase) == ""


@pytest.mark.parametrize(
    ("word", "mark", "many", "capitals", "expected"),
    [
        ("Ulric", "'", False, False, "Ulric's"),
        ("James", "’", False, False, "James’s"),
        ("the Kinks", "'", True, False, "the Kinks'"),
        ("children", "'", True, False, "children's"),
        ("ULRIC", "'", False, True, "ULRIC'S"),
        ("SHIPS", "'", True, True, "SHIPS'"),
    ],
)
def test_a_possessive_takes_an_s_but_after_the_s_of_a_plural(
    word: str, mark: str, many: bool, capitals: bool, expected: str
) -> None:
    assert possessive(word, mark, many, capitals) == expected


AN = """
academic, hour, hourly, honest man, honour, heir, heiress, umbrella, uncle, unimportant, urn, Ulric,
onerous, MP, FBI, NBA, HTML, SOS, X-ray, e-mail, L-shape, 8, 80, 800, 8000, 11, 18, 11,000, 18th,
Éclair, Ypres, “owl”, _owl_, O'Brien, MPs, egg
"""
A = """
teacher, horse, house, hotel, houri, university, unit, user, unique, unicorn, uniform, European,
ewe, Euclid, one, one-eyed, once, usual, Ukrainian, Ugandan, utopia, unanimous, Ulysses, NASA,
UNESCO, UN, USA, U-boat, T-shirt, 1, 10, 12, 100, 110, 1100000, 180, 111, yacht, L'Oréal, BBC
"""


@pytest.mark.parametrize(
    "word", [each.strip() for each in AN.replace("11,000", "11000").split(",")]
)
def test_an_stands_before_a_vowels_sound(word: str) -> None:
    assert article(word) == "an"


@pytest.mark.parametrize("word", [each.strip() for each in A.split(",")])
def test_a_stands_before_a_consonants_sound(word: str) -> None:
    assert article(word) == "a"


@pytest.mark.parametrize("wording", ["The owl", "an owl", "祖冲之", "", "…", "Ωmega"])
def test_no_article_stands_before_another_or_before_what_has_no_english_sound(wording: str) -> None:
    assert article(wording) == ""
