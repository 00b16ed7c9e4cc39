"""Long texts are cut into excerpts that leave out nothing, of the lengths that are drawn."""

from __future__ import annotations

import random
from itertools import pairwise, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.mixing.excerpts import excerpts
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plans.supporting import units_between
from tests.mixing.outlines import outline


def sizes(text: Outline, parts: list[tuple[int, int]]) -> list[int]:
    return [units_between(text, start, stop) for start, stop in parts]


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=80),
    st.lists(st.floats(1, 200), min_size=1, max_size=9),
)
def test_excerpts_follow_each_other_from_the_texts_start_to_its_end(
    sentences: list[int], lengths: list[float]
) -> None:
    text = outline("x", sentences)
    parts = excerpts(text, (length for _ in repeat(None) for length in lengths))
    assert (parts[0][0], parts[-1][1]) == (0, text.length)
    assert all(start == stop + 1 for (_, stop), (start, _) in pairwise(parts))
    assert sum(sizes(text, parts)) == text.size
    assert {start for start, _ in parts} <= {*text.starts}
    assert {stop for _, stop in parts} <= {mark.offset for mark in text.boundaries}


@pytest.mark.parametrize("seed", range(5))
def test_their_lengths_are_those_drawn(seed: int) -> None:
    drawn = random.Random(seed)
    text = outline("x", [drawn.randint(5, 30) for _ in range(2_000)])
    lengths = [drawn.uniform(300, 900) for _ in range(200)]
    parts = sizes(text, excerpts(text, iter(lengths)))
    scale = text.size / sum(lengths[: len(parts)])
    assert scale == pytest.approx(1, abs=0.02)
    for size, length in zip(parts, lengths, strict=False):
        assert abs(size - scale * length) <= 30


@pytest.mark.parametrize(
    ("size", "expected"), [(110, [110]), (140, [140]), (150, [80, 70]), (250, [80, 90, 80])]
)
def test_the_last_one_ends_with_the_text(size: int, expected: list[int]) -> None:
    text = outline("x", [10] * (size // 10))
    assert sorted(sizes(text, excerpts(text, repeat(100.0)))) == sorted(expected)


def test_no_excerpt_ends_with_a_heading_nor_begins_within_a_sentence() -> None:
    text = outline("x", [20, 3] * 40)
    bare = Outline("x", text.boundaries, text.counts, "\n", 6, text.starts)
    parts = excerpts(bare, repeat(100.0))
    ends = [stop for _, stop in parts[:-1]]
    assert {*ends} <= {bare.boundaries[place].offset for place in bare.cuts}
    assert all(bare.starts.index(start) % 2 == 1 for start, _ in parts[1:])


def test_each_begins_with_a_sentence_that_leans_on_nothing_where_one_is_near() -> None:
    text = outline("x", [10] * 200)
    leaning = {boundary: 2 if boundary % 3 else 0 for boundary in range(200)}
    parts = excerpts(text, repeat(400.0), leaning.__getitem__)
    firsts = [text.starts.index(start) for start, _ in parts]
    assert len(parts) == 5
    assert all(leaning[first - 1] == 0 for first in firsts[1:])
    assert all(abs(size - 400) <= 30 for size in sizes(text, parts))
    far = excerpts(text, repeat(400.0), lambda boundary: 0 if boundary % 40 == 20 else 2)
    assert far == excerpts(text, repeat(400.0))
