"""A build frees what it made as it goes: Python searches for garbage rarely."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import lvbuild
from tests.tasks.needles.releases import write_recipe


@pytest.mark.parametrize("recipe", ["cmrc_mixup", "factrecall_en", "needle_multi_key_en"])
def test_what_a_build_made_is_freed_without_a_search(tmp_path: Path, recipe: str) -> None:
    path = write_recipe(tmp_path, recipe, levels=["16k"])

    def build(out: str) -> None:
        lvbuild.build(path, tmp_path / out, sample=True, limit=20)

    build("first")  # modules that are loaded leave some of their own
    assert not freed_by_search(partial(build, "second"))


def test_what_keeps_itself_is_found() -> None:
    assert freed_by_search(lambda: next(Walk().numbers)) == {"Walk.walk": 1}


class Walk:
    """Holds a generator that holds it."""

    def __init__(self) -> None:
        self.numbers = self.walk()

    def walk(self) -> Iterator[int]:
        """Yield a number."""
        yield id(self)
        yield 1


def freed_by_search(work: Callable[[], object]) -> Counter[str]:
    """Work, search for garbage, and return which of the package's objects it freed."""
    gc.collect()
    gc.disable()
    try:
        work()
        before = standing()
        gc.collect()
    finally:
        gc.enable()
    return before - standing()


def standing() -> Counter[str]:
    """Count generators, and the objects of the package by their types."""
    found: Counter[str] = Counter()
    for thing in gc.get_objects():
        if type(thing).__name__ == "generator":
            found[thing.__qualname__] += 1
        elif str(getattr(type(thing), "__module__", "")).startswith("lvbuild."):
            found[type(thing).__qualname__] += 1
    return found
