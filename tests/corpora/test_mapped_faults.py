"""What is amiss with an inline source's files is one line: file, record, path, remedy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import BuildError
from lvbuild.recipe.sources import InlineSource
from tests.corpora.mapped_sources import FIELDS, RECORD, read, source

DOCS = RECORD["docs"]
CSV = {"question": "q", "answers": "a", "documents": "d"}


def fault(folder: Path, described: InlineSource, *contents: Any) -> str:
    """Return what is told of a file, without its folder; it has to be one line."""
    with pytest.raises(BuildError) as told:
        read(folder, described, *contents)
    assert "\n" not in str(told.value)
    return str(told.value).replace(f"{folder}/", "")


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in RECORD.items() if key != name}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"qid": None}, "qid: is no id; expected a string or a whole number: change fields.id"),
        ({"qid": ""}, "qid: is no id"),
        ({"qid": 7.5}, "qid: is no id"),
        ({"docs": [*DOCS, "text"]}, "docs 3: is a string; expected an object with 'text'"),
        ({"docs": [{**DOCS[0], "text": {"a": 1}}]}, "docs 1, text: is an object; expected a stri"),
    ],
)
def test_a_fault_in_an_id_or_a_document_is_told_with_its_place(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    first = RECORD | {"qid": 8}
    told = fault(tmp_path, source(), first, RECORD | change)
    assert told.startswith(f"a.jsonl, line 2, {why}")


OF_A_QUESTION: list[tuple[dict[str, Any], str]] = [
    ({"query": ["Who?"]}, "query: is a list; expected a string, or a path with [] to what it ho"),
    ({"query": True}, "query: is true or false; expected a string"),
    ({"query": "half \ud800"}, "query: holds half a character"),
    ({"answers": "Ada"}, "answers: is a string; expected a list before []"),
    ({"answers": {"text": "Ada"}}, "answers: is an object; expected a list before []"),
    ({"answers": [["Ada"]]}, "answers 1: is a list; expected the number of an item or [] there"),
    ({"answers": [{"t": 1}]}, "answers 1: has no field 'text'; expected it among its fields, wh"),
    ({"docs": [*DOCS, {"text": "a", "title": "b"}]}, "docs 3: has no field 'is_selected'; expec"),
    ({"docs": [{**DOCS[0], "is_selected": 2}]}, "docs 1, is_selected: is 2; expected true or fa"),
    ({"docs": [{**DOCS[0], "is_selected": None}]}, "docs 1, is_selected: is null; expected true"),
]


@pytest.mark.parametrize(("change", "why"), OF_A_QUESTION)
def test_a_fault_in_one_question_leaves_it_out_and_no_other(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    corpus = read(tmp_path, source(), RECORD | {"qid": 8}, RECORD | change, RECORD | {"qid": 9})
    assert [question.id for question in corpus.questions()] == ["mine:8", "mine:9"]
    [(question_id, reason)] = corpus.left_out()
    assert question_id == "mine:7"
    assert reason.startswith(why.replace(": ", " ", 1))
    assert str(tmp_path) not in reason


@pytest.mark.parametrize("name", RECORD)
def test_a_missing_field_is_told_with_those_there_are_and_the_key_to_change(
    tmp_path: Path, name: str
) -> None:
    key = next(key for key, path in FIELDS.items() if re.match(rf"{name}\b", path))
    told = fault(tmp_path, source(), without(name))
    assert told.startswith(f"a.jsonl, line 1: has no field {name!r}; expected it among its fields")
    assert all(repr(other) in told for other in RECORD if other != name)
    assert told.endswith(f": change fields.{key} ({FIELDS[key]}) in the recipe, or mend the file")


def test_what_is_told_of_documents_has_to_be_told_of_each(tmp_path: Path) -> None:
    record = {"q": "?", "a": "One", "d": ["One.", "Two."], "t": ["I"], "s": [True], "n": ["I"]}
    for key, path in (("titles", "t[]"), ("document_ids", "t[]"), ("supporting", "s[]")):
        fields = {**CSV, "documents": "d[]", key: path}
        told = fault(tmp_path, source(fields=fields), record)
        assert f"line 1: has 1 for 2 documents; expected one for each: change fields.{key}" in told
    fields = {**CSV, "documents": "d[]", "supporting": "n[]"}
    told = fault(tmp_path, source(fields=fields), record)
    assert "n 1: names a document; expected the names of documents at fields.titles" in told


def test_ids_that_come_twice_are_told(tmp_path: Path) -> None:
    told = fault(tmp_path, source(), RECORD, RECORD | {"query": "Who else?"})
    assert told.startswith("a.jsonl, line 2: another question with the id mine:7 came before it")
    fields = {"documents": "docs[].text", "document_ids": "docs[].title"}
    changed = RECORD | {"docs": [{"title": "Keys", "text": "Another."}]}
    told = fault(tmp_path, source(fields=fields), RECORD, changed)
    assert "line 2, docs 1, text: another document with the id mine:Keys came before it" in told


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"data": [RECORD]}, "a.json, record: is an object; expected a list before []: change rec"),
        ([RECORD, None], "a.json, record 2: is null; expected a record"),
        ([RECORD, "text"], "a.json, record 2: is a string; expected an object with 'docs'"),
        ([], "the files *.json hold no document; expected one at least: change fields.documents"),
    ],
)
def test_json_that_holds_other_than_records_is_told(tmp_path: Path, value: Any, why: str) -> None:
    assert why in fault(tmp_path, source("json"), value)


def test_json_without_the_records_the_recipe_names_is_told(tmp_path: Path) -> None:
    told = fault(tmp_path, source("json", records="rows[]"), {"data": [RECORD]})
    assert told == (
        "a.json: has no field 'rows'; expected it among its fields, which are 'data': change "
        "records (rows[]) in the recipe, or mend the file"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("q,a,d\n1,2,3\n1,2\n", "a.csv, line 3: has 2 cells; expected 3"),
        ('q,a,d\n"1\n1",2,3\n\n1,2,3,4\n', "a.csv, line 5: has 4 cells; expected 3"),
        ('q,a,d\n1,2,3\n1,"2,3\n4', "a.csv, line 3: is no row of a CSV file (unexpected end of"),
        ("q,a,q,d\n1,2,3,4\n", "a.csv, line 1: names the column 'q' twice"),
        ("q;a,b;d\n1;2;3\n", "a.csv, line 1: has semicolons between its columns; expected commas"),
        ("q\ta\td\n", 'expected commas: write delimiter: "\\t" beside format: csv in the recipe'),
    ],
)
def test_a_bad_row_of_csv_is_told_with_its_line(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(BuildError, match=re.escape(why)):
        open_mapped(source("csv", CSV), tmp_path)


@pytest.mark.parametrize(
    ("format_", "content", "why"),
    [
        ("jsonl", b'{"qid": 1}\n{"qid"', "a.jsonl, line 2: is no whole JSON"),
        ("jsonl", b"\n[1]", "a.jsonl, line 2: is a list; expected an object"),
        ("json", b'[{"qid": 1}, {"qid"', "a.json: is no whole JSON (Expecting"),
        ("json", b"[" * 100_000, "a.json: is nested too deeply"),
        ("csv", b"q,a,d\n\xff,1,2", "a.csv: byte 6 is not UTF-8"),
        ("parquet", b"PAR1", "a.parquet: is no whole parquet file"),
        ("text", b"\xe9", "a.txt: byte 0 is not UTF-8"),
    ],
)
def test_a_broken_file_is_told(tmp_path: Path, format_: str, content: bytes, why: str) -> None:
    ending = {"text": "txt", "squad": "json"}.get(format_, format_)
    (tmp_path / f"a.{ending}").write_bytes(content)
    fields = None if format_ != "jsonl" else {"documents": "qid"}
    with pytest.raises(BuildError, match=re.escape(why)) as told:
        open_mapped(source(format_, fields if format_ != "csv" else CSV), tmp_path)
    assert "\n" not in str(told.value)


LINES = '{"qid": 1}\n{"qid": 2}\n'
LIST = '[\n{"qid": 1},\n{"qid": 2}\n]\n'


@pytest.mark.parametrize(
    ("format_", "content", "why"),
    [
        ("json", LINES, "holds JSON lines, an object a line; expected json: write format: jsonl"),
        ("csv", LINES, "holds JSON lines, an object a line; expected csv: write format: jsonl in"),
        ("jsonl", LIST, "holds one JSON value over all its lines; expected jsonl: wri"),
        (
            "jsonl",
            LIST.replace("\n", ""),
            "holds one JSON value over all its lines; expected jsonl",
        ),
        ("json", LINES[:-5], "holds JSON lines, an object a line; expected json: write format: js"),
    ],
)
def test_a_file_of_another_format_says_which_to_write(
    tmp_path: Path, format_: str, content: str, why: str
) -> None:
    ending = {"squad": "json"}.get(format_, format_)
    (tmp_path / f"a.{ending}").write_text(content)
    fields = None if format_ == "squad" else CSV | {"documents": "docs"}
    with pytest.raises(BuildError) as told:
        open_mapped(source(format_, fields), tmp_path)
    assert str(told.value).startswith(f"{tmp_path}/a.{ending}: {why}")


def test_a_parquet_file_under_another_ending_is_told(tmp_path: Path) -> None:
    pq.write_table(pa.table({"docs": ["x"]}), tmp_path / "a.jsonl")
    with pytest.raises(BuildError, match="holds parquet; expected jsonl: write format: parquet in"):
        open_mapped(source("jsonl", {"documents": "docs"}), tmp_path)


@pytest.mark.parametrize("start", [b"PK\x03\x04\xff", b"\x1f\x8b\x08"])
@pytest.mark.parametrize(("name", "format_"), [("a.jsonl", "jsonl"), ("a.txt", "text")])
def test_a_packed_file_is_told(tmp_path: Path, start: bytes, name: str, format_: str) -> None:
    (tmp_path / name).write_bytes(start)
    with pytest.raises(BuildError, match=f"{name}: is packed; expected a file as it is: unpack it"):
        open_mapped(source(format_, None if format_ == "text" else FIELDS), tmp_path)


def test_a_folder_with_other_files_names_them(tmp_path: Path) -> None:
    for name in ("b.json", "a.txt", ".hidden.jsonl", "c.csv", "sub/d.jsonl.bak"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}")
    with pytest.raises(BuildError) as told:
        open_mapped(source(), tmp_path)
    assert "no file of the corpus (there are a.txt, b.json, c.csv and 1 more)" in str(told.value)


def test_a_folder_without_the_files_says_which_to_put_there(tmp_path: Path) -> None:
    described = source(files="train*.jsonl", homepage="https://example.org/mine")
    with pytest.raises(BuildError, match=r"expected its files train\*\.jsonl \(jsonl\) from https"):
        open_mapped(described, tmp_path)
