"""Plurals, possessives and the indefinite article."""

from __future__ import annotations

import pytest

from lvbuild.languages.english.inflection import article, plural, possessive

PLURALS = """
car cars, inch inches, box boxes, bus buses, city cities, soliloquy soliloquies, boy boys, monarch
monarchs, church churches, knife knives, wolf wolves, roof roofs, potato potatoes, piano pianos,
gentleman gentlemen, german germans, child children, sheep sheep, analysis analyses, MP MPs, Foot
Feet, Germany Germanys
"""
AN = """
academic, hour, honest man, honour, heir, umbrella, unimportant, urn, Ulric, onerous, MP, FBI, SOS,
X-ray, e-mail, 8, 800, 8000, 11, 18, 11,000, 18th, Éclair, Ypres, “owl”, _owl_, O'Brien, MPs
"""
A = """
teacher, horse, houri, university, unit, unicorn, European, ewe, one, one-eyed, usual, Ukrainian,
Ugandan, unanimous, Ulysses, NASA, UNESCO, UN, U-boat, 1, 110, 1100000, 180, 111, yacht, BBC
"""


def test_a_noun_has_its_regular_plural_and_a_phrase_that_of_its_head() -> None:
    pairs = [each.split() for each in PLURALS.split(",")]
    assert [plural(word) for word, _ in pairs] == [many for _, many in pairs]
    assert [plural(one) for one in ("apple tree", "glass of milk")] == [
        "apple trees",
        "glasses of milk",
    ]
    assert not any(map(plural, ["1990", "B12", "祖冲之 2", "Who?", ""]))


@pytest.mark.parametrize(
    ("word", "mark", "many", "capitals", "expected"),
    [
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


@pytest.mark.parametrize(("words", "expected"), [(AN, "an"), (A, "a")], ids=["an", "a"])
def test_the_article_follows_the_sound(words: str, expected: str) -> None:
    each = [word.strip() for word in words.split(", ")]
    assert [word for word in each if article(word) != expected] == []


@pytest.mark.parametrize("wording", ["The owl", "an owl", "祖冲之", "", "Ωmega"])
def test_no_article_stands_before_another_or_before_what_has_no_english_sound(wording: str) -> None:
    assert article(wording) == ""
