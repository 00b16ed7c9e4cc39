"""Tables out to a spreadsheet or Label Studio and back: nothing is lost, changed or overwritten."""

from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pydantic import BaseModel

from lvbuild.annotate.exchange import ImportPlan, export_tables, plan_import, read_sheets
from lvbuild.annotate.exchange.sheets import row_cells, row_fields
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import Change
from tests.annotate.test_workbench import approved, replacements
from tests.annotate.worlds import workbench
from tests.rules.small_tables import ENGLISH, pair


class Anything(BaseModel):
    """A row of a task's own, whose answer may be anything."""

    id: str
    answer: Any


HARD = [
    pair("=1+1", "'quoted", "-2", "@name", kind="term"),
    pair("1887-04-05", "1891-03-02", kind="date"),
    pair("12345678901234567890", "00042", kind="number"),
    pair("May 1887", "June 1891", "3/4", kind="date"),
    pair("白石镇", "翠岚镇", "绛，溪;镇", kind="place"),
    pair('the "Nick" mill', "a, b; c", "TRUE", kind="title"),
    pair("1e5", "2e6", "yes", kind="number"),
]


def round_trip(bench: Workbench, path: Path, annotator: str | None = None) -> ImportPlan:
    return plan_import(bench, read_sheets(bench, path), annotator)


def excel(path: Path, change: Callable[[Any], None], tab: str = "replacements") -> None:
    """Change a tab of a workbook as a person does in Excel."""
    book = openpyxl.load_workbook(path)
    change(book[tab])
    book.save(path)


def column(tab: Any, name: str) -> int:
    found: int = next(cell.column for cell in tab[1] if cell.value == name)
    return found


@pytest.mark.parametrize("form", ["xlsx", "csv"])
@pytest.mark.parametrize("name", ["english", "chinese", "needles"])
def test_what_comes_back_unchanged_changes_nothing(tmp_path: Path, form: str, name: str) -> None:
    bench = workbench(tmp_path, name, english_replacements=[*ENGLISH["replacements"], *HARD])
    [path] = export_tables(bench, form, tmp_path / f"tables.{form}")
    plan = round_trip(bench, path)
    assert (plan.changes, plan.conflicts, plan.problems) == ((), (), ())
    assert plan.unchanged == sum(len(table.rows) for table in bench.tables.named().values())


def test_excel_keeps_every_cell_as_text(tmp_path: Path) -> None:
    bench = workbench(tmp_path, english_replacements=HARD)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    tab = openpyxl.load_workbook(path)["replacements"]
    originals = [row[column(tab, "original") - 1] for row in tab.iter_rows(min_row=2)]
    assert [cell.value for cell in originals] == [row["original"] for row in HARD]
    assert {(cell.data_type, cell.number_format) for cell in originals} == {("s", "@")}


def test_a_spreadsheet_takes_no_cell_of_the_csv_for_a_formula_number_or_date(
    tmp_path: Path,
) -> None:
    bench = workbench(tmp_path, english_replacements=HARD)
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    text = path.read_bytes().decode("utf-8-sig")
    for row in csv.DictReader(io.StringIO(text)):
        for name in ("row", "original", "replacement"):
            assert row[name] == "" or row[name][0] not in "=+-@0123456789", row
            assert not row[name].startswith(("May", "TRUE"))


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_csv_that_another_spreadsheet_wrote_is_read(tmp_path: Path, delimiter: str) -> None:
    bench = workbench(tmp_path, english_replacements=[*ENGLISH["replacements"], *HARD])
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    rows = list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"))))
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    assert round_trip(bench, path).passes
    assert round_trip(bench, path).changes == ()


