from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from lvbuild.corpora.corpus import CorpusFile
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.record import Record
from lvbuild.errors import BuildError


def told(path: Path, data: bytes) -> str:
    """Return the one line told of a file that cannot be read."""
    path.write_bytes(data)
    reader = RecordFiles(path.parent)
    with pytest.raises(BuildError) as error:
        list(reader.lines(path)) if path.suffix == ".jsonl" else reader.objects(path)
    message = str(error.value)
    assert str(path) in message
    assert "expected" in message
    assert "fetch the file again" in message
    assert "\n" not in message
    return message


def test_truncated_json_is_told_with_the_place_it_breaks_off_at(tmp_path: Path) -> None:
    whole = json.dumps([{"a": "x, [y]"}, {"a": "2"}, {"a": "3"}])
    path = tmp_path / "dev.json"
    told_of = told(path, whole[:-5].encode())
    assert f"{path}: is no whole JSON" in told_of
    assert "column 36" in told_of
    assert "line 3, column 6" in told(path, whole[:-5].replace(", {", ",\n{").encode())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"a": []}', "is no list of records"),
        (b'"a"', "is no list of records"),
        (b'[{"a": 1}, 2]', "record 2: is a number; expected an object"),
        (b"[null]", "record 1: is null; expected an object"),
        ('[{"a": "é"}]'.encode("latin-1"), "is not UTF-8"),
        ('[{"a": "红楼"}]'.encode("gb18030"), "is not UTF-8"),
        (b"  \n", "empty"),
    ],
)
def test_a_file_of_another_kind_is_told(tmp_path: Path, data: bytes, why: str) -> None:
    assert why in told(tmp_path / "dev.json", data)


def test_line_separators_within_a_string_do_not_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_bytes('\ufeff{"a": "x\u2028y"}\r\n{"a": "z\u0085"}\r\n'.encode())
    read = list(RecordFiles(tmp_path).lines(path))
    assert [record.fields["a"] for record in read] == ["x\u2028y", "z\u0085"]
    assert [record.where for record in read] == [f"{path}, line 1", f"{path}, line 2"]


