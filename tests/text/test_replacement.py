"""Replacement against a plain `re` alternation, and the cases that named rules are made for."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lvbuild.model import Language
from lvbuild.text.replacement import Pair, Replacer, rewrite

NUMBER_BEFORE, NUMBER_AFTER = r"(?<!\d)(?<!\d[.,:/–])", r"(?!\d)(?![.,:/–]\d)"
LATIN = "A-Za-zÀ-ʯ"


def forms(pairs: list[Pair]) -> dict[str, tuple[int, str]]:
    """List what is looked for: as written and in capitals, the first pair of a form first."""
    found: dict[str, tuple[int, str]] = {}
    for index, (original, new) in enumerate((p.original, p.replacement) for p in pairs):
        found.setdefault(" ".join(original.split()), (index, new))
        if original.upper() != original:
            found.setdefault(" ".join(original.upper().split()), (index, new.upper()))
    return found


def bordered(form: str, language: Language) -> str:
    words = r"\s+".join(map(re.escape, form.split(" ")))
    before = after = ""
    if language == "en":
        before, after = r"(?<![^\W_])", r"(?![^\W_])"
    elif re.match(f"[{LATIN}]", form[0]):
        before = rf"(?<![{LATIN}\d])"
    if language == "zh" and re.match(f"[{LATIN}]", form[-1]):
        after = rf"(?![{LATIN}\d])"
    before += NUMBER_BEFORE if form[0].isdecimal() else ""
    after += NUMBER_AFTER if form[-1].isdecimal() else ""
    return before + words + after


def oracle(text: str, pairs: list[Pair], language: Language) -> tuple[str, list[tuple[int, int]]]:
    """Replace by one alternation, longest first; return the text and each (pair, start)."""
    known = forms(pairs)
    if not known:
        return text, []
    longest_first = sorted(known, key=len, reverse=True)
    pattern = re.compile("|".join(bordered(form, language) for form in longest_first))
    new, hits, done = "", [], 0
    for match in pattern.finditer(text):
        index, wording = known[" ".join(match[0].split())]
        new += text[done : match.start()]
        hits.append((index, len(new)))
        new, done = new + wording, match.end()
    return new + text[done:], hits


def originals(words: str) -> st.SearchStrategy[str]:
    return st.lists(st.text(alphabet=words, min_size=1, max_size=3), min_size=1, max_size=3).map(
        " ".join
    )


def pair_lists(words: str) -> st.SearchStrategy[list[Pair]]:
    one = st.builds(Pair, originals(words), st.sampled_from(["x", "Yy", "X y", "新", "77"]))
    return st.lists(one, max_size=5, unique_by=lambda pair: pair.original)


ENGLISH = st.lists(
    st.sampled_from(["a", "b", "A", "B", "ab", "1", "2", " ", "\n", "  ", "\t\n ", *"._,:/–-'"]),
    max_size=30,
).map("".join)
CHINESE = st.lists(
    st.sampled_from(["甲", "乙", "月", "a", "B", "é", "1", "2", "\n", "　", "  ", *".,:/–。_"]),
    max_size=30,
).map("".join)


@settings(max_examples=400)
@given(ENGLISH, pair_lists("abAB12"))
@example("a \n b", [Pair("a b", "x"), Pair("b", "Yy")])
def test_english_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    assert (replaced.text, [tuple(hit) for hit in replaced.hits]) == oracle(text, pairs, "en")


@settings(max_examples=400)
@given(CHINESE, pair_lists("甲乙月aBé12"))
def test_chinese_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "zh").replace(text)
    assert (replaced.text, [tuple(hit) for hit in replaced.hits]) == oracle(text, pairs, "zh")


@given(ENGLISH, pair_lists("abAB12"))
def test_hits_cut_the_new_wording_out_of_the_new_text(text: str, pairs: list[Pair]) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    for pair, start in replaced.hits:
        new = pairs[pair].replacement
        assert replaced.text[start:].startswith((new, new.upper()))
    assert all(one.start < other.start for one, other in pairwise(replaced.hits))


@given(ENGLISH, pair_lists("abAB12"))
def test_every_match_spans_its_words_in_the_text(text: str, pairs: list[Pair]) -> None:
    for match in Replacer(pairs, "en").find(text):
        stretch = " ".join(text[match.start : match.end].split())
        original = " ".join(pairs[match.pair].original.split())
        assert stretch in {original, original.upper()}
        assert text[match.start : match.end] == text[match.start : match.end].strip()


@given(ENGLISH)
def test_a_text_without_a_match_is_left_as_it_is(text: str) -> None:
    assert Replacer([Pair("zz", "y")], "en").replace(text) == (text, ())
    assert Replacer([], "en").replace(text) == (text, ())


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
