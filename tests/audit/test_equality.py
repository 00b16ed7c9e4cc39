"""The test tells unlike lots apart, and alike ones only as often as it says."""

from __future__ import annotations

import random

import pytest

from lvbuild.audit.equality import DIFFERS, compare_lots


def distance(old: list[float], new: list[float]) -> float:
    def share(lot: list[float], most: float) -> float:
        return sum(each <= most for each in lot) / len(lot)

    return max(abs(share(old, each) - share(new, each)) for each in [*old, *new])


@pytest.mark.parametrize("counts", [True, False])
def test_the_distance_is_that_of_kolmogorov_and_smirnov(counts: bool) -> None:
    draw = random.Random(3)
    one: list[float] = [draw.randrange(4) if counts else draw.random() for _ in range(50)]
    other: list[float] = [draw.randrange(6) if counts else draw.random() ** 2 for _ in range(70)]
    found = compare_lots(one, other, "test")
    assert found.distance == pytest.approx(distance(one, other))
    assert found.old == pytest.approx(sum(one) / 50)


def test_lots_of_one_kind_are_told_apart_as_seldom_as_is_said() -> None:
    draw = random.Random(5)
    chances = []
    for number in range(200):
        one, other = ([draw.random() for _ in range(40)] for _ in range(2))
        chances.append(compare_lots(one, other, f"{number}").chance or 0)
    assert 10 <= sum(chance < 0.1 for chance in chances) <= 32  # 20 are expected


def test_lots_that_differ_in_place_or_spread_are_told_apart() -> None:
    even = [number / 100 for number in range(100)]
    assert compare_lots(even, [each / 2 for each in even], "place").differs
    assert compare_lots(even, [0.45 + each / 10 for each in even], "spread").differs
    assert not compare_lots(even, even, "same").differs
    assert compare_lots(even, even, "same").chance == 1


def test_a_lot_without_figures_is_compared_with_nothing() -> None:
    found = compare_lots([], [0.5, 0.7], "none")
    assert (found.old, found.new, found.distance, found.chance) == (None, 0.6, None, None)
    assert not found.differs


def test_the_same_lots_have_the_same_chance_and_one_figure_differs_from_no_other() -> None:
    lots = [float(n % 7) for n in range(30)], [float(n % 5) for n in range(40)]
    assert compare_lots(*lots, "a") == compare_lots(*lots, "a")
    assert (compare_lots([1.0], [2.0], "one").chance or 0) > DIFFERS
