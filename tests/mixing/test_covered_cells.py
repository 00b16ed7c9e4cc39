"""The cells that a window lies in, as runs, are those of each of its places."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.mixing.running_text import CELL, RunningText


@given(st.integers(1, 12 * CELL).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1))),
       st.floats(0, 1))  # fmt: skip
def test_runs_of_cells_are_those_of_every_place(lengths: tuple[int, int], share: float) -> None:
    length, low = lengths
    high = low + max(1, round(share * length))
    text: Any = SimpleNamespace(length=length)
    found = RunningText.covered(text, np.array([low]), np.array([high]))
    runs = [range(first.item(), stop.item()) for first, stop in found]
    cells = [cell for run in runs for cell in run]
    assert cells == [place % length // CELL for place in range(low, high, CELL)]
