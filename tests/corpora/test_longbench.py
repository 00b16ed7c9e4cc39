from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.catalogue import open_corpora
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.reading.loading import question_digest
from lvbuild.errors import BuildError
from tests.corpora.opening import open_multifieldqa_en, open_multifieldqa_zh

RECORD: dict[str, Any] = {
    "_id": "not lasting",
    "input": "何时？",
    "context": "\u3000各位代表：\r\n现在报告。\r\n",
    "answers": ["今年。", "今年。"],
    "length": 12,
    "dataset": "multifieldqa_zh",
    "language": "zh",
    "all_classes": None,
}
NAME = "multifieldqa_zh.jsonl"


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def read(folder: Path, *records: Any) -> LoadedCorpus:
    (folder / NAME).write_text(lines(*records), "utf-8")
    return open_multifieldqa_zh(folder)


def test_a_question_is_known_by_its_wording_and_its_document_supports_it(tmp_path: Path) -> None:
    corpus = read(tmp_path, RECORD)
    (question,) = corpus.questions()
    text = "各位代表：\n现在报告。"
    assert question.id == f"longbench:{question_digest('', text, '何时？')}"
    assert question.answers == ("今年。",)
    assert question.evidence == ()
    assert [corpus.document(each).text for each in question.supporting] == [text]


def test_the_shards_and_the_archive_of_the_hub_give_the_same(tmp_path: Path) -> None:
    expected = read(tmp_path, RECORD).questions()
    shard = tmp_path / "hub/multifieldqa_zh/test-00000-of-00001.parquet"
    shard.parent.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([RECORD]), shard)
    (tmp_path / "zip").mkdir()
    with zipfile.ZipFile(tmp_path / "zip/data.zip", "w") as archive:
        archive.write(tmp_path / NAME, f"data/{NAME}")
        archive.writestr("data/multifieldqa_zh_e.jsonl", "other")
    for folder in ("hub", "zip"):
        assert open_multifieldqa_zh(tmp_path / folder).questions() == expected
    with pytest.raises(BuildError, match="no file of the corpus"):
        open_multifieldqa_en(tmp_path / "hub")


def test_both_parts_are_opened_from_one_folder(tmp_path: Path) -> None:
    folder = tmp_path / "longbench"
    folder.mkdir()
    read(folder, RECORD)
    (folder / "multifieldqa_en.jsonl").write_text(lines(RECORD), "utf-8")
    names = ("longbench_multifieldqa_en", "longbench_multifieldqa_zh")
    opened = open_corpora(names, tmp_path, offline=True)
    assert [(corpus.name, corpus.files()[0].path) for corpus in opened.values()] == [
        ("longbench_multifieldqa_en", "multifieldqa_en.jsonl"),
        ("longbench_multifieldqa_zh", "multifieldqa_zh.jsonl"),
    ]
