from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.catalogue import CATALOGUE, open_corpora
from lvbuild.corpora.corpus import Corpus, LoadedCorpus
from lvbuild.corpora.longbench import ARTICLES, PARAGRAPHS, LongBenchPart, headed, passages
from lvbuild.corpora.reading.loading import question_digest
from lvbuild.errors import BuildError
from tests.corpora.longbench_records import PARTS, RANGES, real_record, visible
from tests.corpora.opening import open_multifieldqa_en, open_multifieldqa_zh, opener

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


@pytest.fixture(scope="module")
def real(shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of corpora with a data.zip of two real records of each part."""
    folder = tmp_path_factory.mktemp("corpora")
    (folder / "longbench").mkdir()
    with zipfile.ZipFile(folder / "longbench/data.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for part in [*PARTS, *RANGES]:
            prompts = shared_corpora / "minilongbench"
            records = [real_record(prompts, part.removesuffix("_e"), n) for n in range(2)]
            archive.writestr(f"data/{part}.jsonl", lines(*records))
    return folder


def opened(corpora: Path, part: str) -> Corpus:
    name = f"longbench_{part}"
    return open_corpora([name], corpora, offline=True)[name]


def test_each_part_is_a_corpus_of_its_language() -> None:
    known = {
        name.removeprefix("longbench_"): entry
        for name, entry in CATALOGUE.items()
        if entry.part_of == "longbench"
    }
    assert [*map(len, (PARTS, RANGES))] == [21, 13]
    assert {*PARTS, *RANGES} <= known.keys()
    for part in [*PARTS, *RANGES]:
        hub = known[part].hub
        assert hub is not None
        assert hub.files == [f"{part}/test-00000-of-00001.parquet"]
    chinese = {part for part in PARTS if known[part].language == "zh"}
    assert chinese == {"multifieldqa_zh", "dureader", "vcsum", "lsht", "passage_retrieval_zh"}
    split = {name for name in known if name.endswith("_passages")}
    assert split == {f"{part}_passages" for part in (*ARTICLES, *PARAGRAPHS)}


@pytest.mark.parametrize("part", [*PARTS, *RANGES])
def test_the_records_of_a_part_are_read_from_the_archive_as_they_stand(
    real: Path, part: str
) -> None:
    corpus = opened(real, part)
    assert isinstance(corpus, LongBenchPart)
    assert [file.path for file in corpus.files()] == ["data.zip"]
    with zipfile.ZipFile(real / "longbench/data.zip") as archive:
        written = [*map(json.loads, archive.read(f"data/{part}.jsonl").splitlines())]
    for one, record in zip(written, corpus.records(), strict=True):
        told = record.id, record.input, record.context, *record.answers
        wanted = one["_id"], one["input"], one["context"], *one["answers"]
        assert [*map(visible, told)] == [*map(visible, wanted)]
        assert [*record.classes] == (one["all_classes"] or [])
        assert not record.miscounted
        assert record.language == one["language"]


@pytest.mark.parametrize(
    ("part", "counts"),
    [
        ("hotpotqa", [10, 10]),
        ("2wikimqa", [10, 10]),
        ("musique", [20, 11]),
        ("dureader", [20, 20]),
        ("multi_news", [3, 3]),
        ("passage_count", [21, 43]),
        ("passage_retrieval_en", [30, 30]),
        ("passage_retrieval_zh", [30, 30]),
    ],
)
def test_real_contexts_are_split_into_their_passages(
    real: Path, part: str, counts: list[int]
) -> None:
    with zipfile.ZipFile(real / "longbench/data.zip") as archive:
        written = [*map(json.loads, archive.read(f"data/{part}.jsonl").splitlines())]
    heading, titled = headed(part, CATALOGUE[f"longbench_{part}"].language)
    found = [[*passages(record["context"], heading, titled=titled)] for record in written]
    assert [*map(len, found)] == counts
    for record, split in zip(written, found, strict=True):
        told = [f"{heading.title}{title}\n{text}" if titled else text for title, text in split]
        pieces = [f"{heading.before}{n}{heading.after}{text}" for n, text in enumerate(told, 1)]
        assert "".join("".join(pieces).split()) == "".join(record["context"].split())
        assert all(title for title, _ in split) == titled
    corpus = opened(real, f"{part}_passages")
    [names] = corpus.batches()
    texts = {text for split in found for _, text in split if text}
    assert len(names) <= len(texts)
    assert len(names) > 0.8 * len(texts)  # what is left out is no prose
    assert all("Passage 2:" not in corpus.document(name).text for name in names)


def test_a_passage_that_names_another_is_not_cut_there() -> None:
    context = "Passage 1:\nA\nsee Passage 2:\nfor it\nPassage 3:\nnot yet\n\nPassage 2:\nB\ntext"
    heading, _ = headed("hotpotqa", "en")
    assert [*passages(context, heading, titled=True)] == [
        ("A", "see Passage 2:\nfor it\nPassage 3:\nnot yet"),
        ("B", "text"),
    ]


def test_a_context_without_headings_has_no_passages_to_be_split_into(tmp_path: Path) -> None:
    (tmp_path / "hotpotqa.jsonl").write_text(lines({**RECORD, "language": "en"}), "utf-8")
    message = r"line 1, context: has no numbered passages; expected 'Passage 1:'"
    with pytest.raises(BuildError, match=message):
        opener("longbench_hotpotqa_passages")(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"length": "12"}, "length: is a string; expected a whole number"),
        ({"length": True}, "length: is true or false; expected a whole number"),
        ({"language": "fr"}, "language: is 'fr'; expected"),
        ({"all_classes": "a"}, "all_classes: is a string; expected a list"),
        ({"_id": ""}, "_id: is empty; expected an id"),
    ],
)
def test_a_record_of_another_layout_is_told_by_its_line(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    corpus = read(tmp_path, {**RECORD, **change})
    assert isinstance(corpus, LongBenchPart)
    with pytest.raises(BuildError, match=f"line 1, {message}"):
        [*corpus.records()]
