"""Tables out to a spreadsheet or Label Studio and back: nothing is lost, changed or overwritten."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import zipfile
from datetime import date
from pathlib import Path
from typing import Any, get_args

import openpyxl
import pytest
from pydantic import BaseModel

from lvbuild.annotate.exchange import ImportPlan, export_tables, plan_import, read_sheets
from lvbuild.annotate.exchange.sheets import Sheet, row_cells, row_fields
from lvbuild.annotate.exchange.workbooks import write_workbook
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.tables.writing import Change
from tests.annotate.test_workbench import replacements
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


def exported(folder: Path, form: str = "csv", **tables: Any) -> tuple[Workbench, Path]:
    bench = workbench(folder, **tables)
    return bench, export_tables(bench, form, folder / f"tables.{form}")[0]


def round_trip(bench: Workbench, path: Path, annotator: str | None = "Ann") -> ImportPlan:
    return plan_import(bench, read_sheets(bench, path), annotator)


def excel(path: Path, *cells: tuple[int, str, object]) -> None:
    """Change cells of the replacements, by row and column, as a person does in Excel."""
    book = openpyxl.load_workbook(path)
    tab = book["replacements"]
    for row, name, value in cells:
        tab.cell(row, column(tab, name)).value = value  # type: ignore[assignment]
    book.save(path)


def column(tab: Any, name: str) -> int:
    """Return the number of a column, a new one where there is none such."""
    there = {cell.value: int(cell.column) for cell in tab[1]}
    return there.get(name, int(tab.max_column) + 1)


def csv_rows(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"))))


def write_rows(path: Path, rows: list[list[str]], delimiter: str = ",") -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\r\n").writerows(rows)


@pytest.mark.parametrize("form", ["xlsx", "csv"])
@pytest.mark.parametrize("name", ["english", "chinese", "needles"])
def test_what_comes_back_unchanged_changes_nothing(tmp_path: Path, form: str, name: str) -> None:
    bench = workbench(tmp_path, name, english_replacements=[*ENGLISH["replacements"], *HARD])
    [path] = export_tables(bench, form, tmp_path / f"tables.{form}")
    rows = sum(len(table.rows) for table in bench.tables.named().values())
    assert round_trip(bench, path, None) == ImportPlan(unchanged=rows)
    if form == "csv":  # as another spreadsheet writes it
        for delimiter in ";\t":
            write_rows(path, csv_rows(path), delimiter)
            assert round_trip(bench, path, None).unchanged == rows
            export_tables(bench, form, path, overwrite=True)


def test_no_spreadsheet_takes_a_cell_for_a_formula_number_or_date(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx", english_replacements=HARD)
    tab = openpyxl.load_workbook(path)["replacements"]
    originals = [row[column(tab, "original") - 1] for row in tab.iter_rows(min_row=2)]
    assert [cell.value for cell in originals] == [row["original"] for row in HARD]
    assert {(cell.data_type, cell.number_format) for cell in originals} == {("s", "@")}
    [path] = export_tables(bench, "csv", tmp_path / "tables.csv")
    for row in csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"))):
        for name in ("row", "original", "replacement"):
            assert row[name] == "" or row[name][0] not in "=+-@0123456789", row
            assert not row[name].startswith(("May", "TRUE"))


def test_edited_and_new_rows_are_changes_signed_by_the_annotator_once(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    new = {"question_id": "hotpotqa:port", "original": "Harrow", "replacement": 1887}
    # Numbers that a person types are texts.
    new |= {"alternatives": 1888.0, "kind": "date", "status": "draft", "annotator": "x"}
    excel(path, (4, "replacement", "Hessel"), (4, "status", "approved"), (4, "(remark)", "mine"))
    excel(path, *((5, name, value) for name, value in new.items()))
    plan = round_trip(bench, path)
    edited, added = (each.after for each in plan.changes.values())
    assert isinstance(edited, ReplacementRow)
    assert (edited.replacement, edited.status, edited.annotator) == ("Hessel", "approved", "Ann")
    assert isinstance(added, ReplacementRow)
    assert (added.original, added.annotator) == ("Harrow", "Ann")
    assert (added.replacement, added.alternatives) == ("1887", ("1888",))


def test_a_file_that_was_applied_changes_nothing_the_second_time(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    excel(path, (2, "status", "approved"))
    plan = round_trip(bench, path)
    bench.apply([*plan.changes.values()], annotator="Ann", action="import")
    again = round_trip(bench, path)
    assert (len(plan.changes), again.changes, again.conflicts) == (1, {}, {})


def test_a_row_is_not_approved_in_a_programs_name(tmp_path: Path) -> None:
    rows = [row | {"annotator": "language model"} for row in ENGLISH["replacements"]]
    bench, path = exported(tmp_path, "xlsx", english_replacements=rows)
    excel(path, (2, "status", "approved"))
    [problem] = round_trip(bench, path, None).problems
    assert problem.startswith(f"{path}, tab replacements, row 2: the row is approved, but nobody")
    assert round_trip(bench, path).passes
    for name in ("", "Ann\nReader"):
        with pytest.raises(UsageError, match="the annotator's name is"):
            round_trip(bench, path, name)


def test_a_row_that_changed_meanwhile_is_a_conflict(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    row = replacements(bench)[2]
    newer = row.model_copy(update={"replacement": "Newer"})
    bench.apply([Change("replacements", row, newer)], annotator="Bo", action="edit")
    excel(path, (4, "replacement", "Older"))
    plan = round_trip(bench, path)
    assert not plan.passes
    [(place, conflict)] = plan.conflicts.items()
    assert conflict.before == newer
    assert (plan.changes, place) == ({}, f"{path}, tab replacements, row 4")


def test_rows_are_held_to_the_rules_of_check(tmp_path: Path) -> None:
    bench, path = exported(tmp_path)
    text = path.read_text("utf-8-sig").replace("Tamble,Wissel", "Zanzibar,Wissel")
    path.write_text(text, "utf-8")
    problems = round_trip(bench, path).problems
    assert any("original-never-occurs" in problem for problem in problems)
    assert all(problem.startswith(f"{path}:") for problem in problems)


@pytest.mark.parametrize(
    ("value", "made"),
    [
        (date(1887, 4, 5), "a date"),
        ("=A1+1", "a formula"),
        (12345678901234567890, "a number"),
        (3.1, "a number"),  # of 3.10, for all that is known
        (True, "a truth value"),
    ],
)
def test_what_excel_has_made_of_a_text_is_told(tmp_path: Path, value: object, made: str) -> None:
    bench, path = exported(tmp_path, "xlsx")
    excel(path, (2, "original", value))
    with pytest.raises(UsageError, match=f"row 2: Excel has made {made} of 'original'"):
        round_trip(bench, path)


@pytest.mark.parametrize(
    ("number", "shown", "typed"),
    [
        (0.05, "0%", "5%"),
        (0.07, "0%", "7%"),
        (0.0525, "0.00%", "5.25%"),
        (1000, "#,##0", "1,000"),
        (-1234567.25, "#,##0.00", "-1,234,567.25"),
        (3.1, "0.00", "3.10"),
        (1887, "General", "1887"),
        (1888.0, "@", "1888"),
        (0.055, "0.00%", None),  # typed as 5.5% it is shown as 5.50%
        (1000.5, "#,##0.00", None),
        (3.14159, "0.00", None),
        (1000, "0.00E+00", None),
        (5, '"$"#,##0', None),
    ],
)
def test_a_number_is_read_as_its_format_shows_it_where_that_was_typed(
    tmp_path: Path, number: float, shown: str, typed: str | None
) -> None:
    bench, path = exported(tmp_path, "xlsx")
    book = openpyxl.load_workbook(path)
    cell = book["replacements"].cell(2, column(book["replacements"], "replacement"))
    cell.value, cell.number_format = number, shown
    book.save(path)
    if typed is None:
        with pytest.raises(UsageError, match="row 2: Excel has made a number of 'replacement'"):
            round_trip(bench, path)
    else:
        [sheet] = (each for each in read_sheets(bench, path) if each.table == "replacements")
        assert next(iter(sheet.rows.values()))["replacement"] == typed


def test_a_flag_may_be_a_truth_value(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    excel(path, (4, "any_case", True), (3, "any_case", False))
    [changed] = round_trip(bench, path).changes.values()
    assert getattr(changed.after, "any_case", None) is True


def test_a_workbook_offers_the_values_of_a_column_and_picks_rows_out_by_them(
    tmp_path: Path,
) -> None:
    _, path = exported(tmp_path, "xlsx")
    for tab in openpyxl.load_workbook(path).worksheets:
        assert tab.auto_filter.ref == tab.dimensions
        offered = {
            str(tab.cell(1, cells.min_col).value): each.formula1
            for each in tab.data_validations.dataValidation
            for cells in each.sqref.ranges
            if (cells.min_row, cells.max_row) == (2, 2**20)
        }
        usual = {"status": '"draft,approved,rejected"'}
        if tab.title == "replacements":
            kinds = '"person,place,organisation,title,date,number,term"'
            usual |= {"kind": kinds, "scope": '"everywhere,own"', "any_case": '"yes"'}
        assert offered == ({} if tab.title == "selection" else usual)


def test_a_new_row_is_typed_as_text(tmp_path: Path) -> None:
    _, path = exported(tmp_path, "xlsx")
    book = openpyxl.load_workbook(path)
    for tab in book.worksheets:
        assert {each.number_format for each in tab.column_dimensions.values()} == {"@"}


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("a\x0bb", "holds the character U+000B"),
        ("a\rb", "holds the character U+000D"),
        ("a\uffff", "holds the character U+FFFF"),
    ],
)
def test_what_no_workbook_can_hold_is_told_by_its_row_and_goes_out_as_csv(
    tmp_path: Path, note: str, told: str
) -> None:
    rows = [*ENGLISH["replacements"][:2], {**ENGLISH["replacements"][2], "note": note}]
    bench, path = exported(tmp_path, english_replacements=rows)
    assert round_trip(bench, path).changes == {}
    with pytest.raises(UsageError) as caught:
        export_tables(bench, "xlsx", tmp_path / "tables.xlsx")
    place = f"{bench.folder / 'replacements.jsonl'}:3: 'note' {told}"
    assert (
        str(caught.value)
        == f"{place}, which no Excel workbook can hold; mend the row, or write --csv"
    )
    assert not (tmp_path / "tables.xlsx").exists()


def test_a_text_longer_than_a_cell_is_not_cut(tmp_path: Path) -> None:
    rows = {"a.jsonl:1": {"note": "x" * 40_000}}
    with pytest.raises(UsageError, match="'note' has over 32,767 characters"):
        write_workbook([Sheet("needles", ["note"], rows)])


def test_columns_that_no_table_has_or_that_stand_twice_are_told(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    excel(path, (1, "replacement", "replacment"), (1, "of another", "note"))
    twice, unknown = sorted(round_trip(bench, path).problems)
    assert "the column 'note' stands twice" in twice
    assert unknown.endswith("unknown column 'replacment'; did you mean 'replacement'?")


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", b"\xff\xfe", ": is no UTF-8 text; save it as CSV UTF-8"),
        ("a.csv", b"a,b\n1,2\n", ":1: has no column 'table'"),
        ("a.csv", b"table,original\nreplacements,a,b\n", ":2: has 3 cells, 2 columns"),
        ("a.csv", b"table,id\nwords,a\n", ":2: there is no table 'words'"),
        (
            "a.csv",
            b"table,row,question_id,original\nreplacements,,q,a\n",
            ":2: the field 'replacement' is missing",
        ),
        ("a.csv", b'table,note\nreplacements,"open\n', ":2: is no CSV"),
        ("a.json", b"[" * 100_000, ": is no JSON (it is nested too deeply)"),
        ("a.json", b'[{"data": {}}]', ": is no JSON export of Label Studio, a task lacks"),
        ("a.json", b'[{"data": {"question_id": "x"}}]', ": holds no annotations"),
        ("a.xlsx", b"PK\x03\x04 no workbook", ": is no Excel workbook"),
        ("a.ods", b"", ": is no .xlsx, .csv or .json file"),
    ],
)
def test_a_bad_file_is_told_by_its_line(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    bench, path = workbench(tmp_path), tmp_path / name
    path.write_bytes(content)
    try:
        lines = round_trip(bench, path).problems
    except UsageError as error:
        lines = [str(error)]
    assert any(line.startswith(f"{path}{told}") for line in lines), lines
    assert not any("\n" in line for line in lines)


def test_a_workbook_with_broken_parts_is_told(tmp_path: Path) -> None:
    bench, path = exported(tmp_path, "xlsx")
    with zipfile.ZipFile(path) as good:
        parts = {name: good.read(name) for name in good.namelist()}
    told = set()
    for name in parts:
        with zipfile.ZipFile(path, "w") as bad:
            for other, content in parts.items():
                bad.writestr(other, content[: len(content) // 2] if other == name else content)
        try:
            read_sheets(bench, path)
        except UsageError as error:
            told.add(str(error))
    assert told == {f"{path}: is no Excel workbook; save it as .xlsx"}


def test_a_pipe_is_not_waited_for_and_what_stands_there_not_overwritten(tmp_path: Path) -> None:
    bench, path = exported(tmp_path)
    os.mkfifo(tmp_path / "a.csv")
    with pytest.raises(UsageError, match="no regular file"):
        read_sheets(bench, tmp_path / "a.csv")
    path.write_bytes(b"work")
    with pytest.raises(UsageError, match="stands there already"):
        export_tables(bench, "csv", path)
    assert path.read_bytes() == b"work"


@pytest.mark.parametrize(
    ("name", "word", "new"), [("english", "rye", "oats"), ("chinese", "米铺", "茶庄")]
)
def test_label_studio_gets_every_place_of_an_original_and_gives_rows_back(
    tmp_path: Path, name: str, word: str, new: str
) -> None:
    bench = workbench(tmp_path, name)
    path, config = export_tables(bench, "label_studio", tmp_path / "tasks.json")
    assert re.findall(r'<Label value="(\w+)"/>', config.read_text("utf-8")) == [*get_args(Kind)]
    [task] = json.loads(path.read_text("utf-8"))
    text, results = task["data"]["text"], task["predictions"][0]["result"]
    regions = [one["value"] for one in results if one["type"] == "labels"]
    assert regions
    assert all(text[one["start"] : one["end"]] == one["text"] for one in regions)

    def imported(*results: dict[str, Any]) -> ImportPlan:
        annotated = {**task, "annotations": [{"result": results, "updated_at": "2026-01-01"}]}
        path.write_text(json.dumps([annotated]), "utf-8")
        return round_trip(bench, path)

    # Submitted as it was predicted, nothing is changed.
    assert imported(*results).changes == {}
    # Approved, and a region added.
    for one in results:
        if one["from_name"] == "status":
            one["value"]["choices"] = ["approved"]
    region = {"id": "n", "from_name": "label", "type": "labels"}
    value = {"start": text.index(word), "end": text.index(word) + len(word)}
    region["value"] = {**value, "text": word, "labels": ["term"]}  # type: ignore[assignment]
    words = {**region, "from_name": "replacement", "type": "textarea"}
    plan = imported(*results, region, {**words, "value": {**value, "text": [new]}})
    assert plan.problems == []
    rows = [each.after for each in plan.changes.values()]
    assert {row.status for row in rows if isinstance(row, ReplacementRow)} == {"approved", "draft"}
    assert [row.original for row in rows if isinstance(row, ReplacementRow)][-1] == word
    with pytest.raises(UsageError, match=r"two regions of .* differ in 'replacement'"):
        imported(region, {**words, "value": {**value, "text": ["else"]}}, {**region, "id": "m"})


@pytest.mark.parametrize("name", ["alternatives", "note", "status", "annotator", "any_case"])
def test_a_column_that_was_taken_out_leaves_its_field_as_it_was(tmp_path: Path, name: str) -> None:
    bench, path = exported(tmp_path)
    write_rows(path, without(csv_rows(path), name))
    plan = round_trip(bench, path)
    assert plan == ImportPlan(unchanged=plan.unchanged)


def without(rows: list[list[str]], name: str) -> list[list[str]]:
    """Return rows without a column."""
    at = rows[0].index(name)
    return [[*row[:at], *row[at + 1 :]] for row in rows]


def test_rows_cannot_be_told_without_their_column(tmp_path: Path) -> None:
    bench, path = exported(tmp_path)
    write_rows(path, without(csv_rows(path), "row"))
    plan = round_trip(bench, path)
    assert not plan.changes
    assert plan.problems[0].startswith(f"{path}:1: has no column 'row', which tells which rows")


@pytest.mark.parametrize("answer", [{"Ada": 1000}, ["a", "b\nc"], 1102, True, "plain", "12", None])
def test_a_field_of_any_value_comes_back_as_it_was(answer: object) -> None:
    row = Anything(id="a", answer=answer)
    assert Anything.model_validate(row_fields(row_cells(row), Anything)) == row