def test_hidden_files_and_unread_ones_do_not_count(tmp_path: Path) -> None:
    for name in (".cache/dev.json", "a/dev.json", "dev.json", "train.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("[]")
    reader = RecordFiles(tmp_path)
    assert reader.find(r"dev\.json", r"train\.json") == [
        tmp_path / "a/dev.json",
        tmp_path / "dev.json",
    ]
    assert reader.find(r"test\.json", r"train\.json") == [tmp_path / "train.json"]
    reader.objects(tmp_path / "train.json")
    reader.objects(tmp_path / "train.json")
    assert [file.path for file in reader.read] == ["train.json"]


def test_a_file_that_changes_stands_once_with_its_last_hash(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    reader = RecordFiles(tmp_path)
    for text in ("one", "two"):
        path.write_text(text)
        reader.text(path)
    assert reader.read == [CorpusFile("a.txt", hashlib.sha256(b"two").hexdigest())]


def test_the_files_that_were_fetched_are_the_only_ones(tmp_path: Path) -> None:
    for name in ("dev.json", "train.json"):
        (tmp_path / name).write_text("[]")
    reader = RecordFiles(tmp_path, fetched=[tmp_path / "train.json"])
    assert reader.find(r"(?:dev|train)\.json") == [tmp_path / "train.json"]


def test_lines_are_read_from_within_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "data.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data/a.jsonl", '{"a": 1}\n{"a": ')
        archive.writestr("data/b.jsonl", '{"b": 1}\n')
        archive.writestr("data/c.jsonl", b"\xff")
    reader = RecordFiles(tmp_path)
    assert [record.fields for record in reader.lines(path, "b.jsonl")] == [{"b": 1}]
    for member, why in {
        "a.jsonl": r"data\.zip, a\.jsonl, line 2: is no whole JSON",
        "c.jsonl": r"data\.zip, c\.jsonl: byte 0 is not UTF-8",
        "d.jsonl": r"data\.zip: holds 0 files d\.jsonl; expected one",
    }.items():
        with pytest.raises(BuildError, match=why):
            list(reader.lines(path, member))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(BuildError, match=r"data\.zip: is no whole zip file"):
        list(reader.lines(path, "b.jsonl"))


HOSTILE: dict[str, tuple[dict[str, bytes], Callable[[bytes], bytes], str]] = {
    "leads out": (
        {"../../a.jsonl": b'{"a": 1}'},
        lambda data: data,
        r"holds '\.\./\.\./a\.jsonl', a path that leads out of it; expected a path within it",
    ),
    "is absolute": (
        {"/tmp/a.jsonl": b'{"a": 1}'},
        lambda data: data,
        r"holds '/tmp/a\.jsonl', a path that leads out of it",
    ),
    "stands twice": (
        {"one/a.jsonl": b'{"a": 1}', "two/a.jsonl": b'{"a": 2}'},
        lambda data: data,
        r"holds 2 files a\.jsonl; expected one",
    ),
    "tells a size no corpus has": (
        {"data/a.jsonl": b'{"a": 1}'},
        lambda data: _directory(data, 24, (2**31).to_bytes(4, "little")),
        r"holds 'data/a\.jsonl' of 2,147,483,648 bytes; expected 536,870,912 at most",
    ),
    "holds more than it tells": (
        {"data/a.jsonl": b'{"a": 1}' + b" " * 10_000},
        lambda data: _directory(data, 24, (8).to_bytes(4, "little")),
        r"is no whole zip file",
    ),
    "is damaged": (
        {"data/a.jsonl": b'{"a": 1}' * 200},
        lambda data: data.replace(zlib.compress(b'{"a": 1}' * 200)[2:10], b"\xff" * 8),
        r"is no whole zip file",
    ),
    "is encrypted": (
        {"data/a.jsonl": b'{"a": 1}'},
        lambda data: _directory(data, 8, b"\x01\x00"),
        r"is no whole zip file .*encrypted",
    ),
    "is packed in an unknown way": (
        {"data/a.jsonl": b'{"a": 1}'},
        lambda data: _directory(data, 10, b"\x63\x00"),
        r"is no whole zip file",
    ),
    "has a name that is no UTF-8": (
        {"data/a.jsonl": b'{"a": 1}', "data/\xe9": b""},
        lambda data: data.replace("data/\xe9".encode(), b"data/\xff\xff"),
        r"is no whole zip file",
    ),
}


def _directory(data: bytes, at: int, changed: bytes) -> bytes:
    """Return a zip whose directory tells something else of its first member."""
    place = data.index(b"PK\x01\x02") + at
    return data[:place] + changed + data[place + len(changed) :]


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_zip_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    members, change, why = HOSTILE[case]
    (tmp_path / "corpora").mkdir()
    path = tmp_path / "corpora/data.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BuildError, match=why) as told:
        list(RecordFiles(tmp_path / "corpora").lines(path, "a.jsonl"))
    assert "\n" not in str(told.value)
    assert [*tmp_path.rglob("*")] == [path.parent, path]  # nothing is unpacked


def test_fields_are_made_plain_and_checked_one_by_one() -> None:
    record = Record("r", {"a": [" Cafe\u0301\r\n", "b"], "b": ["c", 1], "c": [{}, []], "d": True})
    assert record.texts("a") == ["Café", "b"]
    for read, why in (
        (lambda: record.texts("b"), "r, b 2: is a number; expected a string"),
        (lambda: record.records("c"), "r, c 2: is a list; expected an object"),
        (lambda: record.items("d"), "r, d: is true or false; expected a list"),
        (lambda: record.identity("d"), "r, d: is true or false; expected a string"),
        (lambda: Record("r", {"d": " "}).identity("d"), "r, d: is empty; expected an id"),
    ):
        with pytest.raises(BuildError, match=why):
            read()
    assert Record("r", {"d": 17}).identity("d") == "17"


def test_a_table_is_streamed_as_it_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'\xef\xbb\xbfa,b\r\n1,"x\r\ny"\r\n\r\n2,z\r\n')
    whole, streamed = RecordFiles(tmp_path), RecordFiles(tmp_path)
    rows = [*streamed.stream(path)]
    assert [row.where for row in rows] == [f"{path}, line 2", f"{path}, line 5"]
    assert rows[1].fields == whole.table(path)[1].fields == {"a": "2", "b": "z"}
    assert [row.text("b") for row in rows] == [row.text("b") for row in whole.table(path)]
    assert streamed.read == whole.read
    path.unlink()
    with pytest.raises(BuildError, match=r"a\.csv: cannot be read"):
        next(streamed.stream(path))
