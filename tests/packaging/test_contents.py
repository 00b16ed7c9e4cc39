"""What a wheel holds besides modules."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

PROJECT = Path(__file__).parents[2]


def test_a_wheel_holds_the_words_of_the_sample_world() -> None:
    packed = {one.distribution_path for one in WheelBuilder(str(PROJECT)).recurse_included_files()}
    words = PROJECT / "builder/lvbuild/sample/words"
    there = {path.relative_to(words.parents[2]).as_posix() for path in words.rglob("*.txt")}
    assert there
    assert there <= packed
