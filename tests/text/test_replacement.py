"""Replacement against a slow one by plain `re`."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from lvbuild.languages.english.inflection import plural
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, original_offset
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
BETWEEN = [
    " ",
    " ",
    "  ",
    "\n",
    "\t\n ",
    "\n\n",
    ". ",
    ", ",
    *"_,:/–-",
    '"',
    ' "',
    "! ",
    " ‘",
    " '",
]
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


@settings(max_examples=1000)
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


@settings(max_examples=500)
@given(CHINESE, pair_lists("甲乙月aBé12二十萬点"))
def test_chinese_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "zh").replace(text)
    assert (replaced.text, [hit[:2] for hit in replaced.hits]) == oracle(text, pairs, "zh")


@given(ENGLISH, pair_lists("abABs12"))
def test_hits_cut_the_new_wording_out_of_the_new_text(text: str, pairs: list[Pair]) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    for index, start, stop, _ in replaced.hits:
        pair = pairs[index]
        new = (pair.replacement, pair.plural or plural(pair.replacement) or pair.replacement)
        assert replaced.text[start:stop].casefold().startswith(tuple(map(str.casefold, new)))
    assert all(one.start < other.start for one, other in pairwise(replaced.hits))


@given(ENGLISH, pair_lists("abABs12"))
def test_what_new_words_leave_is_found_again_in_the_old_text(text: str, pairs: list[Pair]) -> None:
    new, hits = Replacer(pairs, "en").replace(text)
    places = [original_offset(hits, place) for place in range(len(new) + 1)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, len(text))
    for hit in hits:
        assert {*places[hit.start + 1 : hit.stop + 1]} == {hit.stop - hit.ahead}
    apart = {place for hit in hits for place in range(hit.start - 3, hit.stop)}
    for place in {*range(len(new))} - apart:  # what stands before new words may be a new article
        assert new[place] == text[places[place]]


@given(ENGLISH, pair_lists("abABs12"))
def test_every_match_spans_its_words_in_the_text(text: str, pairs: list[Pair]) -> None:
    for match in Replacer(pairs, "en").find(text):
        stretch = " ".join(text[match.start : match.end].split())
        original = " ".join(pairs[match.pair].original.split())
        assert stretch.casefold().startswith(original.casefold())
        assert text[match.start : match.end] == text[match.start : match.end].strip()


@given(ENGLISH)
def test_a_text_without_a_match_is_left_as_it_is(text: str) -> None:
    assert Replacer([Pair("zz", "y")], "en").replace(text) == (text, ())
    assert Replacer([], "en").replace(text) == (text, ())
