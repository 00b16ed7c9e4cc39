from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError
from tests.corpora.opening import open_cmrc2018

TEXT = "锣鼓经是打击乐记谱方法，节奏型称为「锣鼓点」。"
ANSWERS = ["打击乐记谱方法", "记谱方法", "打击乐记谱方法", "一种方法"]


def spans(*answers: str) -> list[dict[str, Any]]:
    return [{"text": answer, "answer_start": TEXT.find(answer)} for answer in answers]


def squad(**change: Any) -> dict[str, Any]:
    asked = {"id": "DEV_1_QUERY_0", "question": "锣鼓经是什么？", "answers": spans(*ANSWERS)}
    paragraph = {"id": "DEV_1", "context": TEXT, "qas": [asked | change]}
    return {"data": [{"id": "DEV_1", "title": "锣鼓经", "paragraphs": [paragraph]}]}


def other(**change: Any) -> list[dict[str, Any]]:
    asked = {"query_id": "DEV_1_QUERY_0", "query_text": "锣鼓经是什么？", "answers": ANSWERS}
    return [
        {"context_id": "DEV_1", "context_text": TEXT, "title": "锣鼓经", "qas": [asked | change]}
    ]


def row(**change: Any) -> dict[str, Any]:
    answers = {"text": ANSWERS, "answer_start": [TEXT.find(answer) for answer in ANSWERS]}
    return {
        "id": "DEV_1_QUERY_0",
        "context": TEXT,
        "question": "锣鼓经是什么？",
        "answers": answers,
    } | change


def read(folder: Path, content: Any) -> LoadedCorpus:
    (folder / "cmrc2018_dev.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    return open_cmrc2018(folder)


def read_rows(folder: Path, *rows: dict[str, Any]) -> LoadedCorpus:
    path = folder / "default/validation/0000.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(list(rows)), path)
    return open_cmrc2018(folder)


def check(corpus: LoadedCorpus) -> None:
    (question,) = corpus.questions()
    assert question.id == "cmrc2018:DEV_1_QUERY_0"
    assert question.input == "锣鼓经是什么？"
    assert question.answers == ("打击乐记谱方法", "记谱方法")
    assert question.supporting == ("cmrc2018:DEV_1",)
    assert question.evidence == ()
    assert corpus.document("cmrc2018:DEV_1").text == TEXT
    assert corpus.left_out() == ()


def test_the_layouts_of_upstream_and_the_hub_give_the_same(tmp_path: Path) -> None:
    check(read_rows(tmp_path, row()))
    check(read(tmp_path, other()))
    check(read(tmp_path, squad()))
    assert open_cmrc2018(tmp_path).document("cmrc2018:DEV_1").title == "锣鼓经"


def test_a_row_whose_id_names_no_paragraph_gets_an_id_of_its_text(tmp_path: Path) -> None:
    corpus = read_rows(tmp_path, row(id="7"), row(id="8"))
    first, second = corpus.questions()
    assert (first.id, second.id) == ("cmrc2018:7", "cmrc2018:8")
    assert first.supporting == second.supporting


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({"version": "v1.0"}, r"dev\.json: has no field 'data'"),
        (other(answers=[{"text": "a"}]), r"record 1, qas 1, answers 1: is an object; expected a s"),
        ([*other(), other()[0] | {"context_text": "a"}], r"record 2: another document with the id"),
    ],
)
def test_a_record_of_another_layout_is_told_with_its_number(
    tmp_path: Path, content: Any, why: str
) -> None:
    with pytest.raises(BuildError, match=why):
        read(tmp_path, content)


def test_a_question_is_left_out_whose_answer_goes_with_a_damaged_sentence(tmp_path: Path) -> None:
    context = "甲镇在江边，有三座桥。乙桥由李阿达建于一九〇七年，又名「」。丙桥是石桥。"
    asked = [
        {
            "id": "q1",
            "question": "谁建了乙桥？",
            "answers": [{"text": "李阿达", "answer_start": 14}],
        },
        {
            "id": "q2",
            "question": "丙桥是什么桥？",
            "answers": [{"text": "石桥", "answer_start": 33}],
        },
    ]
    data = {"data": [{"title": "", "paragraphs": [{"id": "p", "context": context, "qas": asked}]}]}
    (tmp_path / "cmrc2018_dev.json").write_text(json.dumps(data), "utf-8")
    corpus = open_cmrc2018(tmp_path)
    assert corpus.document("cmrc2018:p").text == "甲镇在江边，有三座桥。丙桥是石桥。"
    assert [question.answers for question in corpus.questions()] == [("石桥",)]
    why = "cleaning would cut its answer or its evidence"
    assert corpus.left_out() == (("cmrc2018:q1", why),)
    assert corpus.cleaned() == {"sentences that lost words": 1}
