"""Reveal as it is read: CSV and JSON, histories by step_idx, evidence, hard cases, bad rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora.catalogue import fetch_corpus
from lvbuild.corpora.corpus import CorpusQuestion, LoadedCorpus
from lvbuild.errors import BuildError, MissingCorpusError
from tests.corpora.opening import opener
from tests.corpora.reveal_files import CANARY, COLUMNS, nested, row, seen, write_csv, write_json

PARTS = (
    "attribution",
    "logic",
    "relevance",
    "type",
    "fully_attributable",
    "logically_correct",
    "full_correctness",
)
ATTRIBUTION = {
    "type_label": "Attribution step.",
    "attribution_relevance_label": "Yes",
    "logic_relevance_label": "Relevant",
}
LOGIC = {
    "type_label": "Logical step.",
    "logic_relevance_label": "Relevant",
    "correctness_label": "Correct",
}
WHOLE = {
    "answer_is_fully_attributable": True,
    "answer_is_logically_correct": False,
    "answer_is_fully_attributable_and_correct": False,
}
BARN, MILL = "The red barn dates from 1710.", "A mill stands by the river."
RED = row(**ATTRIBUTION, **WHOLE, **seen(1, MILL, "Unsupported"))
RED_FINAL = row(**ATTRIBUTION, **WHOLE, **seen(2, BARN, "Fully", final=True))
UNRATED = row(**ATTRIBUTION, **WHOLE, **seen(3, "Barns are red.", None))
IT = row(
    step_idx=1,
    step="It was built before the blue barn.",
    decontextualized_step="The red barn was built before the blue barn.",
    **ATTRIBUTION,
    **WHOLE,
    **seen(1, "The blue barn dates from 1700.", "Contradictory", final=True),
)
AGAIN = row(step_idx=2, step=RED["step"], **WHOLE, **(LOGIC | {"correctness_label": "Incorrect"}))
LAST = row(step_idx=3, step="So the red barn is older.", **WHOLE, **LOGIC)
ANSWER = [RED, RED_FINAL, UNRATED, IT, AGAIN, LAST]
OTHER = "The barns were drawn in 1820."
OTHER_MODEL = row(answer_model="B", **ATTRIBUTION, **seen(1, OTHER, "Unsupported", final=True))
OTHER_QUESTION = row(
    question_id="q2",
    question="Is a mill a house?",
    step="A mill is a building.",
    logic_relevance_label="Not relevant",
    attribution_relevance_label="No",
    **seen(1, "Mills grind corn.", "Partially", final=True),
)
ROWS = [*ANSWER, OTHER_MODEL, OTHER_QUESTION]


def opened(folder: Path, part: str) -> LoadedCorpus:
    return opener(f"reveal_{part}")(folder)


def asked(corpus: LoadedCorpus) -> dict[str, CorpusQuestion]:
    """Return the questions by what follows the part in their ids, the data set aside."""
    return {one.id.partition("/")[2].partition("/")[2]: one for one in corpus.questions()}


def texts(corpus: LoadedCorpus, names: Sequence[str]) -> list[str]:
    return [corpus.document(name).text for name in names]


@pytest.mark.parametrize("part", PARTS)
def test_csv_and_json_of_rows_or_of_nested_objects_tell_the_same(tmp_path: Path, part: str) -> None:
    table = opened(write_csv(tmp_path / "csv", ROWS), part)
    assert table.questions()
    for name, value in (("rows", ROWS), ("nested", nested(ROWS))):
        other = opened(write_json(tmp_path / name, value), part)
        assert other.questions() == table.questions()
        assert texts(other, *other.batches()) == texts(table, *table.batches())
        assert other.canaries == table.canaries == (CANARY,)


def test_a_step_is_asked_by_itself_beside_what_was_rated_of_its_evidence(tmp_path: Path) -> None:
    corpus = opened(write_csv(tmp_path, ROWS), "attribution")
    found = asked(corpus)
    assert [*found] == ["q1/A/a1/0", "q1/A/a1/1", "q1/B/a1/0", "q2/A/a1/0"]
    first, second = found["q1/A/a1/0"], found["q1/A/a1/1"]
    assert (first.input, first.answers) == (RED["step"], ("Fully",))
    assert texts(corpus, first.supporting) == [MILL, BARN]
    assert second.input == "The red barn was built before the blue barn."
    assert second.answers == ("Contradictory",)
    assert "Barns are red." not in texts(corpus, *corpus.batches())


def test_evidence_of_the_same_question_under_any_model_may_not_distract(tmp_path: Path) -> None:
    corpus = opened(write_csv(tmp_path, ROWS), "attribution")
    found = asked(corpus)
    others = {"The blue barn dates from 1700.", OTHER}
    assert {*texts(corpus, found["q1/A/a1/0"].retrieved)} == others
    assert {*texts(corpus, found["q1/B/a1/0"].retrieved)} == {MILL, BARN, *others} - {OTHER}
    assert found["q2/A/a1/0"].retrieved == ()


def test_a_history_follows_step_idx_where_a_step_stands_twice(tmp_path: Path) -> None:
    """A history that is cut where the step's text first stands would be empty."""
    corpus = opened(write_csv(tmp_path, [AGAIN, IT, RED]), "logic")
    (question,) = corpus.questions()
    assert question.input == f"{RED['question']}\n{RED['step']}"
    assert question.answers == ("Incorrect",)
    told = [RED["question"], RED["step"], IT["step"]]
    assert texts(corpus, question.supporting) == ["\n".join(told)]


