from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.corpus import Corpus
from lvbuild.errors import BuildError
from tests.corpora.opening import open_pg19


def write_books(folder: Path, **books: str) -> Path:
    """Write texts by path: `test_11="..."` is test/11.txt."""
    for name, text in books.items():
        path = folder / f"{name.replace('_', '/')}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def write_shard(path: Path, books: dict[int, str], rows_a_group: int = 100, **columns: Any) -> Path:
    table = {
        "short_book_title": [f"Book {number}" for number in books],
        "publication_date": [1900 for _ in books],
        "url": [f"http://www.gutenberg.org/ebooks/{number}" for number in books],
        "text": list(books.values()),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(table | columns), path, row_group_size=rows_a_group)
    return path


def batches(corpus: Corpus) -> list[Sequence[str]]:
    return list(corpus.batches())


def test_the_real_books_are_one_batch_by_gutenberg_id(shared_corpora: Path) -> None:
    (ids,) = batches(open_pg19(shared_corpora / "pg19"))
    assert len(ids) == 20
    assert ids[:3] == ["pg19:11", "pg19:35", "pg19:43"]
    assert ids[-1] == "pg19:2814"


def test_files_are_those_read_and_no_others(shared_corpora: Path) -> None:
    corpus = open_pg19(shared_corpora / "pg19")
    batches(corpus)
    assert corpus.files() == []
    corpus.document("pg19:11")
    assert [file.path for file in corpus.files()] == ["metadata.csv", "test/11.txt"]
    text = (shared_corpora / "pg19/test/11.txt").read_bytes()
    assert corpus.files()[1].sha256 == hashlib.sha256(text).hexdigest()


def test_folders_mingle_and_what_is_no_book_is_left_alone(tmp_path: Path) -> None:
    write_books(tmp_path, train_9="a", test_100="b", README="c", **{".cache_8": "d"})
    assert batches(open_pg19(tmp_path)) == [["pg19:9", "pg19:100"]]


def test_metadata_that_is_not_a_table_names_its_line(tmp_path: Path) -> None:
    write_books(tmp_path, test_9="a")
    (tmp_path / "metadata.csv").write_text("9,A,1900,u\nid,title\n")
    with pytest.raises(BuildError, match=r"metadata\.csv, line 2: expected `id,title,year,url`"):
        open_pg19(tmp_path).document("pg19:9")


def test_metadata_with_an_open_quotation_mark_is_told(tmp_path: Path) -> None:
    write_books(tmp_path, test_9="a")
    for title in ("A", "A" * 200_000):
        (tmp_path / "metadata.csv").write_text(f'9,B,1900,u\n10,"{title},1900,u\n')
        with pytest.raises(BuildError, match=r"metadata\.csv, line 2: is no row of a CSV file"):
            open_pg19(tmp_path).document("pg19:9")


def test_a_folder_without_books_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"no books; expected .*`lvbuild corpora fetch pg19`"):
        open_pg19(tmp_path)


def test_a_book_that_stands_twice_names_both_files(tmp_path: Path) -> None:
    write_books(tmp_path, test_9="a", train_9="b")
    with pytest.raises(BuildError, match=r"train/9\.txt: book 9 stands in .*test/9\.txt too"):
        batches(open_pg19(tmp_path))


def test_a_book_that_is_not_there_is_told(tmp_path: Path) -> None:
    corpus = open_pg19(write_books(tmp_path, test_9="a"))
    for document_id in ("pg19:10", "squad:x"):
        with pytest.raises(BuildError, match=f"{document_id}: no such book in"):
            corpus.document(document_id)


def test_shards_are_batches_in_the_order_test_validation_train(tmp_path: Path) -> None:
    write_shard(tmp_path / "data/train-00010-of-00023-a.parquet", {2: "x"})
    write_shard(tmp_path / "data/train-00002-of-00023-b.parquet", {3: "x"})
    write_shard(tmp_path / "data/validation-00000-of-00001-c.parquet", {5: "x"})
    write_shard(tmp_path / "data/test-00000-of-00001-d.parquet", {30: "x", 4: "y", 100: "z"})
    expected = [["pg19:4", "pg19:30", "pg19:100"], ["pg19:5"], ["pg19:3"], ["pg19:2"]]
    assert batches(open_pg19(tmp_path)) == expected


