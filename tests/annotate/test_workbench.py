"""The workbench: what it applies stands in the table and the ledger, and nobody's is lost."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.status import annotation_status
from lvbuild.annotate.workbench import Step, Workbench
from lvbuild.errors import UsageError
from lvbuild.release.folder import TemporaryFile
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


def approve(bench: Workbench, *rows: ReplacementRow, seconds: float = 0) -> None:
    steps = [Step("accept", Change("replacements", row, approved(row))) for row in rows]
    bench.write(steps, "Ann Reader", seconds)


def test_a_change_stands_in_table_and_ledger_and_other_lines_stay(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = bench.folder / "replacements.jsonl"
    before, row = path.read_bytes().splitlines(), replacements(bench)[1]
    approve(bench, row, seconds=12.5)
    after = path.read_bytes().splitlines()
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True]
    assert replacements(bench)[1] == approved(row)
    fields = json.loads(after[1])
    assert [*fields][:4] == ["question_id", "entity", "original", "replacement"]
    assert [*fields][-3:] == ["status", "annotator", "note"]
    [entry] = read_ledger(bench.folder)
    assert (entry.annotator, entry.action, entry.decision) == ("Ann Reader", "accept", "accept")
    assert (entry.seconds, entry.after) == (12.5, fields)
    # Builds take the ledger for no table.
    (bench.folder / "replacement.jsonl").write_text("")
    assert [line.split()[0] for line in unread_tables(bench.source)] == ["replacement.jsonl"]


def test_a_new_row_stands_after_its_questions_others_and_can_be_taken_back(tmp_path: Path) -> None:
    rows = [pair("Tamble", "Wissel"), pair("Mell", "Orrin", question_id="hotpotqa:port")]
    bench = workbench(tmp_path, english_replacements=rows)
    content = (bench.folder / "replacements.jsonl").read_bytes()
    row = replacements(bench)[0].model_copy(update={"original": "Corran", "replacement": "Beck"})
    bench.apply([Change("replacements", None, row)], annotator="Ann Reader", action="add")
    assert [each.original for each in replacements(bench)] == ["Tamble", "Corran", "Mell"]
    bench.apply([Change("replacements", row, None)], annotator="Ann Reader", action="undo")
    assert (bench.folder / "replacements.jsonl").read_bytes() == content
    assert [entry.action for entry in read_ledger(bench.folder)] == ["add", "undo"]


def test_a_row_that_somebody_else_changed_is_a_conflict_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    mine, other = workbench(tmp_path), workbench(tmp_path)
    first, second = replacements(mine)[:2]
    approve(other, first)
    before = (mine.folder / "replacements.jsonl").read_bytes()
    with pytest.raises(ConflictError) as caught:
        approve(mine, second, first.model_copy(update={"note": "seen"}))
    assert caught.value.now == approved(first)
    with pytest.raises(ConflictError):
        mine.apply([Change("replacements", None, second)], annotator="Ann", action="add")
    assert (mine.folder / "replacements.jsonl").read_bytes() == before


@pytest.mark.parametrize("annotator", ["", "Ann\nReader"])
def test_a_row_that_is_none_is_never_written(tmp_path: Path, annotator: str) -> None:
    bench = workbench(tmp_path)
    before = (bench.folder / "replacements.jsonl").read_bytes()
    row = replacements(bench)[0]
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
    first, second, _ = replacements(bench)
    approve(bench, first)
    ledger = bench.folder / LEDGER
    whole = ledger.read_bytes()
    ledger.write_bytes(whole + b'{"time":"2026-')
    assert len(read_ledger(bench.folder)) == 1
    approve(bench, second)
    assert len(read_ledger(bench.folder)) == 2
    for line in (b"{}", b"[]", b"{", b"[" * 100_000):
        ledger.write_bytes(whole + line + b"\n")
        with pytest.raises(UsageError, match=r"ledger\.jsonl:2: is no entry of a ledger"):
            read_ledger(bench.folder)


def _approve(folder: Path, start: int) -> None:
    bench = workbench(folder)
    for row in replacements(bench)[start::2]:
        approve(bench, row)


def test_of_two_at_once_nothing_is_lost(tmp_path: Path) -> None:
    rows = [pair(f"word{number}", f"new{number}") for number in range(20)]
    bench = workbench(tmp_path, english_replacements=rows)
    context = multiprocessing.get_context("fork")
    both = [context.Process(target=_approve, args=(tmp_path, start)) for start in (0, 1)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert {row.status for row in replacements(bench)} == {"approved"}
    assert len(read_ledger(bench.folder)) == 20


def test_the_status_counts_rows_and_what_is_missing(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_confusing_facts=[])
    path = bench.folder / "replacements.jsonl"
    path.write_text(path.read_text("utf-8").replace('"test"', '""', 1), "utf-8")
    status = annotation_status(bench)
    table = status.tables["replacements"]
    assert (table.drafted, table.approved, table.rejected) == (2, 0, 0)
    assert (status.questions, status.broken) == (2, (f"{path}:1",))
    assert status.missing == (
        "1 of 2 questions lack replacements",
        "2 of 2 questions lack confusing facts",
    )


def test_the_status_names_what_the_ledger_does_not_explain(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = bench.folder / "replacements.jsonl"
    assert annotation_status(bench).tables["replacements"].unexplained == ()
    approve(bench, *replacements(bench), seconds=7200)
    status = annotation_status(bench)
    assert (status.hours, status.tables["replacements"].unexplained) == (2, ())
    path.write_text(path.read_text("utf-8").replace("Wissel", "Hissel"), "utf-8")
    changed = annotation_status(bench).tables["replacements"]
    assert changed.unexplained == (f"{path}:3",)
    # Without a ledger only approved rows are named.
    (bench.folder / LEDGER).unlink()
    path.write_text(path.read_text("utf-8").replace("approved", "draft", 1), "utf-8")
    alone = annotation_status(bench).tables["replacements"]
    assert alone.unexplained == (f"{path}:2", f"{path}:3")


def test_tables_that_cannot_be_written_are_told_of_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = workbench(tmp_path)
    bench.require_own()
    monkeypatch.setattr("os.access", lambda folder, _: Path(folder) != bench.folder)
    with pytest.raises(UsageError, match="annotations/english: cannot be written"):
        bench.require_own()


def test_what_a_killed_writer_left_goes_with_the_next_change(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    left = bench.folder / ".replacements.jsonl.x.lvbuild-tmp"
    left.write_text("half")
    [row, *_] = replacements(bench)
    gone = [Change("replacements", row, None)]
    bench.apply(gone, annotator="Ann Reader", action="edit")
    assert not left.exists()


TWO = ("confusing_facts", "replacements")


def _approve_of_two_tables(bench: Workbench) -> None:
    changes = [Change(name, row, approved(row)) for name in TWO for row in bench.rows(name)[:1]]
    bench.apply(changes, annotator="Ann Reader", action="accept")


def _die_while_putting(folder: Path, number: int) -> None:
    puts = iter(range(number))

    def put(file: TemporaryFile, *, durably: bool = False) -> None:
        if next(puts, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)
        real(file, durably=durably)

    real = TemporaryFile.put
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(TemporaryFile, "put", put)
        _approve_of_two_tables(workbench(folder))


def _unexplained(bench: Workbench) -> set[str]:
    """Return the statuses of rows that the ledger does not explain; the test's own are drafts."""
    tables, status = bench.tables.named(), annotation_status(bench).tables
    return {
        at.row.status
        for name in TWO
        for at in tables[name].placed
        if at.place in status[name].unexplained
    }


