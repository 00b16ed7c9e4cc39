"""The rules of replacement by what they are made for, case by case."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.text.pairs import Kind, Pair
from lvbuild.text.replacing import Hit, Replacer, rewrite


def replaced(text: str, *pairs: Pair, language: LanguageCode = "en") -> str:
    return Replacer(pairs, language).replace(text).text


def term(original: str, replacement: str, plural: str = "", everywhere: bool = False) -> Pair:
    return Pair(original, replacement, "term", plural, everywhere)


ORCHARD = term("orchard", "vineyard")


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("an old orchard", "an old vineyard"),
        ("Orchard of Southern California", "Vineyard of Southern California"),
        ("the Orchard of Southern California", "the Orchard of Southern California"),
        ("It fell. Orchards bloom.", "It fell. Vineyards bloom."),
        ("It fell.” (Orchards bloom.)", "It fell.” (Vineyards bloom.)"),
        ("a book\n\nOrchards bloom", "a book\n\nVineyards bloom"),
        ("a book of\nOrchard Press", "a book of\nOrchard Press"),
        ("said, “Orchards bloom”", "said, “Vineyards bloom”"),
        ("the “Orchard” inn", "the “Orchard” inn"),
        ("Dr. Orchard and J. Orchard", "Dr. Orchard and J. Orchard"),
        ("so am I. Orchards bloom", "so am I. Vineyards bloom"),
        ("THE ORCHARDS AND THE ORCHARD", "THE VINEYARDS AND THE VINEYARD"),
        ("orchardist, myorchard, orchard2", "orchardist, myorchard, orchard2"),
    ],
)
def test_a_term_is_replaced_in_any_case_but_capitalised_only_at_a_sentences_start(
    text: str, new: str
) -> None:
    assert replaced(text, ORCHARD) == new


def test_a_term_for_everywhere_is_replaced_capitalised_too() -> None:
    pair = term("orchard", "vineyard", everywhere=True)
    text = "the Orchard of Southern California"
    assert replaced(text, pair) == "the Vineyard of Southern California"
    assert replaced("the Apple Tree", term("apple tree", "wild vine", everywhere=True)) == (
        "the Wild Vine"
    )


def test_a_capitalised_term_is_a_term_in_any_case() -> None:
    pair = term("Orchard", "Vineyard")
    assert replaced("Orchard, orchard, Orchard", pair) == "Vineyard, vineyard, Orchard"


def test_a_small_new_word_for_an_acronym_is_capitalised_at_a_sentences_start() -> None:
    assert replaced("DNA, or DNA", term("DNA", "salt")) == "Salt, or salt"


def test_names_are_replaced_as_written_and_in_capitals_only() -> None:
    pair = Pair("Orchard", "Vineyard", "place")
    assert replaced("Orchard orchard ORCHARD", pair) == "Vineyard orchard VINEYARD"


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("the Hobbit, The Hobbit, THE HOBBIT", "the Dragon, The Dragon, THE DRAGON"),
        ("Hobbit", "Hobbit"),
    ],
)
def test_a_leading_article_matches_either_case(text: str, new: str) -> None:
    assert replaced(text, Pair("The Hobbit", "The Dragon", "title")) == new
    assert replaced(text, Pair("the Hobbit", "the Dragon", "title")) == new


def test_a_leading_article_without_another_leaves_the_new_words_alone() -> None:
    assert replaced("the Hobbit", Pair("The Hobbit", "Smaug", "title")) == "Smaug"
    assert replaced("a Tale", Pair("A Tale", "An Ode", "title")) == "an Ode"


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a teacher", "an academic"),
        ("A teacher; A TEACHER", "An academic; AN ACADEMIC"),
        ("a\n    teacher", "an\n    academic"),
        ("a “teacher”, a _teacher_", "an “academic”, an _academic_"),
        ("a good teacher", "a good academic"),
        ("plan A\n\nteacher", "plan A\n\nacademic"),
        ("U.S.A teacher, a teacher", "U.S.A academic, an academic"),
        ("via teacher", "via academic"),
    ],
)
def test_a_academic_becomes_an_academic(text: str, new: str) -> None:
    assert replaced(text, term("teacher", "academic")) == new
    assert replaced(new, term("academic", "teacher")) == text


def test_a_replaced_word_is_no_article() -> None:
    pairs = [Pair("A", "B", "title"), term("cat", "owl")]
    assert replaced("A cat, a cat", *pairs) == "B owl, an owl"


def test_hits_stand_where_the_new_words_start_after_a_mended_article() -> None:
    found = Replacer([term("teacher", "academic")], "en").replace("a teacher, a teacher")
    assert found == ("an academic, an academic", (Hit(0, 3, 11, 2), Hit(0, 16, 24, 4)))


@pytest.mark.parametrize(
    ("old", "new", "text", "expected"),
    [
        ("inch", "furlong", "300 inches, 1 inch", "300 furlongs, 1 furlong"),
        ("furlong", "inch", "300 furlongs, 1 furlong", "300 inches, 1 inch"),
        ("inch", "foot", "300 inches", "300 feet"),
        ("lady", "boy", "Ladies and LADIES", "Boys and BOYS"),
        ("cup of tea", "jar of ink", "two cups of tea", "two jars of ink"),
    ],
)
def test_300_inchs_is_never_written(old: str, new: str, text: str, expected: str) -> None:
    assert replaced(text, term(old, new)) == expected


def test_an_irregular_plural_is_the_rows() -> None:
    assert replaced("cars, car", term("car", "formula", "formulae")) == "formulae, formula"
    assert replaced("the Curies", Pair("Curie", "Orr", "person", "Orrs")) == "the Orrs"


@pytest.mark.parametrize("kind", ["person", "organisation", "title", "date", "number"])
def test_other_kinds_have_no_plural_but_the_rows(kind: Kind) -> None:
    assert replaced("two Curies", Pair("Curie", "Orr", kind)) == "two Curies"


def test_a_place_of_one_word_has_a_regular_plural() -> None:
    assert replaced("two Germanys", Pair("Germany", "Velmora", "place")) == "two Velmoras"
    text = "two Rue Lhomonds"
    assert replaced(text, Pair("Rue Lhomond", "Velmora Steps", "place")) == text


def test_the_beatles_are_not_made_plural_again() -> None:
    pairs = [Pair("the Beatles", "the Kinks", "organisation"), term("Beatle", "Stone")]
    text = "the Beatles, The Beatles' film, a BEATLE"
    assert replaced(text, *pairs) == "the Kinks, The Kinks' film, a STONE"
    assert replaced("the Beatles", Pair("the Beatles", "Oasis", "organisation")) == "Oasis"


def test_a_plural_of_its_own_row_goes_before_a_regular_one() -> None:
    assert replaced("cars", term("car", "ox"), term("cars", "oxen")) == "oxen"


@pytest.mark.parametrize(
    ("old", "new", "text", "expected"),
    [
        ("James", "Ulric", "James' film", "Ulric's film"),
        ("James", "Ulric", "James’ film", "Ulric’s film"),
        ("James", "Ulric", "James's film", "Ulric's film"),
        ("James", "Ulric", "JAMES' FILM, JAMES’S FILM", "ULRIC'S FILM, ULRIC’S FILM"),
        ("James", "Ulric", "‘I saw James’ said Ann", "‘I saw Ulric’ said Ann"),
        ("James", "Ulric", "'James' and 'James'.", "'Ulric' and 'Ulric'."),
        ("James", "Ulric", "'Tis James', he said", "'Tis Ulric', he said"),
        ("Ulric", "James", "Ulric's film", "James's film"),
        ("Ulric", "the Kinks", "Ulric's film", "the Kinks' film"),
        ("Ulric", "James", "Ulric'sfilm Ulric'S", "James'sfilm James'S"),
    ],
)
def test_james_film_becomes_ulrics_film(old: str, new: str, text: str, expected: str) -> None:
    assert replaced(text, Pair(old, new)) == expected


def test_the_possessive_of_a_plural_is_rebuilt() -> None:
    assert replaced("the cars' doors", term("car", "ship")) == "the ships' doors"
    assert replaced("the cars' doors", term("car", "child", "children")) == "the children's doors"
    assert replaced("the children's cars", term("child", "boy")) == "the boys' cars"


def test_the_longest_of_henry_ii_and_henry_ii_of_navarre_is_replaced() -> None:
    pairs = [Pair("Henry II", "Poly II"), Pair("Henry II of Navarre", "Otto V of Ulm")]
    text = "Henry II of Navarre, Henry II of France, HENRY\nII, Henry III"
    assert replaced(text, *pairs) == "Otto V of Ulm, Poly II of France, POLY II, Henry III"


def test_henry_ii_of_poly_ii_is_never_written() -> None:
    pairs = [Pair("Navarre", "Henry II", "place"), Pair("Henry II", "Poly II")]
    assert replaced("Henry II of Navarre", *pairs) == "Poly II of Henry II"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_10000_stays_under_10(language: LanguageCode) -> None:
    pair = Pair("10", "12", "number")
    assert replaced("10,000 or 10", pair, language=language) == "10,000 or 12"


@pytest.mark.parametrize(
    ("original", "text", "new"),
    [
        ("2月", "12月与2月", "12月与3月"),
        ("二月", "十二月与二月", "十二月与3月"),
        ("一百", "二一百、一百万、一百人", "二一百、一百万、3月人"),
        ("两年", "百两年、这两年", "百两年、这3月"),
        ("年二", "年二、年二十", "3月、年二十"),
    ],
)
def test_a_chinese_date_is_never_cut_out_of_another(original: str, text: str, new: str) -> None:
    assert replaced(text, Pair(original, "3月", "date"), language="zh") == new
    assert replaced(text, Pair(original, "3月", "number"), language="zh") == new


def test_a_chinese_title_may_begin_beside_a_numeral() -> None:
    assert replaced("十二月集", Pair("二月集", "新集", "title"), language="zh") == "十新集"


def test_a_questions_own_matches_are_rewritten_out_of_those_of_all_questions() -> None:
    pairs = [term("cat", "owl"), term("cat", "dog"), term("dog", "eel")]
    text = "a cat, a dog"
    found = Replacer(pairs, "en").find(text)
    assert rewrite(text, [match for match in found if match.pair == 0]).text == "an owl, a dog"
    assert rewrite(text, [match for match in found if match.pair > 0]).text == "a dog, an eel"
    assert rewrite(text, reversed(found)).text == "an owl, an eel"


def test_a_row_as_written_goes_before_another_rows_capitals() -> None:
    assert replaced("AB", Pair("Ab", "x"), Pair("AB", "y")) == "y"
