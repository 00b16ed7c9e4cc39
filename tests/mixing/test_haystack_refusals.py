"""Levels that the texts cannot fill, and named cases of where facts stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lvbuild.core.model import Fact, Level, Question
from lvbuild.languages.boundary import Boundary, Lean
from lvbuild.mixing.haystack import first_records, plan_positions
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import LevelPlan, LevelTooLargeError, QuestionTooLongError, UnevenTextError
from lvbuild.text.counting import PlainCounting

ASKED = Question("needle:q", "Who ate?", ("Ann",), facts=(Fact("needle", "Ann ate."),))  # 5 words


def text(*ends: tuple[int, bool], name: str = "x:0", paragraph: bool = False) -> Outline:
    """Tell of a text of five-letter words, its boundaries after so many of them."""
    boundaries = [Boundary(6 * words - 1, firm, paragraph) for words, firm in ends]
    return Outline(name, boundaries, [words for words, _ in ends], "\n\n")


def plan(*texts: Outline, size: int = 1_000, positions: int = 3) -> LevelPlan:
    planned = plan_positions(
        Level(size),
        texts,
        ASKED,
        language="en",
        counting=PlainCounting("words"),
        positions=positions,
        phase=0.0,
        leaning=lambda document, boundary: Lean.NAMES,
    )
    return first_records(planned, None)


def every(step: int, to: int, *, firm: bool = True) -> list[tuple[int, bool]]:
    return [(words, firm) for words in range(step, to + 1, step)]


def test_a_level_beyond_all_texts_says_what_there_is_and_what_is_needed() -> None:
    with pytest.raises(LevelTooLargeError) as caught:
        plan(text(*every(10, 400)), text(*every(10, 300), name="x:1"))
    assert (caught.value.have, caught.value.need) == (700, 995)


def test_a_text_without_a_boundary_near_the_level_is_uneven() -> None:
    with pytest.raises(UnevenTextError) as caught:
        plan(text((980, True), (1_100, True)))
    assert caught.value.nearest == 985


@pytest.mark.parametrize("size", [1, 4, 5])
def test_a_question_that_leaves_no_room_for_texts_is_told_with_its_length(size: int) -> None:
    with pytest.raises(QuestionTooLongError) as caught:
        plan(text(*every(1, 100)), size=size)
    assert "comes to 5" in str(caught.value)


def test_a_text_is_left_out_where_its_first_boundary_is_farther_than_none() -> None:
    [one] = plan(text(*every(10, 990)), text(*every(50, 500), name="x:1")).records[0].passages
    assert (one.document_id, one.whole) == ("x:0", True)


def test_a_cut_prefers_a_firm_boundary_within_half_the_tolerance() -> None:
    near = text((993, True), (995, False), (2_000, True))
    assert plan(near).records[0].length == 998
    far = text((992, True), (995, False), (2_000, True))
    assert plan(far).records[0].length == 1_000


@pytest.mark.parametrize(("firm_at", "taken"), [(491, 491), (486, 500), (300, 500), (120, 500)])
def test_the_needle_prefers_firm_places_within_a_hundredth(firm_at: int, taken: int) -> None:
    firm = {**dict.fromkeys(range(20, 996, 20), False), firm_at: True, 995: True}
    needle = plan(text(*sorted(firm.items()))).records[1].insertions[-1]
    assert needle.offset == 6 * taken - 1


def test_the_first_needle_opens_the_context_as_a_paragraph_and_the_last_closes_it() -> None:
    records = plan(text(*every(5, 995))).records
    first, last = records[0].insertions[-1], records[-1].insertions[-1]
    assert (first.offset, first.lead, first.tail) == (0, "", "\n\n")
    assert (last.offset, last.lead, last.tail) == (6 * 995 - 1, " ", "")


def headed(*ends: tuple[int, bool]) -> Outline:
    """Tell of a text that begins with a heading of two words."""
    prose = text(*ends)
    heading = Boundary(11, firm=False, paragraph=True)
    return replace(prose, boundaries=[heading, *prose.boundaries], counts=[2, *prose.counts])


def test_the_first_needle_comes_after_the_heading_and_the_sentence_that_is_near() -> None:
    first = plan(headed(*every(5, 995))).records[0].insertions[-1]
    assert (first.offset, first.lead, first.tail) == (6 * 5 - 1, " ", "")


def test_the_first_needle_is_a_paragraph_behind_the_heading_where_no_sentence_is_near() -> None:
    first = plan(headed(*every(199, 995))).records[0].insertions[-1]
    assert (first.offset, first.lead, first.tail) == (11, "\n\n", "")


def test_a_boundary_that_asks_for_a_paragraph_gets_one() -> None:
    middle = plan(text(*every(5, 995), paragraph=True)).records[1].insertions[-1]
    assert (middle.lead, middle.tail) == ("\n\n", "")


def test_few_boundaries_are_shared_by_needles_and_counted() -> None:
    planned = plan(text((495, True), (995, True)), positions=7)
    assert [r.insertions[-1].offset for r in planned.records] == [
        *(0, 0),
        *(6 * 495 - 1,) * 3,
        *(6 * 995 - 1,) * 2,
    ]
    assert planned.shared_places == 4


def test_texts_that_end_within_the_tolerance_suffice() -> None:
    assert plan(text(*every(10, 990))).records[0].length == 995
    assert plan(text(*every(10, 990)), text((500, True), name="x:1")).records[0].length == 995
