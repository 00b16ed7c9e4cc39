"""Noisy copies of upstream files come to the same texts as clean ones, under their own ids."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lvbuild.corpora.corpus import CorpusQuestion, LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.corpora.reading.loading import digest, question_digest
from tests.corpora.mapped_sources import source
from tests.corpora.opening import (
    open_2wikimultihopqa,
    open_cmrc2018,
    open_dureader,
    open_hotpotqa,
    open_loogle_sd,
    open_multifieldqa_en,
    open_multifieldqa_zh,
)

UNSEEN = ("\x00", "\ufeff", "<span class='a'>", "-{}-")
EN = (
    "Ada Lee was a miller. "
    + "Mist lay on the hills. " * 30
    + "Ada Lee founded the school in 1907."
)
ZH = "李阿达生于河边。" + "河水流过磨坊的石墙，" * 30 + "学校由李阿达创办于一九〇七年。"


@dataclass(frozen=True)
class Noisy:
    """A text with a piece of noise between any two of its characters."""

    piece: str

    def __call__(self, text: str) -> str:
        return self.piece.join(["", *text, ""])

    def place(self, place: int) -> int:
        """Return where a character of the clean text stands, the noise before it left out."""
        return place + (place + 1) * len(self.piece)


Write = Callable[[Callable[[str], str], Callable[[int], int]], str]


class Layout(NamedTuple):
    """A small upstream file: its name, and its content with all texts through a function."""

    open: Callable[[Path], LoadedCorpus]
    file: str
    write: Write


def hops(noisy: Callable[[str], str], place: Callable[[int], int]) -> str:
    first, second = "Ada was born in London.", "7 notes are hers."
    context = [["Ada", [noisy(first), noisy(second)]], ["Bob", [noisy("Bob was not.")]]]
    record = {
        "_id": "q",
        "question": noisy("Where was Ada born?"),
        "answer": noisy("London"),
        "context": context,
        "supporting_facts": [["Ada", 0], ["Ada", 1]],
    }
    return json.dumps([record])


def squad(noisy: Callable[[str], str], place: Callable[[int], int]) -> str:
    start = place(ZH.rindex("李阿达"))
    asked = {
        "id": "q",
        "question": noisy("谁创办了学校？"),
        "answers": [{"text": noisy("李阿达"), "answer_start": start}],
    }
    paragraph = {"id": "p", "context": noisy(ZH), "qas": [asked]}
    return json.dumps({"data": [{"title": "甲", "paragraphs": [paragraph]}]})


def pages(noisy: Callable[[str], str], place: Callable[[int], int]) -> str:
    record = {
        "question_id": 7,
        "question": noisy("谁创办了学校？"),
        "answers": [noisy("李阿达")],
        "documents": [
            {
                "title": "甲",
                "paragraphs": [noisy("河水流过。"), noisy(ZH)],
                "is_selected": True,
                "most_related_para": 1,
            },
            {"title": "乙", "paragraphs": [noisy("山上有雾。")], "is_selected": False},
        ],
    }
    return json.dumps(record)


def prompts(text: str, question: str, answer: str) -> Write:
    def write(noisy: Callable[[str], str], place: Callable[[int], int]) -> str:
        return json.dumps(
            {"input": noisy(question), "context": noisy(text), "answers": [noisy(answer)]}
        )

    return write


def pairs(noisy: Callable[[str], str], place: Callable[[int], int]) -> str:
    asked = {"Q": noisy("Who founded it?"), "A": noisy("Ada Lee"), "S": noisy("Ada Lee founded")}
    return json.dumps({"input": noisy(EN), "title": "Mills", "qa_pairs": repr([asked])})


LAYOUTS = {
    "hotpotqa": Layout(open_hotpotqa, "hotpot_dev_distractor_v1.json", hops),
    "2wikimultihopqa": Layout(open_2wikimultihopqa, "dev.json", hops),
    "cmrc2018": Layout(open_cmrc2018, "cmrc2018_dev.json", squad),
    "dureader": Layout(open_dureader, "preprocessed/search.dev.json", pages),
    "loogle": Layout(open_loogle_sd, "shortdep_qa.jsonl", pairs),
    "longbench_en": Layout(
        open_multifieldqa_en,
        "multifieldqa_en.jsonl",
        prompts(EN, "Who founded the school?", "Ada Lee"),
    ),
    "longbench_zh": Layout(
        open_multifieldqa_zh, "multifieldqa_zh.jsonl", prompts(ZH, "谁创办了学校？", "李阿达")
    ),
    "one's own": Layout(lambda folder: open_mapped(source("squad"), folder), "a.json", squad),
}
CASES = [
    (name, piece)
    for name, layout in LAYOUTS.items()
    for piece in UNSEEN
    if piece != "-{}-" or layout.write in (squad, pages) or name == "longbench_zh"
]


def read(
    folder: Path,
    layout: Layout,
    noisy: Callable[[str], str] = str,
    place: Callable[[int], int] = int,
) -> LoadedCorpus:
    path = folder / layout.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(layout.write(noisy, place), "utf-8")
    return layout.open(folder)


def texts(corpus: LoadedCorpus) -> list[str]:
    return [corpus.document(name).text for batch in corpus.batches() for name in batch]


def words(question: CorpusQuestion) -> tuple[object, ...]:
    return question.input, question.answers, question.evidence, len(question.supporting)


@pytest.mark.parametrize(("name", "piece"), CASES)
def test_noise_between_any_two_characters_goes(tmp_path: Path, name: str, piece: str) -> None:
    layout = LAYOUTS[name]
    clean = read(tmp_path, layout)
    noisy = Noisy(piece)
    cleaned = read(tmp_path, layout, noisy, noisy.place)
    assert texts(cleaned) == texts(clean)
    assert [*map(words, cleaned.questions())] == [*map(words, clean.questions())]
    assert cleaned.questions()
    counts = cleaned.cleaned().items()
    in_answers = [n for kind, n in counts if kind.endswith(", in answers")]
    assert sum(n for _, n in counts) - sum(in_answers) == len(texts(clean))
    assert clean.cleaned() == {}


def test_ids_that_are_made_of_texts_are_made_of_them_before_cleaning(tmp_path: Path) -> None:
    noisy = Noisy("\u200b")
    hop = read(tmp_path, LAYOUTS["hotpotqa"], noisy, noisy.place)
    before = noisy("Ada was born in London.") + noisy("7 notes are hers.")
    assert hop.questions()[0].supporting == (f"hotpotqa:{digest('Ada', before)}",)
    long = read(tmp_path, LAYOUTS["longbench_en"], noisy, noisy.place)
    made = question_digest("", noisy(EN), noisy("Who founded the school?"))
    assert long.questions()[0].id == f"longbench:{made}"


@pytest.mark.parametrize(
    "lead", ["", "甲\r\n乙\r\n", "e\u0301" * 40, "<p>" * 30, "-{zh-cn:丁;zh-tw:戊}-"]
)
def test_the_answers_place_is_carried_along(tmp_path: Path, lead: str) -> None:
    """Of an answer that stands twice, nearer to each other than the noise is long."""
    context = f"{lead}李阿达和李阿达的学校。"
    asked = {
        "id": "q",
        "question": "谁？",
        "answers": [{"text": "李阿达", "answer_start": context.rindex("李阿达")}],
    }
    data = {"data": [{"title": "", "paragraphs": [{"context": context, "qas": [asked]}]}]}
    for open_it, name in (
        (open_cmrc2018, "cmrc2018_dev.json"),
        (LAYOUTS["one's own"].open, "a.json"),
    ):
        (tmp_path / name).write_text(json.dumps(data), "utf-8")
        corpus = open_it(tmp_path)
        (tmp_path / name).unlink()
        (question,) = corpus.questions()
        (text,) = texts(corpus)
        (evidence,) = question.evidence
        at = text.index(evidence)
        assert at <= text.rindex("李阿达") < at + len(evidence)


def test_an_answer_of_a_form_that_is_not_shown_becomes_the_one_that_is(tmp_path: Path) -> None:
    context = "英国-{zh-cn:庄严级战列舰; zh-tw:庄严级战舰}-改良而成。"
    asked = {
        "id": "q",
        "question": "什么？",
        "answers": [
            {"text": "庄严级战舰", "answer_start": context.index("庄严级战舰")},
            {"text": "庄严级", "answer_start": context.index("庄严级")},
        ],
    }
    data = {"data": [{"title": "", "paragraphs": [{"context": context, "qas": [asked]}]}]}
    (tmp_path / "cmrc2018_dev.json").write_text(json.dumps(data), "utf-8")
    (question,) = open_cmrc2018(tmp_path).questions()
    assert question.answers == ("庄严级战列舰", "庄严级")


def test_a_question_is_one_line(tmp_path: Path) -> None:
    record: dict[str, Any] = {"qid": 1, "query": "Who<br>hid\u2028it?", "answers": [], "docs": []}
    record["answers"] = [{"text": "Ada"}]
    record["docs"] = [{"title": "", "text": "Ada.<br>", "is_selected": True}]
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    (question,) = open_mapped(source(), tmp_path).questions()
    assert question.input == "Who hid it?"


def test_code_and_comparisons_of_ones_own_corpus_stay(tmp_path: Path) -> None:
    text = 'if (a < b && c > d) return List<String>; // e^{-{x}-1} {{y}} [[z]] "k" ( l )'
    (tmp_path / "a.txt").write_text(text)
    corpus = open_mapped(source("text"), tmp_path)
    assert (texts(corpus), corpus.cleaned()) == ([text], {})