def test_edited_and_new_rows_are_changes_signed_by_the_annotator(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")

    def edit(tab: Any) -> None:
        tab.cell(4, column(tab, "replacement")).value = "Hessel"
        tab.cell(4, column(tab, "status")).value = "approved"
        new = {"question_id": "hotpotqa:port", "original": "Harrow", "replacement": "Brill"}
        for name, value in {**new, "kind": "place", "status": "draft", "annotator": "x"}.items():
            tab.cell(5, column(tab, name)).value = value

    excel(path, edit)
    plan = round_trip(bench, path, "Ann Reader")
    assert (plan.problems, plan.conflicts) == ((), ())
    edited, new = (each.change for each in plan.changes)
    assert isinstance(edited.after, ReplacementRow)
    assert (edited.after.replacement, edited.after.annotator) == ("Hessel", "Ann Reader")
    assert new.before is None
    assert isinstance(new.after, ReplacementRow)
    assert (new.after.original, new.after.annotator) == ("Harrow", "Ann Reader")


def test_a_row_is_not_approved_in_a_programs_name(tmp_path: Path) -> None:
    rows = [row | {"annotator": "language model"} for row in ENGLISH["replacements"]]
    bench = workbench(tmp_path, english_replacements=rows)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")

    def approve(tab: Any) -> None:
        tab.cell(2, column(tab, "status")).value = "approved"

    excel(path, approve)
    [problem] = round_trip(bench, path).problems
    assert problem == (
        f"{path}, tab replacements, row 2: the row is approved, but nobody says by whom; give"
        " --annotator NAME"
    )
    assert round_trip(bench, path, "Ann Reader").passes


def test_a_row_that_changed_meanwhile_is_a_conflict(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    row = replacements(bench)[2]
    newer = row.model_copy(update={"replacement": "Newer"})
    bench.apply([Change("replacements", row, newer)], annotator="Bo", action="edit")

    def edit(tab: Any) -> None:
        tab.cell(4, column(tab, "replacement")).value = "Older"

    excel(path, edit)
    plan = round_trip(bench, path, "Ann")
    assert not plan.passes
    [conflict] = plan.conflicts
    assert conflict.change.before == newer
    assert (plan.changes, conflict.place) == ((), f"{path}, tab replacements, row 4")


def test_rows_are_held_to_the_rules_of_check(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    text = path.read_text("utf-8-sig").replace("Tamble,Wissel", "Zanzibar,Wissel")
    path.write_text(text, "utf-8")
    plan = round_trip(bench, path, "Ann")
    assert any("original-never-occurs" in problem for problem in plan.problems)
    assert all(problem.startswith(f"{path}:") for problem in plan.problems)


@pytest.mark.parametrize(
    ("value", "made"),
    [
        (date(1887, 4, 5), "a date"),
        ("=A1+1", "a formula"),
        (12345678901234567890, "a number without its last digits"),
    ],
)
def test_what_excel_has_made_of_a_text_is_told(tmp_path: Path, value: object, made: str) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")

    def edit(tab: Any) -> None:
        tab.cell(2, column(tab, "original")).value = value

    excel(path, edit)
    with pytest.raises(UsageError, match=f"row 2: Excel has made {made} of 'original'"):
        round_trip(bench, path)


def test_numbers_that_a_person_types_are_texts(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")

    def edit(tab: Any) -> None:
        tab.cell(4, column(tab, "replacement")).value = 1887
        tab.cell(4, column(tab, "alternatives")).value = 1888.0

    excel(path, edit)
    after = (
        round_trip(bench, path).changes[0].change.after if round_trip(bench, path).changes else None
    )
    problems = round_trip(bench, path).problems
    assert after is not None or problems
    if isinstance(after, ReplacementRow):
        assert (after.replacement, after.alternatives) == ("1887", ("1888",))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe", "is no UTF-8 text; save it as CSV UTF-8"),
        (b"a,b\n1,2\n", "has no column 'table'"),
        (b"table,original\nreplacements,a,b\n", "has 3 cells, 2 columns"),
        (b"table,id\nwords,a\n", "there is no table 'words'"),
        (
            b"table,row,question_id,original\nreplacements,,q,a\n",
            "the field 'replacement' is missing",
        ),
    ],
)
def test_a_bad_csv_is_told_by_its_line(tmp_path: Path, content: bytes, told: str) -> None:
    bench = workbench(tmp_path)
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    try:
        lines = round_trip(bench, path).problems
    except UsageError as error:
        lines = (str(error),)
    assert any(told in line and line.startswith(str(path)) for line in lines), lines


@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_a_column_that_no_table_has_is_told_in_one_line(tmp_path: Path, form: str) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, form, tmp_path / f"tables.{form}")
    if form == "csv":
        text = path.read_text("utf-8-sig").replace(",replacement,", ",replacment,")
        path.write_text(text, "utf-8-sig")
    else:
        excel(path, lambda tab: tab.cell(1, column(tab, "replacement"), "replacment"))
    [problem] = round_trip(bench, path).problems
    assert problem.endswith("unknown column 'replacment'; did you mean 'replacement'?")


def test_a_column_of_ones_own_stands_in_brackets_and_none_twice(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    excel(path, lambda tab: tab.cell(1, tab.max_column + 1, "(remark)"))
    assert round_trip(bench, path).passes
    excel(path, lambda tab: tab.cell(1, tab.max_column + 1, "note"))
    [problem] = round_trip(bench, path).problems
    assert "the column 'note' stands twice" in problem


@pytest.mark.parametrize("name", ["", " ", "Ann\nReader"])
def test_nobody_imports_without_a_name(tmp_path: Path, name: str) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    with pytest.raises(UsageError, match="the annotator's name is"):
        round_trip(bench, path, name)


def test_a_file_that_was_applied_changes_nothing_the_second_time(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    excel(path, lambda tab: tab.cell(2, column(tab, "status"), "approved"))
    plan = round_trip(bench, path, "Ann")
    bench.apply([each.change for each in plan.changes], annotator="Ann", action="import")
    again = round_trip(bench, path, "Ann")
    assert (len(plan.changes), again.changes, again.conflicts) == (1, (), ())


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.json", b"[" * 100_000, "is no JSON (it is nested too deeply)"),
        ("a.json", b'[{"data": {}}]', "a task lacks 'question_id'"),
        ("a.json", b'[{"data": {"question_id": "x"}}]', "holds no annotations"),
        ("a.csv", b'table,note\nreplacements,"open\n', "a.csv:2: is no CSV"),
        ("a.xlsx", b"PK\x03\x04 no workbook", "is no Excel workbook"),
    ],
)
def test_a_broken_file_is_told_in_one_line(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    bench = workbench(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError) as caught:
        read_sheets(bench, tmp_path / name)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def why_not(bench: Workbench, path: Path) -> str:
    """Return what is told of a file that cannot be read, "" where it can."""
    try:
        read_sheets(bench, path)
    except UsageError as error:
        return str(error)
    return ""


def test_a_workbook_with_broken_parts_is_told(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    with zipfile.ZipFile(path) as good:
        parts = {name: good.read(name) for name in good.namelist()}
    told = []
    for name in parts:
        with zipfile.ZipFile(path, "w") as bad:
            for other, content in parts.items():
                bad.writestr(other, content[: len(content) // 2] if other == name else content)
        told.append(why_not(bench, path))
    assert set(told) == {"", f"{path}: is no Excel workbook; save it as .xlsx"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    os.mkfifo(tmp_path / "a.csv")
    with pytest.raises(UsageError, match="no regular file"):
        read_sheets(bench, tmp_path / "a.csv")


def test_a_file_that_stands_there_is_not_overwritten(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    path = tmp_path / "tables.xlsx"
    path.write_bytes(b"work")
    with pytest.raises(UsageError, match="stands there already"):
        export_tables(bench, "xlsx", path)
    assert path.read_bytes() == b"work"
    export_tables(bench, "xlsx", path, overwrite=True)
    (tmp_path / "b.xlsx").write_bytes(b"work")
    with pytest.raises(UsageError, match="is no Excel workbook"):
        read_sheets(bench, tmp_path / "b.xlsx")
    with pytest.raises(UsageError, match=r"is no \.xlsx, \.csv or \.json file"):
        read_sheets(bench, tmp_path / "b.ods")


@pytest.mark.parametrize("name", ["english", "chinese"])
def test_label_studio_gets_every_place_of_an_original_and_gives_rows_back(
    tmp_path: Path, name: str
) -> None:
    bench = workbench(tmp_path, name)
    path, config = export_tables(bench, "label_studio", tmp_path / "tasks.json")
    assert '<Label value="person"/>' in config.read_text("utf-8")
    tasks = json.loads(path.read_text("utf-8"))
    assert len(tasks) == 1
    text = tasks[0]["data"]["text"]
    results = tasks[0]["predictions"][0]["result"]
    regions = [one["value"] for one in results if one["type"] == "labels"]
    assert regions
    assert all(text[one["start"] : one["end"]] == one["text"] for one in regions)
    # Submitted as it was predicted, nothing is changed.
    tasks[0]["annotations"] = [{"result": results, "updated_at": "2026-01-01"}]
    path.write_text(json.dumps(tasks), "utf-8")
    assert round_trip(bench, path).changes == ()
    # Approved, and a region added.
    for one in results:
        if one["from_name"] == "status":
            one["value"]["choices"] = ["approved"]
    word = "rye" if name == "english" else "米铺"
    start = text.index(word)
    at = {"start": start, "end": start + len(word)}
    results.append(
        {
            "id": "n",
            "from_name": "label",
            "type": "labels",
            "value": {**at, "text": word, "labels": ["term"]},
        }
    )
    new = "oats" if name == "english" else "茶庄"
    results.append(
        {"id": "n", "from_name": "replacement", "type": "textarea", "value": {**at, "text": [new]}}
    )
    path.write_text(json.dumps(tasks), "utf-8")
    plan = round_trip(bench, path, "Ann Reader")
    assert plan.problems == ()
    rows = [each.change.after for each in plan.changes]
    assert {row.status for row in rows if isinstance(row, ReplacementRow)} == {"approved", "draft"}
    assert [row.original for row in rows if isinstance(row, ReplacementRow)][-1] == word
    results[-1]["value"]["text"] = ["else"]
    again = {**results[-2], "id": "m"}
    path.write_text(json.dumps([{**tasks[0], "annotations": [{"result": [*results, again]}]}]))
    with pytest.raises(UsageError, match=r"two regions of .* differ in 'replacement'"):
        round_trip(bench, path)


def test_applied_rows_are_in_table_and_ledger(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    row = replacements(bench)[0]
    bench.apply([Change("replacements", row, approved(row))], annotator="Ann", action="import")
    assert replacements(bench)[0].status == "approved"


def without_column(path: Path, name: str) -> None:
    """Take a column out of a CSV file."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = [each for each in rows[0] if each != name]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


@pytest.mark.parametrize("name", ["alternatives", "note", "status", "annotator", "everywhere"])
def test_a_column_that_was_taken_out_leaves_its_field_as_it_was(tmp_path: Path, name: str) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    without_column(path, name)
    plan = round_trip(bench, path, "Ann")
    assert (plan.changes, plan.conflicts, plan.problems) == ((), (), ())


def test_rows_cannot_be_told_without_their_column(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    without_column(path, "row")
    plan = round_trip(bench, path, "Ann")
    assert not plan.changes
    assert plan.problems[0].startswith(f"{path}:1: has no column 'row', which tells which rows")


@pytest.mark.parametrize(
    "answer", [{"Ada": 1000, "Ben": 1017}, ["a", "b\nc"], 1102, True, "plain", "12", None, {}]
)
def test_a_field_of_any_value_comes_back_as_it_was(answer: object) -> None:
    row = Anything(id="a", answer=answer)
    assert Anything.model_validate(row_fields(row_cells(row), Anything)) == row
