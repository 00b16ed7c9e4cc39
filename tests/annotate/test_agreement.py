"""Agreement: the coefficients are those of their sources, intervals hold, disputes are listed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import pytest

from lvbuild.annotate.agreement import agreement, gwet_ac1, krippendorff_alpha, wilson
from lvbuild.annotate.ledger import Entry

# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), part C: four observers, twelve
# units, alpha for nominal data 0.743.
KRIPPENDORFF = {
    "A": "1 2 3 3 2 1 4 1 2 . . .",
    "B": "1 2 3 3 2 2 4 1 2 5 . 3",
    "C": ". 3 3 3 2 3 4 2 2 5 1 .",
    "D": "1 2 3 3 2 4 4 1 2 5 1 .",
}
# Gwet (2008), table 1's form: two raters, 118 and 5 and 2 and 0 of 125 subjects, AC1 0.9408.
GWET = [("+", "+")] * 118 + [("+", "-")] * 5 + [("-", "+")] * 2


def ratings(columns: dict[str, str]) -> dict[Any, dict[str, str]]:
    rows = {name: column.split() for name, column in columns.items()}
    return {
        unit: {name: values[unit] for name, values in rows.items() if values[unit] != "."}
        for unit in range(12)
    }


def test_alpha_is_that_of_krippendorffs_own_example() -> None:
    assert krippendorff_alpha(ratings(KRIPPENDORFF)) == pytest.approx(0.743, abs=0.0005)


def test_ac1_is_that_of_gwets_example() -> None:
    units = {place: {"A": one, "B": other} for place, (one, other) in enumerate(GWET)}
    assert gwet_ac1(units) == pytest.approx(0.9408, abs=0.0005)
    assert krippendorff_alpha(units) == pytest.approx(-0.024, abs=0.002)


def test_nothing_said_twice_has_no_agreement_and_one_value_agrees() -> None:
    assert krippendorff_alpha({1: {"A": "x"}}) is None
    assert gwet_ac1({1: {"A": "x"}}) is None
    same = {1: {"A": "x", "B": "x"}, 2: {"A": "x", "B": "x"}}
    assert (krippendorff_alpha(same), gwet_ac1(same)) == (1.0, 1.0)


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
    assert found.f1 is not None
    assert found.f1.value == pytest.approx(2 * 9 / 19)
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