@pytest.mark.parametrize("rows_a_group", [2, 100])
def test_a_book_of_a_shard_is_read_alone_and_the_shard_is_its_file(
    tmp_path: Path, rows_a_group: int
) -> None:
    texts = {n: f"Text {n}\r\n" for n in (30, 4, 100, 17, 5)}
    shard = write_shard(tmp_path / "data/test-00000-of-00001-d.parquet", texts, rows_a_group)
    corpus = open_pg19(tmp_path)
    assert corpus.files() == []
    for number in (5, 30, 100):
        book = corpus.document(f"pg19:{number}")
        assert (book.title, book.text) == (f"Book {number}", f"Text {number}")
    (file,) = corpus.files()
    assert file.path == "data/test-00000-of-00001-d.parquet"
    assert file.sha256 == hashlib.sha256(shard.read_bytes()).hexdigest()


def test_going_back_to_an_earlier_shard_reads_the_same(tmp_path: Path) -> None:
    write_shard(tmp_path / "test-00000-of-00001-d.parquet", {1: "one"})
    write_shard(tmp_path / "train-00000-of-00023-d.parquet", {2: "two"})
    corpus = open_pg19(tmp_path)
    texts = [corpus.document(f"pg19:{number}").text for number in (1, 2, 1)]
    assert texts == ["one", "two", "one"]
    write_shard(tmp_path / "test-00000-of-00001-d.parquet", {1: "uno"})
    assert open_pg19(tmp_path).document("pg19:1").text == "uno"


def test_shards_given_as_they_are_fetched_are_asked_for_one_by_one(tmp_path: Path) -> None:
    asked = []

    def shards() -> Any:
        for number in (1, 2, 3):
            asked.append(number)
            yield write_shard(tmp_path / f"{number}.parquet", {number: "x"})

    walk = open_pg19(tmp_path, "c" * 40, shards()).batches()
    assert asked == []
    assert next(walk) == ["pg19:1"]
    assert asked == [1]
    assert next(walk) == ["pg19:2"]
    assert asked == [1, 2]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"url": ["http://www.gutenberg.org/", "x"]}, "row 0: no Gutenberg id in the url"),
        ({"url": ["http://g.org/ebooks/1"] * 2}, "rows 0 and 1 are both book 1"),
        ({"text": ["a", " "]}, r"row 1 \(book 2\): empty"),
    ],
)
def test_a_shard_that_is_not_as_expected_names_its_row(
    tmp_path: Path, columns: dict[str, Any], message: str
) -> None:
    write_shard(tmp_path / "test-00000-of-00001-d.parquet", {1: "a", 2: "b"}, **columns)
    with pytest.raises(BuildError, match=message):
        open_pg19(tmp_path).document("pg19:2")


def test_a_text_of_a_shard_that_is_not_utf_8_names_row_and_byte(tmp_path: Path) -> None:
    broken = pa.array([b"a\xeb"]).view(pa.string())
    write_shard(tmp_path / "test-00000-of-00001-d.parquet", {1: "a"}, text=broken)
    with pytest.raises(BuildError, match=r"row 0 \(book 1\): byte 1 is not UTF-8"):
        open_pg19(tmp_path).document("pg19:1")


def test_a_shard_without_the_columns_names_them(tmp_path: Path) -> None:
    pq.write_table(pa.table({"url": ["http://g.org/1"]}), tmp_path / "test-00000-of-00001.parquet")
    with pytest.raises(BuildError, match="no column short_book_title, text"):
        batches(open_pg19(tmp_path))


@pytest.mark.parametrize("part", [0.0, 0.5])
def test_a_shard_that_is_not_whole_is_refused(tmp_path: Path, part: float) -> None:
    shard = write_shard(tmp_path / "test-00000-of-00001-d.parquet", {1: "a" * 1000})
    shard.write_bytes(shard.read_bytes()[: int(shard.stat().st_size * part)])
    with pytest.raises(BuildError, match=r"no whole parquet file .*`lvbuild corpora fetch pg19`"):
        batches(open_pg19(tmp_path))
