"""What an inline source reads from each format, and what of it can be asked."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.corpora.reading.loading import question_digest
from lvbuild.errors import BuildError
from tests.corpora.mapped_sources import RECORD, read, source, write

ONE = {"question": "q", "answers": "a", "documents": "d"}


def check(corpus: LoadedCorpus) -> None:
    (question,) = corpus.questions()
    assert (question.id, question.input) == ("mine:7", "Who hid the key?")
    assert question.answers == ("Ada", "Ada Stone")
    (supporting,), (other,) = question.supporting, question.retrieved
    assert corpus.document(supporting).text == "Ada Stone hid the key."
    assert (corpus.document(other).text, corpus.document(other).title) == (
        "Boats have no keys.",
        "Boats",
    )
    assert (corpus.name, corpus.revision, corpus.licence) == ("mine", "local", "MIT")
    assert len(corpus.files()) == 1
    assert corpus.left_out() == ()


def reason(corpus: LoadedCorpus) -> str:
    assert corpus.questions() == ()
    ((_, why),) = corpus.left_out()
    return why


@pytest.mark.parametrize("format_", ["jsonl", "parquet"])
def test_records_are_read_by_nested_paths(tmp_path: Path, format_: str) -> None:
    check(read(tmp_path, source(format_), RECORD))


def test_json_is_a_list_of_records_or_holds_them_where_the_recipe_says(tmp_path: Path) -> None:
    check(read(tmp_path, source("json"), [RECORD]))
    held = {"version": 2, "parts": [{"data": []}, {"data": [RECORD]}]}
    check(read(tmp_path, source("json", records="parts[].data[]"), held))


@pytest.mark.parametrize("delimiter", [";", "\t", "|", ","])
def test_cells_of_csv_have_the_delimiter_between_them_that_the_recipe_names(
    tmp_path: Path, delimiter: str
) -> None:
    rows = [["q", "a", "d"], ["Who, if any?", "Ada", f"Ada{delimiter} of course."]]
    with (tmp_path / "a.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    corpus = open_mapped(source("csv", ONE, delimiter=delimiter), tmp_path)
    (question,) = corpus.questions()
    assert (question.input, question.answers) == ("Who, if any?", ("Ada",))
    assert corpus.document(question.supporting[0]).text == f"Ada{delimiter} of course."


def test_a_row_of_csv_is_a_question_on_one_document_of_any_size(tmp_path: Path) -> None:
    text = 'Ada Stone hid\nthe "key", here. ' + "x" * 200_000
    corpus = read(tmp_path, source("csv", ONE), ["q", "a", "d"], ["Who?", "Ada", text], [])
    (question,) = corpus.questions()
    assert corpus.document(question.supporting[0]).text == text
    assert question.id == f"mine:{question_digest('', text, 'Who?')}"


def test_a_text_file_is_a_document_called_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    write(tmp_path / "b", "text", "One.\r\n", "Two.")
    corpus = open_mapped(source("text"), tmp_path)
    assert [*corpus.batches()] == [("mine:b/0.txt", "mine:b/1.txt")]
    assert corpus.document("mine:b/0.txt").text == "One."
    assert corpus.questions() == ()


SQUAD = {
    "data": [
        {
            "title": "Keys",
            "paragraphs": [
                {
                    "context": "Ada Stone hid the key.",
                    "qas": [
                        {"id": "a", "question": "Who?", "answers": [{"text": "Ada Stone"}]},
                        {"id": "b", "question": "When?", "answers": []},
                        {"id": "c", "question": "Why?", "answers": [{"text": "Out of fear"}]},
                    ],
                }
            ],
        }
    ]
}


def test_squads_layout_needs_no_mapping(tmp_path: Path) -> None:
    corpus = read(tmp_path, source("squad"), SQUAD)
    (question,) = corpus.questions()
    assert (question.id, question.answers) == ("mine:a", ("Ada Stone",))
    assert corpus.left_out() == (
        ("mine:b", "upstream gives no answer"),
        ("mine:c", "none of its answers stands in a supporting document"),
    )


def test_a_field_given_beside_squads_layout_takes_the_place_of_the_ready_one(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.json").write_text(
        '{"data": [{"paragraphs": [{"context": "Ada hid it.", "key": "p1", "qas": []}]}]}'
    )
    corpus = open_mapped(source("squad", {"document_ids": "key"}), tmp_path)
    assert [*corpus.batches()] == [("mine:p1",)]


def test_a_record_may_ask_several_questions_of_its_documents(tmp_path: Path) -> None:
    fields = {"documents": "text", "asked": "pairs[]", "question": "q", "answers": "a.0"}
    record = {"text": "Ada hid it.", "pairs": [{"q": f"Q{n}", "a": ["Ada"]} for n in range(3)]}
    corpus = read(tmp_path, source(fields=fields), record)
    assert [question.input for question in corpus.questions()] == ["Q0", "Q1", "Q2"]
    assert len({question.id for question in corpus.questions()}) == 3


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ({"supporting": "flags[]"}, ["One two."]),
        ({"supporting": "bits[]"}, ["Three four."]),
        ({"supporting": "facts[].0", "titles": "titles[]"}, ["One two.", "Three four."]),
        ({"supporting": "keys[]", "titles": "titles[]", "document_ids": "ids[]"}, ["Three four."]),
        ({}, ["One two.", "Three four."]),
    ],
)
def test_documents_support_by_a_mark_by_name_or_all(
    tmp_path: Path, marks: dict[str, str], expected: list[str]
) -> None:
    record = {
        "q": "?",
        "a": "One",
        "d": ["One two.", "Three four."],
        "titles": ["I", "II"],
        "ids": [30, 31],
        "flags": [True, False],
        "bits": [0, 1],
        "facts": [["II", 0], ["I", 3]],
        "keys": ["31"],
    }
    corpus = read(tmp_path, source(fields={**ONE, "documents": "d[]", **marks}), record)
    (question,) = corpus.questions()
    assert [corpus.document(name).text for name in question.supporting] == expected


def test_documents_that_do_not_support_may_be_known_to_distract(tmp_path: Path) -> None:
    (retrieving,) = read(tmp_path, source(), RECORD).questions()
    (question,) = read(tmp_path, source(others_distract=True), RECORD).questions()
    assert retrieving.distracting == question.retrieved == ()
    assert question.distracting == retrieving.retrieved != ()


@pytest.mark.parametrize(
    ("join", "expected"), [("\n", "One.\nTwo."), (" | ", "One. | Two."), ("", "One. Two.")]
)
def test_a_document_that_is_a_list_of_strings_is_joined(
    tmp_path: Path, join: str, expected: str
) -> None:
    record = {"q": "?", "a": "One", "d": ["One.", "", " Two. "]}
    corpus = read(tmp_path, source(fields=ONE, join=join), record)
    assert corpus.document(corpus.questions()[0].supporting[0]).text == expected


def test_evidence_stands_as_in_its_document_and_is_not_used_elsewhere(tmp_path: Path) -> None:
    record = {"q": "?", "a": "One", "d": "One\ntwo. Three.", "e": ["One two.", "Four.", ""]}
    corpus = read(tmp_path, source(fields={**ONE, "evidence": "e[]"}), record)
    assert corpus.questions()[0].evidence == ("One\ntwo.",)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"query": " "}, "the question is empty"),
        ({"query": None}, "the question is empty"),
        ({"answers": []}, "upstream gives no answer"),
        ({"answers": None}, "upstream gives no answer"),
        ({"answers": [{"text": ""}, {"text": None}]}, "upstream gives no answer"),
        ({"docs": []}, "upstream marks no supporting document"),
    ],
)
def test_what_cannot_be_asked_is_left_out_with_its_reason(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    whole = {**RECORD, "qid": 8}
    corpus = read(tmp_path, source(), whole, RECORD | change)
    assert [question.id for question in corpus.questions()] == ["mine:8"]
    assert corpus.left_out() == (("mine:7", why),)


def test_support_that_has_no_text_or_no_one_name_is_told(tmp_path: Path) -> None:
    empty = [{"title": "A", "text": "", "is_selected": True}, RECORD["docs"][0]]
    corpus = read(tmp_path, source(), RECORD | {"docs": empty})
    assert reason(corpus) == "a supporting document has no text"
    fields = {**ONE, "documents": "d[]", "titles": "t[]", "supporting": "s[]"}
    record = {"q": "?", "a": "One", "d": ["One.", "Two.", ""], "t": ["I", "I", "III"], "s": ["I"]}
    named = source(fields=fields)
    why = reason(read(tmp_path, named, record))
    assert why == "two of its documents have the name 'I' of a supporting one"
    for missing in ("II", "III"):
        why = reason(read(tmp_path, named, record | {"s": [missing]}))
        assert why.startswith(f"its supporting document {missing!r} is missing")
    all_support = source(fields={**ONE, "documents": "d[]"})
    corpus = read(tmp_path, all_support, record, record | {"q": "!", "d": [""]})
    assert [why for _, why in corpus.left_out()] == ["none of its documents has text"]


def test_extractive_answers_are_kept_where_they_stand(tmp_path: Path) -> None:
    record = {"q": "?", "a": ["One", "Five"], "d": "One two."}
    extractive = source(fields={**ONE, "answers": "a[]"}, extractive=True)
    (question,) = read(tmp_path, extractive, record).questions()
    assert question.answers == ("One",)
    told = reason(read(tmp_path, extractive, record | {"a": ["Five"]}))
    assert told == "none of its answers stands in a supporting document"


def test_files_are_chosen_by_their_pattern_in_any_folder(tmp_path: Path) -> None:
    for name in ("train-1", "deep/down/train-2", "dev-1"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.txt").write_text(f"Text of {name}.")
    chosen = {
        "": 3,
        "train*.txt": 2,
        "deep/**/*.txt": 1,
        "deep/*.txt": 0,
        "d?v-1.txt": 1,
        "**/*-1.txt": 2,
    }
    for files, count in chosen.items():
        described = source("text", files=files)
        if count:
            assert len(next(open_mapped(described, tmp_path).batches())) == count
        else:
            with pytest.raises(
                BuildError, match=r"no file of the corpus .*; expected its files deep/"
            ):
                open_mapped(described, tmp_path)


@pytest.mark.parametrize(
    ("answer", "texts"),
    [
        ("Ada", ("Ada",)),
        (1912, ("1912",)),
        (True, ("yes",)),
        (["Ada", "Ben"], ("Ada", "Ben")),
        ({"Ada": 1912, "Ben": [1913, "1914 "]}, ("Ada", "1912", "Ben", "1913", "1914")),
    ],
)
def test_an_answer_may_be_more_than_a_text(
    tmp_path: Path, answer: object, texts: tuple[str, ...]
) -> None:
    corpus = read(tmp_path, source("json", ONE), [{"q": "Who?", "a": answer, "d": "Ada and Ben."}])
    (question,) = corpus.questions()
    assert question.answers == texts


def test_null_within_an_answer_is_told_with_its_place(tmp_path: Path) -> None:
    asked = {"q": "Who?", "a": ["Ada", None], "d": "Ada and Ben."}
    with pytest.raises(BuildError, match="record 1, a: holds null; expected an answer"):
        read(tmp_path, source("json", ONE), [asked])
