"""Windows of running text, against texts that are written out twice and read from their start."""

from __future__ import annotations

from itertools import accumulate
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode, Unit
from lvbuild.languages import find_language
from lvbuild.mixing.running_text import Facts, RunningText
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


@pytest.mark.parametrize(("language", "unit"), SCALES)
@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(-3_000, 9_000), st.integers(1, 1_400))
def test_a_window_is_the_stretch_from_a_sentence_that_comes_nearest_to_its_units(
    language: LanguageCode, unit: Unit, seed: int, start: int, units: int
) -> None:
    texts, running = drawn(seed, language, unit)
    window = running.window(start, units, tolerance=inf)
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
@given(SEEDS, st.integers(0, 5_000), st.lists(st.floats(0, 1), min_size=1, max_size=6).map(sorted))
def test_facts_take_the_place_that_costs_least_within_a_hundredth_behind_the_one_before(
    seed: int, start: int, depths: list[float]
) -> None:
    _, running = drawn(seed, "en", "words")
    window = running.window(start, 900, 900)
    facts = Facts(depths, [40] * len(depths), 1)
    placed = window.placed(facts)
    inside = [s for s in running.seams if window.first.start < s.start <= window.last.start]
    if not inside:
        assert not placed
        return
    last, off = window.first.start, 0.0
    for number, (depth, seam) in enumerate(zip(depths, placed, strict=True)):
        room = window.length + 41 * len(depths) - 40
        wanted = window.first.start + depth * room - 41 * number - 1
        near = [s for s in inside if abs(s.start - wanted) <= 0.01 * room and s.start > last]
        behind = [s for s in inside if s.start > last]
        if near:
            assert (seam.cost, abs(seam.start - wanted)) == min(
                (s.cost, abs(s.start - wanted)) for s in near
            )
        elif behind:
            assert abs(seam.start - wanted) == min(abs(s.start - wanted) for s in behind)
        off = max(off, abs(seam.start - wanted) / room)
        last = seam.start
    assert window.off(facts, placed) == pytest.approx(off)


def test_without_places_all_boundaries_are() -> None:
    texts, running = drawn(1, "en", "words", prose=0)
    assert len(running.once) == sum(len(text.outline.boundaries) for text in texts)
    assert {seam.cost for seam in running.seams} == {0}


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(0, 5_000), st.integers(100, 1_000))
def test_what_is_known_beforehand_of_a_window_comes_near_it(
    seed: int, start: int, units: int
) -> None:
    _, running = drawn(seed, "en", "words")
    window = running.window(start, units, units)
    cell = window.first.start // 64
    assert abs(running.lengths(units)[cell] - window.length) < 120
    penalties = running.least_penalties(300.0)
    near = [s.penalty for s in running.once if abs(s.start - window.first.start) < 240]
    if near:
        assert penalties[cell] <= min(near)
