"""Where replacement keeps to borders, and which of several matches it takes."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, rewrite

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
def test_a_number_is_never_cut_out_of_a_longer_one(text: str, language: LanguageCode) -> None:
    assert Replacer([Pair("10", "twelve")], language).replace(text) == (text, ())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", ["10", "10.", "(10)", "10, 11", ".10", "$10", "10-year", "10: a"])
def test_a_number_that_stands_alone_is_replaced(text: str, language: LanguageCode) -> None:
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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_with_a_wide_point_is_one(language: LanguageCode) -> None:
    pairs = [Pair("25", "31", "number")]
    assert Replacer(pairs, language).replace("25．5, 3．25") == ("25．5, 3．25", ())
    assert Replacer(pairs, language).replace("25．又").text in {"31．又", "25．又"}


@pytest.mark.parametrize(
    "text",
    """十三萬人 十三億 十三兩 十三亿 十三点五 十三點五 三点十三 百分之十三 十三分之一 二十三 十三千
    廿十三 十三佰""".split(),
)
def test_a_chinese_numeral_is_never_cut_out_of_a_longer_one(text: str) -> None:
    assert Replacer([Pair("十三", "十九", "number")], "zh").replace(text) == (text, ())


@pytest.mark.parametrize("text", ["13亿", "13萬人", "百分之13", "5万13", "13．5", "2.13"])
def test_digits_are_never_cut_out_of_a_chinese_number(text: str) -> None:
    assert Replacer([Pair("13", "19", "number")], "zh").replace(text) == (text, ())


@pytest.mark.parametrize("text", ["十三人", "第十三", "约十三点钟", "十三点，", "共十三。"])
def test_a_chinese_numeral_that_is_whole_is_replaced(text: str) -> None:
    replaced = Replacer([Pair("十三", "十九", "number")], "zh").replace(text).text
    assert replaced == text.replace("十三", "十九")


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("mark", ["'", "’"])
def test_the_longer_original_as_written_wins_whatever_the_order(turned: bool, mark: str) -> None:
    pairs = [Pair("McDonald", "Grice"), Pair("McDonald's", "Burgo")]
    replacer = Replacer(pairs[::-1] if turned else pairs, "en")
    text = f"McDonald{mark}s of McDonald, McDonald{mark}s"
    assert replacer.replace(text).text == "Burgo of Grice, Burgo"


@pytest.mark.parametrize(
    ("original", "text", "language"),
    [
        ("O'Brien", "O’Brien", "en"),
        ("O’Brien", "O'Brien", "en"),
        ("O'Brien", "O‘Brien", "en"),
        ("Saxe-Gotha", "Saxe‑Gotha", "en"),
        ('The "Ark"', "The “Ark”", "en"),
        ("约翰·史密斯", "约翰・史密斯", "zh"),
        ("约翰•史密斯", "约翰·史密斯", "zh"),
        ("臺北縣", "台北縣", "zh"),
        ("台北", "臺北", "zh"),
    ],
)
def test_characters_that_stand_for_one_another_match(
    original: str, text: str, language: LanguageCode
) -> None:
    replaced = Replacer([Pair(original, "Tarn")], language).replace(f"A {text}, {text}.")
    assert replaced.text == "A Tarn, Tarn."
    assert [hit[:2] for hit in replaced.hits] == [(0, 2), (0, 8)]


def test_a_longer_match_that_breaks_a_border_does_not_hide_a_shorter_one() -> None:
    pairs = [Pair("New York", "Old Ulm"), Pair("New", "Late")]
    assert Replacer(pairs, "en").replace("New Yorkers, New York").text == "Late Yorkers, Old Ulm"


def test_of_overlapping_matches_the_leftmost_then_the_longest_is_replaced() -> None:
    pairs = [Pair("b c", "1"), Pair("a b", "2"), Pair("a", "3"), Pair("c d e", "4")]
    replaced = Replacer(pairs, "en").replace("a b c d e")
    assert (replaced.text, [hit[:2] for hit in replaced.hits]) == ("2 4", [(1, 0), (3, 2)])


def test_new_words_are_not_replaced_again() -> None:
    assert Replacer([Pair("a", "b"), Pair("b", "a")], "en").replace("a b a").text == "b a b"


def test_matches_may_be_given_in_any_order() -> None:
    found = Replacer([Pair("a", "xx"), Pair("b", "y")], "en").find("a b a")
    assert rewrite("a b a", reversed(found)).text == "xx y xx"