@pytest.mark.parametrize("number", [0, 1])
def test_the_ledger_explains_whatever_stands_after_a_kill_and_what_lacks_is_done_again(
    tmp_path: Path, number: int
) -> None:
    bench = workbench(tmp_path)
    process = multiprocessing.get_context("fork").Process(
        target=_die_while_putting, args=(tmp_path, number)
    )
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    status = annotation_status(bench).tables
    assert [status[name].approved for name in TWO] == [number, 0]
    assert _unexplained(bench) == {"draft"}
    lacking = [
        Change(name, row, approved(row)) for name in TWO[number:] for row in bench.rows(name)
    ]
    bench.apply(lacking, annotator="Ann Reader", action="accept")
    assert _unexplained(bench) <= {"draft"}
    assert not list(bench.folder.glob(".*tmp"))


def test_where_a_table_cannot_be_put_in_place_the_ledger_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = workbench(tmp_path)
    approve(bench, replacements(bench)[0])
    before = {path: path.read_bytes() for path in bench.folder.iterdir()}

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for step in ("write", "put"):
        monkeypatch.setattr(TemporaryFile, step, full)
        with pytest.raises(UsageError, match="cannot be written"):
            approve(bench, replacements(bench)[1])
        monkeypatch.undo()
        assert {path: path.read_bytes() for path in bench.folder.iterdir()} == before
