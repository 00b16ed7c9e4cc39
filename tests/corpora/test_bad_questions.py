"""What is wrong with one question leaves it out, in every layout, and stops no other."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError
from tests.corpora import test_cmrc2018, test_dureader, test_longbench, test_loogle, test_multi_hop
from tests.corpora.opening import (
    open_2wikimultihopqa,
    open_cmrc2018,
    open_dureader,
    open_hotpotqa,
    open_loogle_cr,
    open_loogle_sd,
    open_multifieldqa_zh,
)

Questions = Sequence[dict[str, Any]]


class Layout(NamedTuple):
    """A corpus's file of some questions, two that differ in their ids, and a fault of one."""

    open: Callable[[Path], LoadedCorpus]
    file: str
    text: Callable[[Questions], str]
    questions: Questions
    fault: dict[str, Any]
    reason: str


def of_lines(records: Questions) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def squad(asked: Questions) -> str:
    paragraph = {"id": "DEV_1", "context": test_cmrc2018.TEXT, "qas": asked}
    return json.dumps({"data": [{"title": "锣鼓经", "paragraphs": [paragraph]}]})


def flat(asked: Questions) -> str:
    article = {"context_id": "1", "context_text": test_cmrc2018.TEXT, "title": "", "qas": asked}
    return json.dumps([article])


def loogle(asked: Questions) -> str:
    return json.dumps(test_loogle.record(*asked)) + "\n"


def each(record: dict[str, Any], key: str) -> Questions:
    return record | {key: "first"}, record | {key: "second"}


SPAN = "记谱方法"
HOPS = each(test_multi_hop.RECORD, "_id")
LONG = test_loogle.LONG | {"type": test_loogle.CR}
LAYOUTS = {
    "cmrc2018": Layout(
        open_cmrc2018,
        "cmrc2018_dev.json",
        squad,
        each({"question": "什么？", "answers": [{"text": SPAN}]}, "id"),
        {"answers": [{"text": SPAN}, {"text": SPAN}, {"text": 39764.0}]},
        "answers 3, text is a number; expected a string",
    ),
    "cmrc2018 of the other layout": Layout(
        open_cmrc2018,
        "cmrc2018_dev.json",
        flat,
        each({"query_text": "什么？", "answers": [SPAN]}, "query_id"),
        {"answers": [SPAN, None]},
        "answers 2 is null; expected a string",
    ),
    "dureader": Layout(
        open_dureader,
        "preprocessed/devset/search.dev.json",
        of_lines,
        each(test_dureader.RECORD, "question_id"),
        {"answers": "甲"},
        "answers is a string; expected a list",
    ),
    "hotpotqa": Layout(
        open_hotpotqa,
        "hotpot_dev_distractor_v1.json",
        json.dumps,
        HOPS,
        {"answer": 1947},
        "answer is a number; expected a string",
    ),
    "2wikimultihopqa": Layout(
        open_2wikimultihopqa,
        "dev.json",
        json.dumps,
        HOPS,
        {"supporting_facts": [["Ada"]]},
        "supporting_facts 1 is of another layout; expected a title and a sentence's number",
    ),
    "loogle_sd": Layout(
        open_loogle_sd,
        "shortdep_qa.jsonl",
        loogle,
        each(test_loogle.SHORT, "Q"),
        {"A": None},
        "A is null; expected a string",
    ),
    "loogle_cr": Layout(
        open_loogle_cr,
        "longdep_qa.jsonl",
        loogle,
        each(LONG, "Q"),
        {"S": ["She wrote notes.", 7]},
        "S 2 is a number; expected a string",
    ),
    "longbench": Layout(
        open_multifieldqa_zh,
        "multifieldqa_zh.jsonl",
        of_lines,
        each(test_longbench.RECORD, "input"),
        {"answers": [7]},
        "answers 1 is a number; expected a string",
    ),
}


def read(folder: Path, layout: Layout, *questions: dict[str, Any]) -> LoadedCorpus:
    path = folder / layout.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(layout.text(questions), encoding="utf-8")
    return layout.open(folder)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("bad", [0, 1], ids=["before", "after"])
def test_a_fault_of_one_question_leaves_it_out(tmp_path: Path, layout: Layout, bad: int) -> None:
    questions = list(layout.questions)
    whole = read(tmp_path, layout, *questions).questions()
    questions[bad] = questions[bad] | layout.fault
    corpus = read(tmp_path, layout, *questions)
    assert corpus.questions() == (whole[1 - bad],)
    assert corpus.left_out() == ((whole[bad].id, layout.reason),)


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_fault_of_every_question_is_one_of_the_file(tmp_path: Path, layout: Layout) -> None:
    with pytest.raises(BuildError) as caught:
        read(tmp_path, layout, *(one | layout.fault for one in layout.questions))
    told = str(caught.value)
    assert told.startswith(f"{tmp_path / layout.file}, ")
    place, _, rest = layout.reason.partition(" is ")
    assert f", {place}: is {rest}" in told
    assert "\n" not in told
