"""The pool as a question has it: in which order, and what ends a gap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from lvbuild.mixing.pool import Measure, Pool, PoolView
from tests.mixing.outlines import outline

UNITS = Measure(units=True, heading=0, usual=10)


def held(own: str, documents: str = "", refused: Iterable[int] = ()) -> PoolView:
    """Return a pool of texts of 1, 2, 3... words, those of its own corpus marked by an `a`."""
    outlines = [outline(f"x:{n}", [n + 1]) for n in range(len(own))]
    return PoolView(Pool(outlines, own, documents), dict.fromkeys(refused, "refused"), corpus="a")


@pytest.mark.parametrize("seed", range(5))
def test_its_own_corpus_comes_first_in_an_order_of_its_own(seed: int) -> None:
    walked = [*held("abaab").walk(seed)]
    assert [sorted(walked[:3]), sorted(walked[3:])] == [[0, 2, 3], [1, 4]]
    assert [*held("abaab").walk(seed)] == walked
    assert len({tuple(held("abaab").walk(other)) for other in range(40)}) > 8


@pytest.mark.parametrize("seed", range(5))
def test_many_documents_come_before_two_excerpts_of_one(seed: int) -> None:
    documents = "ppppqrqs"
    turns = ["".join(documents[place] for place in held("aaaaaaab", documents).walk(seed))]
    assert [sorted(turns[0][:3]), sorted(turns[0][3:5]), turns[0][5:]] == [
        ["p", "q", "r"],
        ["p", "q"],
        "pps",
    ]


def test_beside_whole_documents_one_in_many_excerpts_comes_no_sooner() -> None:
    pool, seeds = held("aaaaaa", "ppppqr"), range(600)
    walks = [[*pool.walk(seed)] for seed in seeds]
    assert all(sorted(walk) == [*range(6)] for walk in walks)
    first = Counter(walk[0] for walk in walks)
    counts = sum(first[excerpt] for excerpt in range(4)), first[4], first[5]
    assert all(160 < count < 240 for count in counts)
    assert all(first[excerpt] > 25 for excerpt in range(4))


def test_what_ends_a_gap_is_of_its_own_corpus_while_there_is_any() -> None:
    pool = held("aabb")
    assert pool.fitting(3, 1, UNITS, set()) == 1
    assert pool.fitting(4, 0, UNITS, set()) is None
    assert pool.fitting(4, 0, UNITS, {0, 1}) == 3


def test_no_second_excerpt_ends_a_gap_while_other_documents_are_left() -> None:
    pool = held("aaaaaa", "pppqqr")
    assert pool.fitting(2, 0, UNITS, set()) == 1
    assert pool.fitting(2, 0, UNITS, {0}) is None
    assert pool.fitting(2, 0, UNITS, {0, 3}) is None
    assert pool.fitting(2, 0, UNITS, {0, 3, 5}) == 1
    assert pool.fitting(3, 0, UNITS, {0, 1, 3, 5}) is None
    assert pool.fitting(3, 0, UNITS, {0, 1, 3, 4, 5}) == 2
    refused = held("aaaaaa", "pppqqr", refused={3, 4})
    assert refused.fitting(2, 0, UNITS, {0, 3, 4, 5}) == 1


def test_means_are_those_of_the_documents_that_fill_the_room() -> None:
    outlines = [outline(f"a:{n}", [10]) for n in range(6)]
    outlines += [outline(f"b:{n}", [40]) for n in range(100)]
    pool = PoolView(Pool(outlines, ["a"] * 6 + ["b"] * 100), {0: "own"}, corpus="a")
    assert pool.means(50)[0] == 10
    assert round(pool.means(100)[0], 6) == 16
