"""The state of tables: what is drafted, what is missing, what the ledger does not explain."""

from __future__ import annotations

from pathlib import Path

from lvbuild.annotate.status import annotation_status
from lvbuild.tables.writing import Change
from tests.annotate.test_workbench import approved, replacements
from tests.annotate.worlds import workbench


def test_rows_questions_and_what_is_missing_are_counted(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_confusing_facts=[])
    status = annotation_status(bench)
    assert status.questions == 2
    table = status.tables["replacements"]
    assert (table.drafted, table.approved, table.rejected) == (3, 0, 0)
    assert status.missing == (
        "1 of 2 questions lack replacements",
        "2 of 2 questions lack confusing facts",
    )


def test_what_the_ledger_does_not_explain_is_named(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    rows = replacements(bench)
    path = bench.folder / "replacements.jsonl"
    assert annotation_status(bench).tables["replacements"].unexplained == ()
    changes = [Change("replacements", row, approved(row)) for row in rows]
    bench.apply(changes, annotator="Ann", action="accept", seconds=7200)
    status = annotation_status(bench)
    assert status.hours == 2
    assert status.tables["replacements"].unexplained == ()
    path.write_text(path.read_text("utf-8").replace("Wissel", "Hissel"), "utf-8")
    changed = annotation_status(bench).tables["replacements"]
    assert changed.unexplained == changed.approved_unexplained == (f"{path}:3",)


def test_lines_that_are_no_rows_are_named(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = bench.folder / "replacements.jsonl"
    path.write_text(path.read_text("utf-8").replace('"test"', '""', 1), "utf-8")
    assert annotation_status(bench).broken == (f"{path}:1",)


def test_a_row_approved_without_a_ledger_is_named(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = bench.folder / "confusing_facts.jsonl"
    path.write_text(path.read_text("utf-8").replace('"draft"', '"approved"', 1), "utf-8")
    table = annotation_status(bench).tables["confusing_facts"]
    assert (table.unexplained, table.approved_unexplained) == ((), (f"{path}:1",))
