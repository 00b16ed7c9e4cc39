"""Agreement: the coefficients are those of their sources, intervals hold, disputes are listed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import numpy as np
import pytest

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
    assert (found.decided, found.shared, found.observed) == (10, 10, 0.9)
    assert found.alpha is not None
    assert found.alpha.low <= found.alpha.value <= found.alpha.high
    assert found.ac1 is not None
    assert found.ac1.value > 0.85
    [disputed] = found.disputed
    assert disputed.key == ("q", "w0")
    assert disputed.decisions == {"Ann": "accept", "Bo": "reject"}
    assert disputed.reasons == {"Bo": "wrong kind"}
    assert agreement(entries) == found


def test_the_last_decision_counts_and_what_was_taken_back_does_not() -> None:
    entries = [
        entry("Ann", "w", "approved", "accept"),
        entry("Bo", "w", "rejected"),
        entry("Bo", "w", "approved"),
    ]
    assert agreement(entries).observed == 1
    assert agreement([*entries, entry("Ann", "w", "draft", "undo")]).shared == 0


def test_planted_rows_say_how_an_annotator_decides_and_enter_nothing_else() -> None:
    entries = [
        entry("Ann", f"c{n}", "approved" if n else "rejected", control="accept") for n in range(4)
    ]
    found = agreement(entries)
    assert (found.decided, found.alpha) == (0, None)
    [ann] = found.controls
    assert (ann.right, ann.of) == (3, 4)
    assert ann.share.low == pytest.approx(0.3006, abs=0.001)
    assert ann.share.high == pytest.approx(0.9544, abs=0.001)
    assert wilson(0, 5).low == 0
