"""Words of a fact that point to what stands elsewhere."""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language


@pytest.mark.parametrize(
    "fact",
    [
        "Of the two mills the former was Rosa Quint's.",
        "The former, a mill of 1887, was Rosa Quint's.",
        "Rosa Quint wed the latter in 1887.",
    ],
)
def test_the_former_and_the_latter_by_themselves_point_back(fact: str) -> None:
    assert find_language("en").points_back(fact)


@pytest.mark.parametrize(
    "fact",
    [
        "Rosa Quint is married to the former baker of Orwell.",
        "Orwell, once the former capital's port, has a mill.",
    ],
)
def test_what_was_formerly_something_does_not(fact: str) -> None:
    assert not find_language("en").points_back(fact)
