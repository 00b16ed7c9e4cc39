"""Seeds: pinned, so that a release is the same on every Python version and machine."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.seeds import Draws, child_seed, permuted

PARTS = (42, "", "factrecall_en", "16k", "-", "haystack 0")


def test_child_seeds_are_pinned() -> None:
    assert child_seed() == 16476032584258269876
    assert child_seed("a") == 4681665781835383343
    assert child_seed(*PARTS) == 956959134088014421


def test_a_seed_changes_with_each_of_its_parts() -> None:
    changed = [(*PARTS[:i], "other", *PARTS[i + 1 :]) for i in range(len(PARTS))]
    assert len({child_seed(*parts) for parts in [PARTS, *changed]}) == len(PARTS) + 1


def test_draws_are_pinned() -> None:
    draws = Draws(42, "", "r", "-", "-", "x")
    assert [draws.uniform(0, 1) for _ in range(3)] == [
        0.02273227545542411,
        0.4465218321766744,
        0.5089316787352652,
    ]
    assert [draws.index(10) for _ in range(8)] == [1, 9, 5, 3, 9, 0, 8, 2]
    assert [draws.between(3, 5) for _ in range(6)] == [4, 5, 5, 4, 3, 4]
    assert draws.choice("abc") == "b"
    assert Draws(1, 2).uniform(-0.25, 0.25) == -0.12595009050176031


def test_shuffles_are_pinned() -> None:
    assert Draws("s").shuffled(range(12)) == [1, 9, 4, 5, 0, 10, 2, 6, 11, 8, 7, 3]


@given(st.integers(), st.lists(st.integers()))
def test_a_shuffle_is_a_permutation_and_leaves_its_input_alone(seed: int, items: list[int]) -> None:
    before = list(items)
    assert sorted(Draws(seed).shuffled(items)) == sorted(items)
    assert items == before


@given(st.text(), st.integers(1, 1000))
def test_draws_keep_within_their_bounds(seed: str, count: int) -> None:
    draws = Draws(seed.encode("utf-8", "replace").decode())
    assert all(0 <= draws.index(count) < count for _ in range(20))
    assert all(-count <= draws.between(-count, 0) <= 0 for _ in range(20))
    assert all(-0.25 <= draws.uniform(-0.25, 0.25) < 0.25 for _ in range(20))


def test_orders_are_pinned() -> None:
    assert [*permuted(12, 1)] == [9, 4, 3, 2, 7, 11, 10, 1, 8, 6, 0, 5]
    assert [*islice(permuted(10**9, 1), 3)] == [410835468, 777019777, 605887980]


@given(st.integers(0, 600), st.integers(0, 2**64))
def test_an_order_holds_each_number_once(count: int, seed: int) -> None:
    assert sorted(permuted(count, seed)) == [*range(count)]


def test_no_two_numbers_stand_together_in_more_orders_than_chance_has_it() -> None:
    orders, count, first = 2_000, 40, 10
    beginnings = [sorted(islice(permuted(count, seed), first)) for seed in range(orders)]
    met = Counter(pair for beginning in beginnings for pair in combinations(beginning, 2))
    expected = orders * first * (first - 1) / (count * (count - 1))
    assert all(0.6 < met[pair] / expected < 1.5 for pair in combinations(range(count), 2))
    alone = Counter(number for beginning in beginnings for number in beginning)
    assert all(0.85 < alone[number] * count / (orders * first) < 1.15 for number in range(count))
