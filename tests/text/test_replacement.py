"""Replacement against a slow one by plain `re`, and the cases that it is made for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages.english.inflection import plural
from lvbuild.text.pairs import Kind, Pair
from lvbuild.text.replacing import Hit, Replacer, original_offset, rewrite
from tests.text.replacement_oracle import oracle


def originals(words: str) -> st.SearchStrategy[str]:
    word = st.text(alphabet=words, min_size=1, max_size=3)
    led = st.sampled_from(["", "", "", "", "The ", "a ", "An "])
    return st.builds(
        lambda lead, rest: lead + " ".join(rest), led, st.lists(word, min_size=1, max_size=2)
    )


def pair_lists(words: str) -> st.SearchStrategy[list[Pair]]:
    one = st.builds(
        Pair,
        originals(words),
        st.sampled_from(["x", "Ox", "X y", "The ox", "uni", "新", "77", "8", "the Xs", "an Ox Y"]),
        st.sampled_from(["person", "place", "title", "date", "number", "term", "term"]),
        st.sampled_from(["", "", "oxen"]),
        st.booleans(),
    )
    return st.lists(one, max_size=5, unique_by=lambda pair: pair.original)


WORDS = ["a", "b", "A", "B", "ab", "AB", "as", "bs", "Bs", "BS", "1", "2", "an", "An", "The", "the"]
BETWEEN = [" ", " ", "  ", "\n", "\t\n ", "\n\n", ". ", ", ", *'_,:/–-"', ' "', "! ", " ‘", " '"]
AFTER = ["", "", "", "'", "’", "'s", "’s", "'S", ".", '."']
ENGLISH = st.lists(
    st.tuples(*map(st.sampled_from, (BETWEEN, WORDS, AFTER))).map("".join), max_size=9
).map("".join)
CHINESE = st.lists(
    st.sampled_from(
        [*"甲乙月aBé12二十萬点\n　", "  ", "分之", *".,:/–．。_！「", "甲", "月", "a", "B"]
    ),
    max_size=30,
).map("".join)


@settings(max_examples=400)
@given(ENGLISH, pair_lists("abABs12"))
@example("a \n b", [Pair("a b", "x"), Pair("b", "Yy")])
@example("ab's b", [Pair("ab", "x"), Pair("ab's", "Yy")])
@example("ab’s b", [Pair("ab's", "Yy"), Pair("ab", "x")])
@example("B's", [Pair("b", "x", "person"), Pair("B", "y", "person")])
def test_english_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    assert (replaced.text, [hit[:2] for hit in replaced.hits]) == oracle(text, pairs, "en")


@settings(max_examples=400)
@example("1萬", [Pair("萬", "x", "date")])
@given(CHINESE, pair_lists("甲乙月aBé12二十萬点"))
def test_chinese_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "zh").replace(text)
    assert (replaced.text, [hit[:2] for hit in replaced.hits]) == oracle(text, pairs, "zh")


@given(ENGLISH, pair_lists("abABs12"))
def test_hits_and_matches_stand_where_they_say_in_the_new_text_and_the_old(
    text: str, pairs: list[Pair]
) -> None:
    replacer = Replacer(pairs, "en")
    for match in replacer.find(text):
        stretch = text[match.start : match.end]
        original = " ".join(pairs[match.pair].original.split())
        assert " ".join(stretch.split()).casefold().startswith(original.casefold())
        assert stretch == stretch.strip()
    new, hits = replacer.replace(text)
    places = [original_offset(hits, place) for place in range(len(new) + 1)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, len(text))
    assert all(one.start < other.start for one, other in pairwise(hits))
    for hit in hits:
        pair = pairs[hit.pair]
        words = (pair.replacement, pair.plural or plural(pair.replacement) or pair.replacement)
        stretch = new[hit.start : hit.stop].casefold()
        assert stretch.startswith(tuple(map(str.casefold, words)))
        assert {*places[hit.start + 1 : hit.stop + 1]} == {hit.stop - hit.ahead}
    apart = {place for hit in hits for place in range(hit.start - 3, hit.stop)}
    for place in {*range(len(new))} - apart:  # what stands before new words may be a new article
        assert new[place] == text[places[place]]


def term(original: str, replacement: str, plural: str = "", any_case: bool = False) -> Pair:
    return Pair(original, replacement, "term", plural, any_case)


CURIE = [Pair("Marie Curie", "Diego Maradona"), Pair("Curie", "Maradona")]
ORCHARD, TEACHER = [term("orchard", "vineyard")], [term("teacher", "academic")]
JAMES, HENRY = [Pair("James", "Ulric")], [Pair("Henry II", "Poly II")]
TEN, THIRTEEN = [Pair("10", "12", "number")], [Pair("十三", "十九", "number")]

CASES: list[tuple[list[Pair], LanguageCode, str, str]] = [
    # Borders.
    (CURIE, "en", "_Curie_ or Curie-led, by Marie\n    Curie’s", "_Maradona_ or Maradona-led, by"
     " Diego Maradona’s"),
    (CURIE, "en", "Curies, McCurie, Curie2, curie, ÉCurieÉ", "Curies, McCurie, Curie2, curie,"
     " ÉCurieÉ"),
    (TEN, "en", "10,000, 3.10, 10:30, 10/9, 1–10, 10-year, $10.", "10,000, 3.10, 10:30, 10/9, 1–10,"
     " 12-year, $12."),
    (TEN, "zh", "10,000与10公里、2．10", "10,000与12公里、2．10"),
    (THIRTEEN, "zh", "十三萬人，二十三，百分之十三，十三点五", "十三萬人，二十三，百分之十九，"
     "十三点五"),
    (THIRTEEN, "zh", "第十三，约十三点钟，十三人，", "第十九，约十三点钟，十九人，"),
    ([Pair("13", "19", "number")], "zh", "13亿、百分之13、13人", "13亿、百分之19、19人"),
    ([Pair("二月", "三月", "date")], "zh", "十二月与二月", "十二月与三月"),
    ([Pair("二月集", "新集", "title")], "zh", "十二月集", "十新集"),
    ([Pair("NBA", "新")], "zh", "看CNBA与NBA赛", "看CNBA与新赛"),
    # The leftmost, then the longest, then what a table has as written.
    ([*HENRY, Pair("Henry II of Navarre", "Otto V of Ulm")], "en", "Henry II of Navarre, HENRY\nII,"
     " Henry III", "Otto V of Ulm, POLY II, Henry III"),
    ([Pair("Navarre", "Henry II", "place"), *HENRY], "en", "Henry II of Navarre", "Poly II of Henry"
     " II"),
    ([Pair("New York", "Old Ulm"), Pair("New", "Late")], "en", "New Yorkers, New York", "Late"
     " Yorkers, Old Ulm"),
    ([Pair("McDonald", "Grice"), Pair("McDonald's", "Burgo")], "en", "McDonald’s of McDonald",
     "Burgo of Grice"),
    ([term("car", "ox"), term("cars", "oxen")], "en", "cars", "oxen"),
    # Terms, in any case but capitalised only at a sentence's start.
    (ORCHARD, "en", "Orchard of Kent, the Orchard Inn", "Vineyard of Kent, the Orchard Inn"),
    (ORCHARD, "en", "It fell.” (Orchards bloom.) Dr. Orchard, so am I. Orchards", "It fell.”"
     " (Vineyards bloom.) Dr. Orchard, so am I. Vineyards"),
    (ORCHARD, "en", "said, “Orchards bloom” at the “Orchard” inn", "said, “Vineyards bloom” at the"
     " “Orchard” inn"),
    (ORCHARD, "en", "THE ORCHARDS, orchardist", "THE VINEYARDS, orchardist"),
    ([term("apple tree", "wild vine", any_case=True)], "en", "an Apple Tree", "a Wild Vine"),
    ([term("DNA", "salt")], "en", "DNA, or DNA", "Salt, or salt"),
    ([Pair("The Hobbit", "The Dragon", "title")], "en", "the Hobbit, THE HOBBIT, Hobbit", "the"
     " Dragon, THE DRAGON, Hobbit"),
    # The article before, plurals and possessives.
    (TEACHER, "en", "A teacher; A TEACHER, a\n    _teacher_", "An academic; AN ACADEMIC, an\n"
     "    _academic_"),
    (TEACHER, "en", "plan A\n\nteacher, U.S.A teacher, via teacher", "plan A\n\nacademic, U.S.A"
     " academic, via academic"),
    ([term("inch", "foot")], "en", "300 inches, 1 inch", "300 feet, 1 foot"),
    ([term("car", "formula", "formulae")], "en", "cars, car", "formulae, formula"),
    ([Pair("Germany", "Velmora", "place")], "en", "two Germanys", "two Velmoras"),
    ([Pair("the Beatles", "the Kinks", "organisation"), term("Beatle", "Stone")], "en", "The"
     " Beatles' film, a BEATLE", "The Kinks' film, a STONE"),
    ([term("car", "child", "children")], "en", "the cars' doors", "the children's doors"),
    (JAMES, "en", "James' film, JAMES’S FILM", "Ulric's film, ULRIC’S FILM"),
    (JAMES, "en", "‘I saw James’ said Ann", "‘I saw Ulric’ said Ann"),
]  # fmt: skip


@pytest.mark.parametrize(("pairs", "language", "text", "new"), CASES)
def test_what_it_is_made_for(
    pairs: list[Pair], language: LanguageCode, text: str, new: str
) -> None:
    assert Replacer(pairs, language).replace(text).text == new
    assert Replacer(pairs[::-1], language).replace(text).text == new


@pytest.mark.parametrize("kind", ["person", "organisation", "title", "date", "number"])
def test_only_terms_and_places_have_a_plural_without_the_rows(kind: Kind) -> None:
    assert Replacer([Pair("Curie", "Orr", kind)], "en").replace("two Curies").hits == ()


@pytest.mark.parametrize(
    ("original", "text", "language"),
    [
        ("O'Brien", "O‘Brien", "en"),
        ("O’Brien", "O'Brien", "en"),
        ("Saxe-Gotha", "Saxe‑Gotha", "en"),
        ('The "Ark"', "The “Ark”", "en"),
        ("约翰·史密斯", "约翰・史密斯", "zh"),
        ("台北", "臺北", "zh"),
    ],
)
def test_characters_that_stand_for_one_another_match(
    original: str, text: str, language: LanguageCode
) -> None:
    replaced = Replacer([Pair(original, "Tarn")], language).replace(f"A {text}, {text}.")
    assert replaced == ("A Tarn, Tarn.", replaced.hits)
    assert [hit[:2] for hit in replaced.hits] == [(0, 2), (0, 8)]


def test_a_questions_own_matches_are_rewritten_out_of_those_of_all_questions() -> None:
    pairs = [term("cat", "owl"), term("cat", "dog"), term("dog", "eel")]
    text = "a cat, a dog"
    found = Replacer(pairs, "en").find(text)
    own = rewrite(text, [match for match in found if match.pair == 0])
    assert own == ("an owl, a dog", (Hit(0, 3, 6, 1),))
    assert rewrite(text, [match for match in found if match.pair > 0]).text == "a dog, an eel"
    assert rewrite(text, reversed(found)).text == "an owl, an eel"
