"""Seeds: pinned, so that a release is the same on every Python version and machine."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.seeds import Draws, child_seed

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