def test_only_relevant_logical_steps_with_steps_before_them_are_asked_of(tmp_path: Path) -> None:
    changes: list[dict[str, Any]] = [
        {"step_idx": 0},
        {"type_label": "Both."},
        {"logic_relevance_label": "Not relevant"},
        {"correctness_label": None},
    ]
    for number, change in enumerate(changes):
        last = LAST | change
        rows = [last] if change == {"step_idx": 0} else [RED, last]
        corpus = opened(write_csv(tmp_path / str(number), rows), "logic")
        assert not corpus.questions(), change


def test_a_step_is_relevant_by_either_column(tmp_path: Path) -> None:
    corpus = opened(write_csv(tmp_path, ROWS), "relevance")
    found = asked(corpus)
    assert found["q1/A/a1/1"].answers == ("Relevant",)
    assert found["q2/A/a1/0"].answers == ("Not relevant",)
    told = [RED["question"], *(each["step"] for each in (RED, IT, AGAIN, LAST))]
    assert texts(corpus, found["q1/A/a1/1"].supporting) == ["\n".join(told)]
    assert found["q1/A/a1/0"].why_not_asked == "its answer has the step twice"
    assert not found["q1/A/a1/1"].why_not_asked


def test_types_and_verdicts_on_answers_are_as_the_file_has_them(tmp_path: Path) -> None:
    folder = write_csv(tmp_path, ROWS)
    types = [one.answers for one in opened(folder, "type").questions()]
    assert types == [("Attribution step.",)] * 2 + [("Logical step.",)] * 2 + [
        ("Attribution step.",)
    ]
    for part, label in zip(PARTS[4:], ("True", "False", "False"), strict=True):
        corpus = opened(folder, part)
        (question,) = corpus.questions()
        assert (question.input, question.answers) == (RED["question"], (label,))
        chain, *evidence = texts(corpus, question.supporting)
        assert chain.split("\n")[0] == RED["question"]
        assert evidence == [MILL, BARN, "The blue barn dates from 1700."]


@pytest.mark.parametrize(
    "hard", [{"is_low_agreement_hard_case": True}, {"agreement_majority_all_steps": 2}]
)
def test_hard_cases_of_the_open_split_are_read_and_not_drawn(
    tmp_path: Path, hard: dict[str, Any]
) -> None:
    write_csv(tmp_path, ANSWER)
    write_csv(tmp_path, [OTHER_MODEL | hard], "open")
    corpus = opened(tmp_path, "attribution")
    found = asked(corpus)
    assert "hard case" in found["q1/B/a1/0"].why_not_asked
    assert not found["q1/A/a1/0"].why_not_asked
    assert OTHER in texts(corpus, found["q1/A/a1/0"].retrieved)


