"""Texts that pairs have changed for all, and each question by its own: against plain replacing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import (
    ANOTHERS,
    Replaced,
    Replacer,
    Reworded,
    disagreeing,
    leftmost_longest,
    uncovered,
)

TEXT = "Ada Stone sold a boat to Kent. Stone and Kent sailed to the old mill of Kent, an island."
STONE, ADA = Pair("Stone", "Orrin"), Pair("Ada Stone", "Eve Orrin")
KENT = Pair("Kent", "Morl", "place")


def under(reworded: Reworded, *pairs: Pair) -> Replaced:
    return reworded.under(pairs, Replacer(pairs, "en").find(reworded.replaced.text))


def test_the_pair_whose_new_words_stand_at_a_place_is_told() -> None:
    reworded = Reworded.of(TEXT, [ADA, KENT], "en")
    text = reworded.replaced.text
    at = text.index("Morl")
    assert reworded.pair_at(at, at + 4) == KENT
    assert reworded.pair_at(at - 3, at + 1) == KENT
    assert reworded.pair_at(at - 3, at) is reworded.pair_at(at + 4, at + 9) is None


WORDS = ("Kent", "Stone", "mill", "a", "of", "Ada Stone", "old mill", "boat", "island")
NEW = ("Morl", "Eve Orrin", "ark", "stone barn", "Ulm")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(" ".join),
    st.lists(st.tuples(st.sampled_from(WORDS[:1] + WORDS[5:]), st.sampled_from(NEW)), max_size=3),
    st.lists(st.tuples(st.sampled_from(WORDS[:1] + WORDS[5:]), st.sampled_from(NEW)), max_size=3),
)
def test_it_comes_to_replacing_twice(
    text: str, shared: Sequence[tuple[str, str]], own: Sequence[tuple[str, str]]
) -> None:
    first = [Pair(old, new, "place") for old, new in dict(shared).items()]
    second = [Pair(old, new, "place") for old, new in dict(own).items()]
    reworded = Reworded.of(text, first, "en")
    once = Replacer(first, "en").replace(text).text
    assert reworded.replaced.text == once
    fresh = [pair for pair in second if pair not in first]
    changed = under(reworded, *second)
    assert changed.text == Replacer(fresh, "en").replace(once).text
    counted = [hit for hit in changed.hits if hit.pair != ANOTHERS]
    for hit in counted:
        assert changed.text[hit.start : hit.stop] == second[hit.pair].replacement
    shared_too = [match for match in reworded.matches if reworded.pairs[match.pair] in second]
    new = leftmost_longest(Replacer(fresh, "en").find(once))
    untouched = [match for match in new if reworded.pair_at(match.start, match.end) is None]
    assert len(counted) == len(shared_too) + len(untouched)


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (ADA, STONE, True),
        (ADA, Pair("Stone", "Kell"), False),
        (ADA, Pair("Stone sold", "Orrin bought"), False),
        (ADA, KENT, True),
    ],
)
def test_matches_agree_where_they_come_to_the_same_words(
    one: Pair, other: Pair, agree: bool
) -> None:
    mine, theirs = ([*leftmost_longest(Replacer([p], "en").find(TEXT))] for p in (one, other))
    assert (not [*disagreeing(mine, theirs)]) is agree
    assert (not [*disagreeing(theirs, mine)]) is agree


def test_only_a_match_that_covers_another_with_its_words_leaves_nothing_of_it() -> None:
    whole, part, kent = (
        [*leftmost_longest(Replacer([pair], "en").find(TEXT))] for pair in (ADA, STONE, KENT)
    )
    assert [*uncovered(part, whole)] == part[1:]
    assert [*uncovered(whole, part)] == whole
    assert [*uncovered(kent, [*whole, *kent])] == []
