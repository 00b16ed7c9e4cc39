"""Tables: every bad row is told by its file and line, every good one is read as it stands."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe, load_recipe
from lvbuild.tables.reading import BrokenRow, read_table, read_tables
from lvbuild.tables.rows import ConfusingFactRow, NeedleRow, ReplacementRow, Row

NEEDLE: dict[str, Any] = {
    "id": "a",
    "fact": "Ann ate jam.",
    "question": "Who ate jam?",
    "answers": ["Ann"],
    "keywords": "Ann",
    "status": "draft",
    "annotator": "test",
    "note": "",
}
FACT: dict[str, Any] = {
    "question_id": "needle:a",
    "fact": "Bob ate bread.",
    "subject": "Bob",
    "status": "approved",
    "annotator": "test",
}
PAIR: dict[str, Any] = {
    "question_id": "*",
    "original": "Ann",
    "replacement": "Eve",
    "kind": "person",
    "status": "rejected",
    "annotator": "test",
}


def recipe(confusing_facts: int, replacements: bool) -> Recipe:
    update = {"confusing_facts": confusing_facts, "replacements": replacements}
    return load_recipe("factrecall_en").recipe.model_copy(update=update)


def line(row: dict[str, Any], **changes: object) -> str:
    return json.dumps({**row, **changes}, ensure_ascii=False)


def table(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "table.jsonl"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    return path


def without(row: dict[str, Any], field: str) -> str:
    return json.dumps({key: value for key, value in row.items() if key != field})


BAD_NEEDLES = {
    "not JSON": ("{", "is no JSON object"),
    "a list": ("[1]", "is no JSON object"),
    "NaN": (json.dumps({**NEEDLE, "fact": float("nan")}), "is no JSON object; mend that line"),
    "deep": ("[" * 100_000, "is no JSON object; mend that line"),
    "digits": (f'{{"fact": {"9" * 5000}}}', "is no JSON object; mend that line"),
    "a field twice": ('{"fact": "a", "fact": "b"}', "'fact' stands twice"),
    "missing field": (without(NEEDLE, "fact"), "the field 'fact' is missing"),
    "unknown field": (line(NEEDLE, fakt="x"), "unknown field 'fakt'; there are "),
    "wrong status": (line(NEEDLE, status="done"), "status: must be 'draft', 'approved' or"),
    "empty text": (line(NEEDLE, fact=""), "fact: "),
    "space before": (line(NEEDLE, fact=" Ann"), "fact: white space stands at its beginning"),
    "empty answer": (line(NEEDLE, answers=["Ann", ""]), "answers.1: "),
    "answers a string": (
        line(NEEDLE, answers="Ann"),
        'answers: must be a list, such as ["Ann"], not "Ann"',
    ),
    "a number": (line(NEEDLE, fact=12), 'fact: must be text in quotes, such as "12"'),
    "half a surrogate": (json.dumps({**NEEDLE, "fact": "\ud800"}), ""),
}


@pytest.mark.parametrize(("bad", "told"), BAD_NEEDLES.values(), ids=BAD_NEEDLES)
def test_a_bad_row_is_told_by_its_file_and_line(tmp_path: Path, bad: str, told: str) -> None:
    path = table(tmp_path, line(NEEDLE), "", bad, line(NEEDLE))
    with pytest.raises(UsageError) as caught:
        read_table(path, NeedleRow)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("words", [("RYE", ["oats"]), ("oats", ["Rye"])])
def test_a_word_that_leaves_the_original_is_refused(
    tmp_path: Path, words: tuple[str, list[str]]
) -> None:
    new = dict(zip(("replacement", "alternatives"), words, strict=True))
    path = table(tmp_path, line(PAIR, original="rye", **new))
    with pytest.raises(UsageError, match="is the original; write another word"):
        read_table(path, ReplacementRow)


def test_a_line_that_is_not_utf_8_is_told_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(f"{line(NEEDLE)}\n\n".encode() + b'{"id": "\xe9"}\n')
    with pytest.raises(UsageError, match=r"table\.jsonl:3: is no UTF-8 text"):
        read_table(path, NeedleRow)


@pytest.mark.parametrize(
    "content",
    [
        f"\n{line(NEEDLE)}\n\n{line(NEEDLE, id='b')}",
        f"\r\n{line(NEEDLE)}\r\n  \r\n{line(NEEDLE, id='b')}\r\n",
        f"\ufeff\n{line(NEEDLE)}\n\t\n{line(NEEDLE, id='b')}\n\n",
    ],
    ids=["line feeds", "CRLF", "byte order mark"],
)
def test_empty_lines_are_passed_over_and_lines_keep_their_numbers(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "table.jsonl"
    path.write_bytes(content.encode())
    read = read_table(path, NeedleRow)
    assert [row.id for row in read.rows] == ["a", "b"]
    assert [placed.line for placed in read.placed] == [2, 4]
    assert read.sha256 == sha256(content.encode()).hexdigest()


def test_line_separators_within_a_note_part_no_rows(tmp_path: Path) -> None:
    odd = "Ann\u2028ate\x85jam.\nAnd bread."
    assert read_table(table(tmp_path, line(NEEDLE, note=odd)), NeedleRow).rows[0].note == odd


@pytest.mark.parametrize("field", ["original", "alternatives"])
@pytest.mark.parametrize("character", ["\x1b", "\n", "\u202e", "\u2028"])
def test_words_with_control_and_direction_characters_are_refused(
    tmp_path: Path, field: str, character: str
) -> None:
    word = f"An{character}na"
    row = line(PAIR, **{field: [word] if field == "alternatives" else word})
    with pytest.raises(
        UsageError, match=rf"one line of plain text, without .*U\+.*{field}|{field}"
    ):
        read_table(table(tmp_path, row), ReplacementRow)


def test_texts_that_rules_cannot_read_in_time_are_refused_in_one_line(tmp_path: Path) -> None:
    path = table(tmp_path, line(PAIR, original="a" * 1_000_000))
    with pytest.raises(UsageError) as caught:
        read_table(path, ReplacementRow)
    told = str(caught.value)
    assert f"{path}:1: original: must be text of at most 200 characters" in told
    assert len(told) < 400


def test_more_rows_of_a_question_than_rules_can_read_are_refused_once(tmp_path: Path) -> None:
    rows = [line(PAIR, original=f"Ann {n}") for n in range(600)]
    path = table(tmp_path, *rows)
    broken: list[BrokenRow] = []
    assert len(read_table(path, ReplacementRow, broken).rows) == 300
    assert [(row.line, "over 300 rows" in row.problem) for row in broken] == [(301, True)]
    with pytest.raises(UsageError, match=r":301: \* has over 300 rows"):
        read_table(path, ReplacementRow)


def test_rejected_rows_are_not_used_and_only_approved_ones_on_request(tmp_path: Path) -> None:
    states = ["draft", "rejected", "approved", "draft"]
    rows = [line(NEEDLE, id=f"n{i}", status=status) for i, status in enumerate(states)]
    read = read_table(table(tmp_path, *rows), NeedleRow)
    assert len(read.rows) == 4
    assert read.approved == 1
    assert [(placed.line, placed.row.id) for placed in read.used] == [
        (1, "n0"),
        (3, "n2"),
        (4, "n3"),
    ]
    assert [(placed.line, placed.row.id) for placed in replace(read, approved_only=True).used] == [
        (3, "n2")
    ]


def test_only_the_tables_that_a_recipe_has_are_read(tmp_path: Path) -> None:
    (tmp_path / "needles.jsonl").write_text(line(NEEDLE))
    (tmp_path / "confusing_facts.jsonl").write_text(line(FACT))
    (tmp_path / "replacements.jsonl").write_text("not read")
    tables = read_tables(tmp_path, recipe(1, False))
    assert list(tables.named()) == ["confusing_facts", "needles"]
    assert tables.replacements is None
    (tmp_path / "replacements.jsonl").write_text(line(PAIR))
    tables = read_tables(tmp_path, recipe(0, True))
    assert list(tables.named()) == ["needles", "replacements"]


@pytest.mark.parametrize(
    ("row_type", "row", "now", "value"),
    [
        (ReplacementRow, line(PAIR, everywhere=True), {"everywhere": "any_case"}, True),
        (ReplacementRow, line(PAIR, everywhere=False), {"everywhere": "any_case"}, False),
        (ConfusingFactRow, line(FACT, home="pg19:1"), {"home": "passage"}, ""),
        (ConfusingFactRow, line(FACT, passage="Bob sat."), {}, "Bob sat."),
    ],
)
def test_rows_of_older_tables_are_read_and_their_fields_named_with_those_of_now(
    tmp_path: Path, row_type: type[Row], row: str, now: dict[str, str], value: object
) -> None:
    read = read_table(table(tmp_path, row), row_type)
    assert read.former_fields == now
    field = "any_case" if row_type is ReplacementRow else "passage"
    assert getattr(read.rows[0], field) == value


def test_the_words_of_a_table_are_composed(tmp_path: Path) -> None:
    row = read_table(table(tmp_path, line(NEEDLE, fact="Re\u0301my")), NeedleRow).rows[0]
    assert row.fact == "Rémy"


def test_a_field_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = table(tmp_path, line(NEEDLE).replace("{", '{"fact": "Another.", ', 1))
    with pytest.raises(UsageError, match=r"table\.jsonl:1"):
        read_table(path, NeedleRow)


def test_all_broken_rows_are_gathered_where_they_are_asked_for(tmp_path: Path) -> None:
    broken: list[BrokenRow] = []
    both = json.dumps({**json.loads(without(NEEDLE, "fact")), "fakt": "x"})
    path = table(tmp_path, "{", line(NEEDLE), both, "", "[]")
    read = read_table(path, NeedleRow, broken)
    assert [placed.line for placed in read.placed] == [2]
    assert [(row.path, row.line) for row in broken] == [(path, 1), (path, 3), (path, 5)]
    assert broken[1].problem.startswith("the field 'fact' is missing; add it; unknown field 'fakt'")
