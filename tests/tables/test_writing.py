"""Changing rows of a table: what a list of lines, changed one by one, comes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.tables.reading import parse_table, row_of
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.writing import Change, ConflictError, changed, row_json


def row(question: str, original: str, replacement: str = "x") -> ReplacementRow:
    fields = {"question_id": question, "original": original, "replacement": replacement}
    return row_of({**fields, "kind": "term", "status": "draft", "annotator": "t"}, ReplacementRow)


ROWS = st.builds(row, st.sampled_from("abc"), st.sampled_from("opqrs"))
LINES = st.lists(
    st.one_of(ROWS, st.sampled_from(["", "  "])),
    unique_by=lambda each: (
        (each.question_id, each.original) if isinstance(each, ReplacementRow) else object()
    ),
)


def lines_after(lines: list[str | ReplacementRow], change: Change) -> list[str | ReplacementRow]:
    """Return lines after a change of which no two rows differ: slowly, one line after another."""
    before, after = change.before, change.after
    if before is not None:
        at = lines.index(before)  # type: ignore[arg-type]
        return [*lines[:at], *([after] if after else []), *lines[at + 1 :]]  # type: ignore[list-item]
    assert isinstance(after, ReplacementRow)
    of_question = [
        place
        for place, line in enumerate(lines)
        if isinstance(line, ReplacementRow) and line.question_id == after.question_id
    ]
    at = of_question[-1] + 1 if of_question else len(lines)
    return [*lines[:at], after, *lines[at:]]


@given(LINES, st.data(), st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_a_changed_table_is_its_lines_changed_one_by_one(
    lines: list[str | ReplacementRow], data: st.DataObject, mark: bytes
) -> None:
    written = [line if isinstance(line, str) else row_json(line) for line in lines]
    table = parse_table(
        Path("x"), mark + "".join(f"{each}\n" for each in written).encode(), ReplacementRow
    )
    new = data.draw(st.builds(row, st.sampled_from("abcd"), st.sampled_from("uvw")))
    choices = [Change("x", None, new)]
    for one in table.rows:
        edited = row(one.question_id, one.original, "new")
        choices += [Change("x", one, edited), Change("x", one, None), Change("x", one, new)]
    change = data.draw(st.sampled_from(choices))
    expected = [
        line if isinstance(line, str) else row_json(line) for line in lines_after(lines, change)
    ]
    assert changed(table, [change]).decode() == "".join(f"{each}\n" for each in expected)


def test_a_row_that_is_there_is_not_added_and_one_that_is_not_is_not_changed() -> None:
    rows = [row("a", "o"), row("a", "p"), row("b", "o")]
    content = "".join(f"{row_json(one)}\n" for one in rows).encode()
    table = parse_table(Path("x"), content, ReplacementRow)
    for change in (
        Change("x", None, row("a", "o", "other")),
        Change("x", row("a", "o", "other"), row("a", "o")),
        Change("x", rows[0], row("a", "p")),
        Change("x", rows[0], row("b", "o", "other")),
        Change("x", row("c", "o"), None),
    ):
        with pytest.raises(ConflictError):
            changed(table, [change])
