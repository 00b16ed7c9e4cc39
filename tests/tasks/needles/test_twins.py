"""The twins of needle_unanswerable differ by the needle and the answer alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lvbuild.recipe import load_recipe
from tests.tasks.needles.releases import Seen, records


def without_needle(record: Seen) -> str:
    """Return a context without its needle and the white space that parts it from the text."""
    [(start, end)] = [
        fact["span"] for fact in record.provenance["facts"] if fact["kind"] == "needle"
    ]
    before, after = record.context[:start], record.context[end:]
    return before.rstrip() + after if before else after.lstrip()


@pytest.mark.parametrize("name", ["needle_unanswerable_en", "needle_unanswerable_zh"])
def test_twins_differ_by_the_needle_alone(released: Callable[[str], Path], name: str) -> None:
    absent = load_recipe(name).recipe.model_dump()["absent_answer"]
    found = records(released(name), name, "8k")
    for told, silent in zip(found[::2], found[1::2], strict=True):
        assert told.input == silent.input
        assert without_needle(told) == silent.context
        assert silent.fields["answers"] == [absent]
        assert told.needles
        assert told.fields["answers"][0] in told.needles[0]
        assert not silent.needles
        assert told.fields["answers"][0] not in silent.context
        assert silent.facts == [fact for fact in told.facts if fact not in told.needles]
