"""Laying out texts for a level: named cases of cuts and places, and against every way there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import Fact, Level, Question
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.haystack import first_records, plan_positions
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import LevelPlan, LevelTooLargeError, QuestionTooLongError, UnevenTextError
from lvbuild.mixing.plans.filling import choose
from lvbuild.mixing.running_text import HaystackTexts
from lvbuild.text.counting import PlainCounting
from tests.mixing.outlines import outline

ASKED = Question("needle:q", "Who ate?", ("Ann",), facts=(Fact("needle", "Ann ate."),))  # 5 words


def text(*ends: int, name: str = "x:0") -> Outline:
    """Tell of a text of five-letter words, its boundaries after so many of them."""
    boundaries = [Boundary(6 * words - 1, ended=True) for words in ends]
    return Outline(name, boundaries, ends)


def plan(
    *texts: Outline, size: int = 1_000, positions: int = 3, places: Sequence[int] | None = None
) -> LevelPlan:
    """Plan, with facts at the places after so many words, or at all boundaries."""
    known = {
        text.document_id: [mark.offset for mark in text.boundaries]
        if places is None
        else [6 * words - 1 for words in places]
        for text in texts
    }
    planned = plan_positions(
        Level(size),
        HaystackTexts(texts, known.__getitem__, "en", PlainCounting("words")),
        ASKED,
        positions=positions,
        phase=0.0,
    )
    return first_records(planned, None)


def every(step: int, to: int) -> range:
    return range(step, to + 1, step)


def test_a_level_beyond_all_texts_says_what_there_is_and_what_is_needed() -> None:
    with pytest.raises(LevelTooLargeError) as caught:
        plan(text(*every(10, 400)), text(*every(10, 300), name="x:1"))
    assert (caught.value.have, caught.value.need) == (700, 995)


def test_a_text_without_a_boundary_near_the_level_is_uneven() -> None:
    with pytest.raises(UnevenTextError) as caught:
        plan(text(980, 1_100))
    assert caught.value.nearest == 985


@pytest.mark.parametrize("size", [1, 4, 5])
def test_a_question_that_leaves_no_room_for_texts_is_told_with_its_length(size: int) -> None:
    with pytest.raises(QuestionTooLongError) as caught:
        plan(text(*every(1, 100)), size=size)
    assert "comes to 5" in str(caught.value)


def test_a_text_is_left_out_where_its_first_boundary_is_farther_than_none() -> None:
    [one] = plan(text(*every(10, 990)), text(*every(50, 500), name="x:1")).records[0].passages
    assert (one.document_id, one.whole) == ("x:0", True)


def test_needles_stand_at_places_alone_and_those_too_far_are_counted() -> None:
    planned = plan(text(*every(5, 995)), places=[10, 500, 975, 990])
    needles = [record.insertions[-1] for record in planned.records]
    assert [one.offset for one in needles] == [6 * 10 - 1, 6 * 500 - 1, 6 * 990 - 1]
    assert {(one.lead, one.tail) for one in needles} == {(" ", "")}
    assert planned.astray == 1
    assert plan(text(*every(5, 995)), places=[5, 500, 990]).astray == 0


def test_where_there_are_no_places_all_boundaries_are() -> None:
    planned = plan(text(*every(5, 995)), places=[])
    offsets = [record.insertions[-1].offset for record in planned.records]
    assert offsets[::2] == [6 * 5 - 1, 6 * 995 - 1]


def test_few_places_are_shared_by_needles_and_counted() -> None:
    planned = plan(text(495, 995), positions=7)
    assert [r.insertions[-1].offset for r in planned.records] == [
        *(6 * 495 - 1,) * 5,
        *(6 * 995 - 1,) * 2,
    ]
    assert (planned.shared_places, planned.astray) == (5, 5)


def test_texts_that_end_within_the_tolerance_suffice() -> None:
    assert plan(text(*every(10, 990))).records[0].length == 995
    assert plan(text(*every(10, 990)), text(500, name="x:1")).records[0].length == 995


def laid(*texts: list[int], size: int = 1_000) -> LevelPlan:
    """Plan with texts of sentences of so many words."""
    return plan(*(outline(f"x:{n}", sentences) for n, sentences in enumerate(texts)), size=size)


def parts(planned: LevelPlan) -> list[tuple[int, int, int]]:
    """Return the number of each text that stands there, and its words [start, stop)."""
    passages = planned.records[0].passages
    return [(int(p.document_id[2:]), p.start // 6, (p.stop + 1) // 6) for p in passages]


def test_a_text_that_cannot_be_cut_near_the_level_begins_with_a_later_sentence() -> None:
    planned = laid([8, 35] + [40] * 50)
    assert parts(planned) == [(0, 8, 1003)]
    assert planned.records[0].length == 1_000
    assert not planned.records[0].passages[0].whole


def test_a_text_is_left_out_where_none_can_begin_later() -> None:
    assert parts(laid([400], [300], [597], [200])) == [(0, 0, 400), (2, 0, 597)]


def test_where_no_choice_of_texts_comes_near_the_level_none_is_made_up() -> None:
    with pytest.raises(UnevenTextError):
        laid(*([300] for _ in range(12)))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.integers(20, 400), min_size=1, max_size=4), min_size=3, max_size=6),
)
def test_a_level_is_met_where_whole_texts_and_cut_ones_can_meet_it(texts: list[list[int]]) -> None:
    ends = [[0, *(sum(t[: n + 1]) for n in range(len(t)))] for t in texts]
    sums = {sum(chosen) for chosen in product(*ends)}
    size = min(sum(map(sum, texts)) * 2 // 3, 1_000)
    level = Level(size)
    near = [s for s in sums if abs(s + 5 - size) <= level.tolerance]
    if not near:
        return
    planned = laid(*texts, size=size)
    assert abs(planned.records[0].length - size) <= level.tolerance
    taken = [number for number, _, _ in parts(planned)]
    assert taken == sorted(set(taken))
    assert all(start < stop for _, start, stop in parts(planned))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(1, 30), max_size=3), max_size=6),
    st.integers(-5, 60),
    st.integers(0, 4),
)
def test_a_choice_is_found_where_trying_them_all_finds_one(
    items: list[list[int]], low: int, width: int
) -> None:
    sums = {
        sum(costs)
        for number in range(len(items) + 1)
        for some in combinations(items, number)
        for costs in product(*some)
    }
    chosen = choose(items, low, low + width)
    if not any(low <= total <= low + width for total in sums):
        assert chosen is None
        return
    assert chosen is not None
    total = sum(items[n][place] for n, place in enumerate(chosen) if place is not None)
    assert low <= total <= low + width