def test_a_row_that_stands_twice_is_read_once(tmp_path: Path) -> None:
    twice = opened(write_csv(tmp_path / "twice", [*ROWS, RED_FINAL]), "attribution")
    once = opened(write_csv(tmp_path / "once", ROWS), "attribution")
    assert twice.questions() == once.questions()


def test_the_open_split_alone_is_read_too(tmp_path: Path) -> None:
    corpus = opened(write_json(tmp_path, ROWS, "open"), "attribution")
    assert len(corpus.questions()) == 4


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"step_idx": "first"}, "step_idx: is 'first'; expected a whole number"),
        ({"step_idx": "9" * 5000}, "step_idx: is '9"),
        ({"step": ""}, "step: is empty; expected a text"),
        ({"question": "Another?"}, "question: is another text than in a row before of step 3"),
        ({"step_idx": 1}, "step: is another text than in a row before of step 1"),
        ({"evidence_id": "x", "evidence": "y"}, "evidence_id: is 'x'; expected a whole number"),
        ({"evidence_id": 1}, "evidence: is empty; expected a text"),
        (
            {"step_idx": 0, "step": RED["step"], **seen(2, "x", "Fully")},
            "evidence_id: is 2 a second time, with another passage or verdict; expected each once",
        ),
        (
            {"step_idx": 0, "step": RED["step"], **seen(4, "x", "Fully", final=True)},
            "is_final_rated_evidence_for_step: is true of a second passage; expected one final",
        ),
        ({"is_low_agreement_hard_case": "maybe"}, "is 'maybe'; expected True or False"),
        ({"agreement_majority_all_steps": "most"}, "is 'most'; expected a number"),
        ({"contamination_identifier": ""}, "contamination_identifier: is empty; expected an id"),
        ({"answer_id": ""}, "answer_id: is empty; expected an id"),
        (
            {"answer_is_logically_correct": "maybe"},
            "answer_is_logically_correct: is 'maybe', in a row before of this answer 'False';"
            " expected one verdict an answer",
        ),
    ],
)
def test_a_row_that_breaks_the_layout_is_told_in_a_line(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    rows = [*ANSWER[:-1], LAST | changes]
    for name, folder, where in (
        ("csv", write_csv(tmp_path / "csv", rows), "line 7"),
        ("json", write_json(tmp_path / "json", rows), "record 6"),
    ):
        with pytest.raises(BuildError) as error:
            opened(folder, "attribution")
        assert str(error.value).startswith(f"{folder}/eval/reveal_eval.{name}, {where}, ")
        assert told in str(error.value)
        assert "\n" not in str(error.value)


def test_a_column_that_is_missing_is_told_and_so_is_half_a_row(tmp_path: Path) -> None:
    path = write_csv(tmp_path, ANSWER) / "eval/reveal_eval.csv"
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(",step_idx,", ",step_number,"), "utf-8")
    with pytest.raises(BuildError, match=r"line 2: has no field 'step_idx'; expected 'step_idx'"):
        opened(tmp_path, "logic")
    path.write_text(f"{whole}strategy_qa,q1\n", "utf-8")
    expected = rf"line 8: has 2 cells; expected {len(COLUMNS)}"
    with pytest.raises(BuildError, match=expected):
        opened(tmp_path, "logic")
    path.write_bytes(whole.encode().replace(b"blue", b"bl\xe9"))
    with pytest.raises(BuildError, match=r"reveal_eval\.csv is not UTF-8"):
        opened(tmp_path, "logic")
    path.write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(BuildError, match="line 2: has no field 'dataset'"):
        opened(tmp_path, "logic")


def test_a_file_without_a_row_is_named(tmp_path: Path) -> None:
    for folder in (write_csv(tmp_path / "csv", []), write_json(tmp_path / "json", [])):
        with pytest.raises(BuildError, match=r"/eval/reveal_eval\.(csv|json): has no row; fetch"):
            opened(folder, "type")


def test_a_folder_without_its_files_says_what_belongs_there(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"expected eval/reveal_eval\.csv and open/reveal_open"):
        opened(tmp_path, "type")


def test_it_is_gated_and_not_fetched() -> None:
    told = r"reveal_logic is gated, and is not fetched: put eval/reveal_eval\.csv and open/"
    with pytest.raises(MissingCorpusError, match=told):
        fetch_corpus("reveal_logic")
