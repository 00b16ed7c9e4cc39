"""Windows of running text, against texts that are written out twice and read from their start."""

from __future__ import annotations

from itertools import accumulate
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode, Unit
from lvbuild.languages import find_language
from lvbuild.mixing.columns import Column, Minima
from lvbuild.mixing.running_text import Facts, RunningText, Seam, Window
from lvbuild.text.counting import PlainCounting, count
from tests.mixing.invented_texts import Invented, invent_several

SCALES: list[tuple[LanguageCode, Unit]] = [
    ("en", "words"),
    ("en", "characters"),
    ("zh", "characters"),
]
SEEDS = st.integers(0, 10_000)


def drawn(
    seed: int, language: LanguageCode, unit: Unit, prose: float = 0.5
) -> tuple[list[Invented], RunningText]:
    texts = invent_several(seed, language, unit, prose=prose, size=1_500)
    return texts, RunningText(texts, PlainCounting(unit), find_language(language))


def window_at(running: RunningText, start: int, units: int, tolerance: float) -> Window:
    first, last = running.windows(np.array([start]), units, tolerance)
    return running.window(first[0], last[0])


@settings(max_examples=50, deadline=None)
@given(SEEDS, st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 3_000)), min_size=1))
def test_the_least_that_places_cost_is_that_of_each_stretch(
    seed: int, stretches: list[tuple[int, int]]
) -> None:
    _, running = drawn(seed, "en", "words")
    low = np.array([start for start, _ in stretches]) - 0.5
    high = low + [length for _, length in stretches]
    every = [running.seam(number) for number in range(len(running.places))]
    assert running.least_costs(low, high, Minima(running.costs)).tolist() == [
        min((seam.cost for seam in every if a <= seam.start <= b), default=-1)
        for a, b in zip(low, high, strict=True)
    ]


@pytest.mark.parametrize(("language", "unit"), SCALES)
@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(-3_000, 9_000), st.integers(1, 1_400))
def test_a_window_is_the_stretch_from_a_sentence_that_comes_nearest_to_its_units(
    language: LanguageCode, unit: Unit, seed: int, start: int, units: int
) -> None:
    texts, running = drawn(seed, language, unit)
    window = window_at(running, start, units, inf)
    round_ = "".join(f"{text.text}\n" for text in texts)
    begins = list(accumulate((len(text.text) + 1 for text in texts), initial=0))
    long = find_language(language).long_paragraph
    sentences = [
        b + s
        for b, text in zip(begins, texts, strict=False)
        for s in text.outline.starts
        if text.text[:s].endswith("\n") or s == 0 or len(text.text[s:].split("\n")[0]) >= long
    ]
    begin = max(place for place in sentences if place <= start % len(round_))
    ends = sorted(
        shift + b + mark.offset
        for shift in (0, len(round_))
        for b, text in zip(begins, texts, strict=False)
        for mark in text.outline.boundaries
    )
    twice = round_ * 2
    lengths = {
        end: count(f"{twice[begin:end]}\n", unit)
        for end in ends
        if begin < end < begin + len(round_)
    }
    assert window.first.start == begin
    assert window.units == lengths[window.last.start]
    assert abs(window.units - units) == min(abs(length - units) for length in lengths.values())
    whole = {text.outline.document_id: text.text for text in texts}
    parts = [whole[p.document_id][p.start : p.stop] for p in window.passages]
    assert "\n".join(parts) == twice[begin : window.last.start]
    assert window.length == len("\n".join(parts)) + 1
    assert [p.whole for p in window.passages] == [
        part == whole[p.document_id] for part, p in zip(parts, window.passages, strict=True)
    ]


@settings(max_examples=50, deadline=None)
@given(
    SEEDS,
    st.integers(0, 5_000),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from([0.01, 0.05, 0.2])), min_size=1, max_size=6
    ).map(sorted),
)
def test_facts_take_the_place_that_costs_least_within_reach_those_of_a_short_one_first(
    seed: int, start: int, told: list[tuple[float, float]]
) -> None:
    _, running = drawn(seed, "en", "words")
    window = window_at(running, start, 900, 900)
    facts = Facts([d for d, _ in told], [r for _, r in told], [40] * len(told), 1)
    placed = window.placed(facts)
    seams = map(running.seam, range(len(running.places)))
    inside = [s for s in seams if window.first.start < s.start <= window.last.start]
    if not inside:
        assert not placed
        return
    room, astray = window.length + 41 * len(told) - 40, False
    taken: dict[int, Seam] = {}
    for number in sorted(range(len(told)), key=lambda at: (told[at][1], at)):
        depth, reach = told[number]
        wanted = window.first.start + depth * room - 41 * number - 1
        free = [
            s
            for s in inside
            if all((s.start - t.start) * (number - at) > 0 for at, t in taken.items())
        ]
        near = [s for s in free if abs(s.start - wanted) <= reach * room]
        seam = placed[number]
        if near:
            assert (seam.cost, abs(seam.start - wanted)) == min(
                (s.cost, abs(s.start - wanted)) for s in near
            )
        elif free:
            assert abs(seam.start - wanted) == min(abs(s.start - wanted) for s in free)
        else:
            assert seam in taken.values()
        astray |= abs(seam.start - wanted) > reach * room + 1e-6
        taken[number] = seam
    assert window.astray(facts, placed) == astray


def test_without_places_all_boundaries_are() -> None:
    texts, running = drawn(1, "en", "words", prose=0)
    assert len(running.places) == 2 * sum(len(text.outline.boundaries) for text in texts)
    assert not running.costs.any()


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(0, 5_000), st.integers(100, 1_000))
def test_what_is_known_beforehand_of_a_window_comes_near_it(
    seed: int, start: int, units: int
) -> None:
    _, running = drawn(seed, "en", "words")
    window = window_at(running, start, units, units)
    cell = window.first.start // 64
    assert abs(running.lengths(units)[cell] - window.length) < 120
    penalties = running.least_penalties(300.0)
    once = map(running.seam, range(len(running.places) // 2))
    near = [s.penalty for s in once if abs(s.start - window.first.start) < 240]
    if near:
        assert penalties[cell] <= min(near)


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 2**33), max_size=5), st.integers(0, 90_000))
def test_a_column_is_what_was_put_into_it_twice(edges: list[int], more: int) -> None:
    column, put = Column(), sorted([*edges, *range(more)])
    for start in range(0, len(put), 40_000):
        column.extend(put[start : start + 40_000])
    further = max(put, default=0) + 1
    assert column.twice(further).tolist() == [*put, *(number + further for number in put)]
