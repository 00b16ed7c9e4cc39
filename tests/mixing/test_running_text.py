"""Laying out texts for levels that one cut does not meet, against every way there is."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import Fact, Level, Question
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.mixing.haystack import plan_positions
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import LevelPlan, UnevenTextError
from lvbuild.mixing.plans.filling import choose
from lvbuild.text.counting import PlainCounting

ASKED = Question("needle:q", "Who ate?", ("Ann",), facts=(Fact("needle", "Ann ate."),))  # 5 words


def text(number: int, sentences: list[int]) -> Outline:
    """Tell of a text of sentences of so many five-letter words."""
    counts = [sum(sentences[: n + 1]) for n in range(len(sentences))]
    marks = [Boundary(6 * words - 1, firm=True, paragraph=False) for words in counts]
    starts = (0, *(6 * words for words in counts[:-1]))
    return Outline(f"x:{number}", marks, counts, "\n\n", starts=starts)


def plan(*texts: list[int], size: int = 1_000) -> LevelPlan:
    return plan_positions(
        Level(size),
        [text(number, sentences) for number, sentences in enumerate(texts)],
        ASKED,
        language="en",
        counting=PlainCounting("words"),
        positions=3,
        phase=0.0,
        leaning=lambda document, boundary: Lean.NAMES,
    )


def parts(planned: LevelPlan) -> list[tuple[int, int, int]]:
    """Return the number of each text that stands there, and its words [start, stop)."""
    passages = planned.records[0].passages
    return [(int(p.document_id[2:]), p.start // 6, (p.stop + 1) // 6) for p in passages]


def test_a_text_that_cannot_be_cut_near_the_level_begins_with_a_later_sentence() -> None:
    planned = plan([8, 35] + [40] * 50)
    assert parts(planned) == [(0, 8, 1003)]
    assert planned.records[0].length == 1_000
    assert not planned.records[0].passages[0].whole


def test_a_text_is_left_out_where_none_can_begin_later() -> None:
    assert parts(plan([400], [300], [597], [200])) == [(0, 0, 400), (2, 0, 597)]


def test_where_no_choice_of_texts_comes_near_the_level_none_is_made_up() -> None:
    with pytest.raises(UnevenTextError):
        plan(*([300] for _ in range(12)))


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
    planned = plan(*texts, size=size)
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
