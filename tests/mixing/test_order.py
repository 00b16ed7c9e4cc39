"""The order of documents: drawn, with some at depths of their own."""

from __future__ import annotations

import numpy as np

from lvbuild.core.seeds import child_seed
from lvbuild.mixing.plans.filling import drawn_ranks, ordered

KEYS = np.array([child_seed(f"x:{n}") for n in range(40)], dtype=np.uint64)


def test_the_order_follows_from_each_document_and_the_seed() -> None:
    first, again, other = (drawn_ranks(KEYS, seed, "turn") for seed in (1, 1, 2))
    assert first == again
    assert ordered(range(40), first, {}) != ordered(range(40), other, {})
    some = ordered(range(0, 40, 3), first, {})
    assert some == [each for each in ordered(range(40), first, {}) if each % 3 == 0]


def test_fixed_documents_stand_at_their_depths_and_leave_the_order_of_the_others() -> None:
    ranks = drawn_ranks(KEYS, 1, "turn")
    order = ordered(range(40), ranks, {5: 0.5, 9: 0.0, 11: 1.0, 99: 0.3})
    assert [order.index(5), order.index(9), order.index(11)] == [20, 0, 39]
    others = [each for each in order if each not in {5, 9, 11}]
    assert others == [each for each in ordered(range(40), ranks, {}) if each not in {5, 9, 11}]
