from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.seeds import Draws
from lvbuild.mixing.examples import by_shares

CLASSES = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=200)


@given(CLASSES, st.integers(0, 99))
def test_an_order_has_each_once_and_one_of_every_class_first(classes: list[str], seed: int) -> None:
    order = by_shares(classes, Draws(seed))
    assert sorted(order) == [*range(len(classes))]
    known = {*classes}
    assert {classes[place] for place in order[: len(known)]} == known


@given(CLASSES, st.integers(0, 99))
def test_each_beginning_has_each_class_by_its_share(classes: list[str], seed: int) -> None:
    order, every = by_shares(classes, Draws(seed)), Counter(classes)
    for length in range(len(every), len(order) + 1):
        counts = Counter(classes[place] for place in order[:length])
        for name, count in every.items():
            share = count / len(classes)
            # The firsts of rare classes come before their turn, at the others' cost.
            assert abs(counts[name] - length * share) <= 2 + len(every) * share


def test_orders_differ_by_what_is_drawn() -> None:
    classes = ["a"] * 50 + ["b"] * 50
    assert by_shares(classes, Draws(1)) != by_shares(classes, Draws(2))
    assert by_shares(classes, Draws(1)) == by_shares(classes, Draws(1))
