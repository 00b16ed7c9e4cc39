"""Where replacement keeps to borders, and which of several matches it takes."""

from __future__ import annotations

import pytest

from lvbuild.model import Language
from lvbuild.text.replacement import Pair, Replacer, rewrite

CURIE = [Pair("Marie Curie", "Diego Maradona"), Pair("Curie", "Maradona")]


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Curie's salt", "Maradona's salt"),
        ("_Curie_ or Curie-led", "_Maradona_ or Maradona-led"),
        ("MARIE CURIE and CURIE", "DIEGO MARADONA and MARADONA"),
        ("by Marie\n    Curie, of", "by Diego Maradona, of"),
        ("Marie Curie and Curie", "Diego Maradona and Maradona"),
        ("Curies, McCurie, Curie2, curie", "Curies, McCurie, Curie2, curie"),
        ("(Curie)“Curie”Curie.", "(Maradona)“Maradona”Maradona."),
        ("Marie Curies", "Marie Curies"),
        ("É Curie É", "É Maradona É"),
        ("ÉCurieÉ", "ÉCurieÉ"),
    ],
)
def test_an_english_name_is_replaced_between_its_borders(text: str, new: str) -> None:
    assert Replacer(CURIE, "en").replace(text).text == new


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "text", ["10,000", "3.10", "10:30", "9/10", "10/9", "1–10", "100", "210", "9:10", "10.5"]
)
def test_a_number_is_never_cut_out_of_a_longer_one(text: str, language: Language) -> None:
    assert Replacer([Pair("10", "twelve")], language).replace(text) == (text, ())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", ["10", "10.", "(10)", "10, 11", ".10", "$10", "10-year", "10: a"])
def test_a_number_that_stands_alone_is_replaced(text: str, language: Language) -> None:
    assert Replacer([Pair("10", "12")], language).replace(text).text == text.replace("10", "12")


@pytest.mark.parametrize(
    ("original", "text", "new"),
    [
        ("2月", "在12月", "在12月"),
        ("2月", "在2月里", "在新里"),
        ("祖冲之", "又祖冲之说", "又新说"),
        ("NBA", "看CNBA与NBA赛", "看CNBA与新赛"),
        ("NBA", "NBA2与NBAs", "NBA2与NBAs"),
        ("10", "10km与10公里", "新km与新公里"),
        ("甲 乙", "甲\n　乙", "新"),
        ("甲 乙", "甲乙", "甲乙"),
    ],
)
def test_a_chinese_original_is_replaced_beside_other_han(
    original: str, text: str, new: str
) -> None:
    assert Replacer([Pair(original, "新")], "zh").replace(text).text == new


def test_a_longer_match_that_breaks_a_border_does_not_hide_a_shorter_one() -> None:
    pairs = [Pair("New York", "Old Ulm"), Pair("New", "Late")]
    assert Replacer(pairs, "en").replace("New Yorkers, New York").text == "Late Yorkers, Old Ulm"


def test_of_overlapping_matches_the_leftmost_then_the_longest_is_replaced() -> None:
    pairs = [Pair("b c", "1"), Pair("a b", "2"), Pair("a", "3"), Pair("c d e", "4")]
    replaced = Replacer(pairs, "en").replace("a b c d e")
    assert replaced == ("2 4", ((1, 0), (3, 2)))


def test_new_words_are_not_replaced_again() -> None:
    assert Replacer([Pair("a", "b"), Pair("b", "a")], "en").replace("a b a").text == "b a b"


def test_matches_may_be_given_in_any_order() -> None:
    found = Replacer([Pair("a", "xx"), Pair("b", "y")], "en").find("a b a")
    assert rewrite("a b a", reversed(found)).text == "xx y xx"
