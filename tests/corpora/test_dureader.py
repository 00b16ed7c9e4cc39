from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError
from tests.corpora.opening import open_dureader

PAGES: list[dict[str, Any]] = [
    {"title": "一", "paragraphs": ["甲", " ", "乙"], "is_selected": True, "most_related_para": 2},
    {"title": "二", "paragraphs": ["丙"], "is_selected": False, "most_related_para": 0},
    {"title": "三", "paragraphs": ["\u3000"], "is_selected": False, "most_related_para": 0},
]
RECORD: dict[str, Any] = {
    "question_id": 7,
    "question": "什么？",
    "question_type": "ENTITY",
    "answers": ["乙 ", "", "甲", "乙"],
    "documents": PAGES,
}
NAME = "preprocessed/devset/search.dev.json"


def read(folder: Path, *records: Any, name: str = NAME) -> LoadedCorpus:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (folder / name).write_text(lines, "utf-8")
    return open_dureader(folder)


def page(**change: Any) -> dict[str, Any]:
    return {"documents": [PAGES[0] | change]}


def test_pages_are_their_paragraphs_and_all_were_retrieved_for_the_question(tmp_path: Path) -> None:
    corpus = read(tmp_path, RECORD)
    (question,) = corpus.questions()
    assert question.id == "dureader:7"
    assert question.answers == ("乙", "甲")
    assert [corpus.document(each).text for each in question.supporting] == ["甲\n乙"]
    assert [corpus.document(each).text for each in question.retrieved] == ["甲\n乙", "丙"]
    assert question.evidence == ("乙",)
    (documents,) = corpus.batches()
    assert len(documents) == 2


def test_a_page_found_twice_is_retrieved_once(tmp_path: Path) -> None:
    again = PAGES[0] | {"is_selected": False}
    corpus = read(tmp_path, RECORD | {"documents": [again, *PAGES]})
    (question,) = corpus.questions()
    assert [corpus.document(each).text for each in question.retrieved] == ["甲\n乙", "丙"]


def test_all_parts_are_read_and_preprocessed_files_stand_for_the_raw(tmp_path: Path) -> None:
    read(tmp_path, RECORD, name="raw/devset/search.dev.json")
    read(tmp_path, {"no": "answers"}, name="preprocessed/testset/search.test1.json")
    read(tmp_path, RECORD | {"question_id": 8}, name="preprocessed/trainset/zhidao.train.json")
    corpus = read(tmp_path, RECORD)
    assert [question.id for question in corpus.questions()] == ["dureader:7", "dureader:8"]
    assert [file.path for file in corpus.files()] == [
        "preprocessed/devset/search.dev.json",
        "preprocessed/trainset/zhidao.train.json",
    ]


def test_a_raw_record_gives_documents_but_no_question(tmp_path: Path) -> None:
    pages = [{"title": "一", "paragraphs": ["甲"]}, {"title": "二", "paragraphs": ["丙"]}]
    corpus = read(tmp_path, RECORD | {"documents": pages}, name="raw/search.dev.json")
    (documents,) = corpus.batches()
    assert len(documents) == 2
    assert corpus.questions() == ()
    reason = "upstream marks no supporting document"
    assert corpus.left_out() == (("dureader:7", reason),)


def test_a_raw_record_that_marks_its_documents_is_asked_without_evidence(tmp_path: Path) -> None:
    raw = {key: value for key, value in PAGES[0].items() if key != "most_related_para"}
    (question,) = read(tmp_path, RECORD | {"documents": [raw]}).questions()
    assert question.evidence == ()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (page(is_selected="yes"), "documents 1, is_selected: is 'yes'; expected true or"),
        (page(most_related_para=3), "documents 1, most_related_para: is 3; expected the"),
    ],
)
def test_a_file_of_another_layout_is_told_with_its_first_line(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(BuildError, match=rf"search\.dev\.json, line 1, {why}"):
        read(tmp_path, RECORD | change, RECORD | change)


def test_nothing_is_taken_of_a_record_with_a_fault(tmp_path: Path) -> None:
    other = RECORD | {"question_id": 8, "documents": [*PAGES[:2], PAGES[1] | {"title": None}]}
    other["documents"][1] = PAGES[1] | {"paragraphs": ["丁"]}
    corpus = read(tmp_path, RECORD, other)
    (documents,) = corpus.batches()
    assert [corpus.document(each).text for each in documents] == ["甲\n乙", "丙"]
    reason = "documents 3, title is null; expected a string"
    assert corpus.left_out() == (("dureader:8", reason),)


@pytest.mark.parametrize(
    ("marks", "doubt"),
    [
        (["Yes", "No"], "its answers say both yes and no"),
        (["Yes", "Depends"], ""),
        ([{"Yes": 1}, 3], ""),
    ],
)
def test_answers_that_annotators_mark_as_yes_and_no_contradict_each_other(
    tmp_path: Path, marks: Any, doubt: str
) -> None:
    (question,) = read(tmp_path, RECORD | {"yesno_answers": marks}).questions()
    assert question.why_not_asked == doubt
