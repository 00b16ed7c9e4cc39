"""Agreement: the coefficients are those of their sources, intervals hold, disputes are listed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lvbuild.annotate.agreement import Counts, agreement, gwet_ac1, krippendorff_alpha, wilson
from lvbuild.annotate.ledger import Entry

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), part C: four observers, twelve
# units, alpha for nominal data 0.743. A line is an observer.
KRIPPENDORFF = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
# Gwet (2008), table 1's form: two raters, 118 and 5 and 2 and 0 of 125 subjects, AC1 0.9408.
GWET = np.array([[2, 0]] * 118 + [[1, 1]] * 7, float)


def observed() -> Counts:
    units = zip(*KRIPPENDORFF, strict=True)
    return np.array([[unit.count(value) for value in "12345"] for unit in units], float)


def test_coefficients_are_those_of_their_sources() -> None:
    assert krippendorff_alpha(observed()) == pytest.approx(0.743, abs=0.0005)
    assert gwet_ac1(GWET) == pytest.approx(0.9408, abs=0.0005)
    assert krippendorff_alpha(GWET) == pytest.approx(-0.024, abs=0.002)


@pytest.mark.parametrize(
    ("counts", "expected"), [([[1.0, 0.0]], None), ([[2.0], [2.0]], 1), (np.zeros((0, 0)), None)]
)
def test_nothing_said_twice_has_no_agreement_and_one_value_agrees(
    counts: Counts, expected: float | None
) -> None:
    given = np.array(counts)
    assert krippendorff_alpha(given) == gwet_ac1(given) == expected


@given(st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=2, max_size=30))
def test_alpha_is_that_of_another_program(said: list[list[int]]) -> None:
    """A line is a row, a number what one of four said of it, 0 where he said nothing."""
    counts = np.array([[unit.count(value) for value in (1, 2, 3)] for unit in said], float)
    assume((counts.sum(axis=1) > 1).any() and (counts.sum(axis=0) > 0).sum() > 1)
    pairable = counts[counts.sum(axis=1) > 1]
    assume((pairable.sum(axis=0) > 0).sum() > 1)
    expected = krippendorff.alpha(value_counts=counts, level_of_measurement="nominal")
    assert krippendorff_alpha(counts) == pytest.approx(expected)


def entry(
    annotator: str,
    original: str,
    status: str,
    action: Literal["accept", "reject", "judge", "undo"] = "judge",
    control: Literal["", "accept", "reject"] = "",
    kind: str = "place",
) -> Entry:
    before = {"question_id": "q", "original": original, "status": "draft", "kind": kind}
    return Entry(
        time=datetime(2026, 1, 1, tzinfo=UTC),
        annotator=annotator,
        action=action,
        table="replacements",
        before=before,
        after={**before, "status": status, "annotator": annotator},
        reason="wrong kind" if status == "rejected" else "",
        control=control,
    )


def test_decisions_of_two_are_compared_and_disputes_listed() -> None:
    entries = [entry("Ann", f"w{n}", "approved", "accept") for n in range(10)]
    entries += [entry("Bo", f"w{n}", "approved" if n else "rejected") for n in range(10)]
    found = agreement(entries)
    figures = found.overall
    assert figures.observed is not None
    assert (found.decided, figures.rows, figures.observed.value) == (10, 10, 0.9)
    assert figures.observed.low <= 0.9 <= figures.observed.high
    assert figures.alpha is not None
    assert figures.alpha.low <= figures.alpha.value <= figures.alpha.high
    assert figures.ac1 is not None
    assert figures.ac1.value > 0.85
    [disputed] = found.disputed
    assert (disputed.key, disputed.ruled) == (("q", "w0"), False)
    assert disputed.decisions == {"Ann": "accept", "Bo": "reject"}
    assert disputed.reasons == {"Bo": "wrong kind"}
    assert agreement(entries) == found


def test_figures_are_told_by_annotator_and_kind() -> None:
    entries = [entry("Ann", f"w{n}", "approved", "accept", kind="date") for n in range(4)]
    entries += [entry("Ann", "p", "approved", "accept"), entry("Bo", "p", "rejected")]
    entries += [entry("Cy" if n else "Bo", f"w{n}", "approved", kind="date") for n in range(4)]
    found = agreement(entries)
    rows = {name: figures.rows for name, figures in found.by_annotator.items()}
    assert rows == {"Ann": 5, "Bo": 2, "Cy": 3}
    told = {kind: each.observed.value for kind, each in found.by_kind.items() if each.observed}
    assert told == {"date": 1, "place": 0}


def test_what_is_accepted_in_other_words_is_another_decision() -> None:
    edited = entry("Bo", "w", "approved")
    assert edited.after is not None
    words = {**edited.after, "replacement": "other"}
    found = agreement(
        [entry("Ann", "w", "approved", "accept"), edited.model_copy(update={"after": words})]
    )
    assert found.disputed[0].decisions == {"Ann": "accept", "Bo": "edit"}


def test_who_saw_what_another_decided_is_not_compared() -> None:
    first, seen = entry("Ann", "w", "approved", "accept"), entry("Bo", "w", "rejected", "reject")
    second = seen.model_copy(update={"before": first.after})
    assert agreement([first, second]).overall.rows == 0
    ruled = second.model_copy(update={"action": "rule", "annotator": "Cy"})
    found = agreement([first, entry("Bo", "w", "rejected"), ruled])
    assert (found.overall.rows, found.disputed[0].ruled) == (1, True)


def test_the_last_decision_counts_and_what_was_taken_back_does_not() -> None:
    entries = [
        entry("Ann", "w", "approved", "accept"),
        entry("Bo", "w", "rejected"),
        entry("Bo", "w", "approved"),
    ]
    observed = agreement(entries).overall.observed
    assert observed is not None
    assert observed.value == 1
    assert agreement([*entries, entry("Ann", "w", "draft", "undo")]).overall.rows == 0


def test_planted_rows_say_how_an_annotator_decides_and_enter_nothing_else() -> None:
    entries = [
        entry("Ann", f"c{n}", "approved" if n else "rejected", control="accept") for n in range(4)
    ]
    found = agreement(entries)
    assert (found.decided, found.overall.alpha) == (0, None)
    [ann] = found.controls
    assert (ann.right, ann.of) == (3, 4)
    assert ann.share.low == pytest.approx(0.3006, abs=0.001)
    assert ann.share.high == pytest.approx(0.9544, abs=0.001)
    assert wilson(0, 5).low == 0
