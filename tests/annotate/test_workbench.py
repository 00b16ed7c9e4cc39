"""The workbench: what it applies stands in the table and the ledger, and nobody's is lost."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.tables.reading import LEDGER
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import Change, ConflictError
from lvbuild.tasks.notes import unread_tables
from tests.annotate.worlds import workbench
from tests.rules.small_tables import pair


def approved(row: BaseModel, annotator: str = "Ann Reader") -> Any:
    return row.model_copy(update={"status": "approved", "annotator": annotator})


def replacements(bench: Workbench) -> tuple[ReplacementRow, ...]:
    assert bench.tables.replacements is not None
    return bench.tables.replacements.rows


def test_questions_and_their_documents_are_those_of_the_corpora(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    assert list(bench.questions) == ["hotpotqa:ada", "hotpotqa:port", "hotpotqa:mill"]
    documents = bench.documents("hotpotqa:ada")
    assert [text.split(" is ")[0][:12] for text in documents.values()] == [
        "Ada Stone wa",
        "Corran Mill",
    ]
    assert len(bench.pool) == 5


def test_a_change_stands_in_table_and_ledger_and_other_lines_stay(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = bench.folder / "replacements.jsonl"
    before = path.read_bytes().splitlines()
    row = replacements(bench)[1]
    bench.apply(
        [Change("replacements", row, approved(row))],
        annotator="Ann Reader",
        action="accept",
        seconds=12.5,
    )
    after = path.read_bytes().splitlines()
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True]
    assert json.loads(after[1])["status"] == "approved"
    assert replacements(bench)[1] == approved(row)
    names = list(json.loads(after[1]))
    assert names[:3] == ["question_id", "original", "replacement"]
    assert names[-3:] == ["status", "annotator", "note"]
    [entry] = read_ledger(bench.folder)
    assert (entry.annotator, entry.action, entry.decision, entry.seconds) == (
        "Ann Reader",
        "accept",
        "accept",
        12.5,
    )
    assert entry.after == json.loads(after[1])


def test_a_new_row_stands_after_its_questions_others_and_can_be_taken_back(tmp_path: Path) -> None:
    rows = [
        pair("Tamble", "Wissel", kind="place"),
        pair("Mell", "Orrin", kind="place", question_id="hotpotqa:port"),
    ]
    bench = workbench(tmp_path, english_replacements=rows)
    content = (bench.folder / "replacements.jsonl").read_bytes()
    row = replacements(bench)[0].model_copy(update={"original": "Corran", "replacement": "Beck"})
    change = Change("replacements", None, row)
    bench.apply([change], annotator="Ann Reader", action="add")
    assert [each.original for each in replacements(bench)] == ["Tamble", "Corran", "Mell"]
    undone = Change(change.table, change.after, change.before)
    bench.apply([undone], annotator="Ann Reader", action="undo")
    assert (bench.folder / "replacements.jsonl").read_bytes() == content
    assert [entry.action for entry in read_ledger(bench.folder)] == ["add", "undo"]


def test_a_row_that_somebody_else_changed_is_a_conflict_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    mine, other = workbench(tmp_path), workbench(tmp_path)
    first, second = replacements(mine)[:2]
    other.apply([Change("replacements", first, approved(first))], annotator="Bo", action="accept")
    before = (mine.folder / "replacements.jsonl").read_bytes()
    rejected = first.model_copy(update={"status": "rejected"})
    changes = [
        Change("replacements", second, approved(second)),
        Change("replacements", first, rejected),
    ]
    with pytest.raises(ConflictError, match="changed by somebody else meanwhile") as caught:
        mine.apply(changes, annotator="Ann", action="reject")
    assert caught.value.now == approved(first)
    assert (mine.folder / "replacements.jsonl").read_bytes() == before
    with pytest.raises(ConflictError):
        mine.apply([Change("replacements", None, second)], annotator="Ann", action="add")


def test_a_row_that_is_none_is_never_written(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    before = (bench.folder / "replacements.jsonl").read_bytes()
    row = replacements(bench)[0]
    for annotator in ("", "Ann\nReader"):
        changes = [Change("replacements", row, approved(row, annotator))]
        with pytest.raises(ValueError, match="annotator"):
            bench.apply(changes, annotator="Ann", action="accept")
    assert (bench.folder / "replacements.jsonl").read_bytes() == before
    assert read_ledger(bench.folder) == []


def test_a_table_that_is_not_there_yet_is_written(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    rows = replacements(bench)
    (bench.folder / "replacements.jsonl").unlink()
    assert replacements(bench) == ()
    changes = [Change("replacements", None, row) for row in rows]
    bench.apply(changes, annotator="Ann", action="import")
    assert replacements(bench) == rows


def test_a_line_of_the_ledger_cut_short_is_dropped_and_another_is_told(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    row = replacements(bench)[0]
    bench.apply([Change("replacements", row, approved(row))], annotator="Ann", action="accept")
    ledger = bench.folder / LEDGER
    whole = ledger.read_bytes()
    ledger.write_bytes(whole + b'{"time":"2026-')
    assert len(read_ledger(bench.folder)) == 1
    bench.apply([Change("replacements", approved(row), row)], annotator="Ann", action="undo")
    assert [entry.action for entry in read_ledger(bench.folder)] == ["accept", "undo"]
    ledger.write_bytes(whole + b"{}\n")
    with pytest.raises(UsageError, match=r"ledger\.jsonl:2: is no entry of a ledger"):
        read_ledger(bench.folder)


def _approve(folder: Path, start: int, step: int) -> None:
    bench = workbench(folder)
    for row in replacements(bench)[start::step]:
        bench.apply([Change("replacements", row, approved(row))], annotator="A", action="accept")


def test_of_two_at_once_nothing_is_lost(tmp_path: Path) -> None:
    rows = [pair(f"word{number}", f"new{number}") for number in range(20)]
    bench = workbench(tmp_path, english_replacements=rows)
    context = multiprocessing.get_context("fork")
    both = [context.Process(target=_approve, args=(tmp_path, start, 2)) for start in (0, 1)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert {row.status for row in replacements(bench)} == {"approved"}
    assert len(read_ledger(bench.folder)) == 20


def test_builds_take_the_ledger_for_no_table(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    row = replacements(bench)[0]
    bench.apply([Change("replacements", row, approved(row))], annotator="Ann", action="accept")
    (bench.folder / "replacement.jsonl").write_text("")
    assert [line.split()[0] for line in unread_tables(bench.source)] == ["replacement.jsonl"]
