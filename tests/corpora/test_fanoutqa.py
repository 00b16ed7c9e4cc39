"""FanOutQA as it is read: editions, pages by several ways, ids that are none, empty pages."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora.corpus import Epochs, LoadedCorpus
from lvbuild.corpora.fanoutqa import MISSING, NOVEMBER, OTHER_REVISIONS, SEPTEMBER
from lvbuild.corpora.pages import markdown_page
from lvbuild.errors import BuildError
from tests.corpora.opening import opener

open_dev, open_test = opener("fanoutqa"), opener("fanoutqa_test")
TBD = "###TBD###"


def evidence(title: str, pageid: Any, revid: Any) -> dict[str, Any]:
    return {"pageid": pageid, "revid": revid, "title": title, "url": f"https://e/{title}"}


def leaf(key: str, question: str, answer: Any, held: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": key,
        "question": question,
        "decomposition": [],
        "answer": answer,
        "depends_on": [],
        "evidence": held,
    }


LIST, ADA, BEN = evidence("List", 1, 10), evidence("Ada", 2, 20), evidence("Ben", 3, 30)
QUESTION: dict[str, Any] = {
    "id": "q1",
    "question": "Where was each of the first two mayors born?",
    "decomposition": [
        leaf("a", "Who were the first two mayors?", ["Ada", "Ben"], LIST),
        {
            "id": "b",
            "question": "Where were they born?",
            "decomposition": [
                leaf("c", "Where was Ada born?", "Oldtown", ADA),
                leaf("d", "Where was Ben born?", "Oldtown", BEN),
            ],
            "answer": {"Ada": "Oldtown", "Ben": "Oldtown"},
            "depends_on": ["a"],
            "evidence": None,
        },
    ],
    "answer": {"Ada": "Oldtown", "Ben": "Oldtown"},
    "categories": ["People"],
}
PAGES = {1: "The mayors were Ada and Ben.", 2: "Ada is of Oldtown.", 3: "Ben is of Oldtown."}


def changed(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(QUESTION), **changes}


def write(folder: Path, *questions: Any, part: str = "dev", cached: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"fanout-final-{part}.json").write_text(json.dumps(questions), "utf-8")
    if cached:
        (folder / "wikicache").mkdir(exist_ok=True)
        for pageid, text in PAGES.items():
            (folder / f"wikicache/{pageid}-dated.md").write_text(text, "utf-8")
    return folder


def reasons(corpus: LoadedCorpus) -> dict[str, str]:
    return dict(corpus.left_out())


def test_a_question_rests_on_the_pages_of_its_leaves_whatever_their_depth(tmp_path: Path) -> None:
    corpus = open_dev(write(tmp_path, QUESTION))
    (question,) = corpus.questions()
    assert question.id == "fanoutqa:q1"
    assert question.supporting == ("fanoutqa:1", "fanoutqa:2", "fanoutqa:3")
    assert [corpus.document(each).title for each in question.supporting] == ["List", "Ada", "Ben"]
    assert corpus.document("fanoutqa:2").text == PAGES[2]
    assert question.fan_out is not None
    assert [each.document_id for each in question.fan_out.leaves] == [*question.supporting]
    assert question.fan_out.leaves[0].answers == ("Ada", "Ben")
    assert question.fan_out.revisions == dict(zip(question.supporting, (10, 20, 30), strict=True))
    assert question.fan_out.decomposition == QUESTION["decomposition"]
    assert corpus.epochs == Epochs(NOVEMBER, NOVEMBER)


@pytest.mark.parametrize(
    ("answer", "strings"),
    [
        ({"Ada": "Oldtown", "Ben": "Oldtown"}, ("Ada", "Oldtown", "Ben", "Oldtown")),
        ({"Ada": [1, 2.5], "Ben": True}, ("Ada", "1", "2.5", "Ben", "yes")),
        (["Ada", "Ben"], ("Ada", "Ben")),
        ("Ada", ("Ada",)),
        (4, ("4",)),
        (False, ("no",)),
    ],
)
def test_answers_of_every_kind_become_strings_as_often_as_they_are_said(
    tmp_path: Path, answer: Any, strings: tuple[str, ...]
) -> None:
    (question,) = open_dev(write(tmp_path, changed(answer=answer))).questions()
    assert question.answers == strings
    assert question.fan_out is not None
    assert question.fan_out.answer == answer


def test_an_answer_that_is_none_leaves_out_its_question_alone(tmp_path: Path) -> None:
    corpus = open_dev(write(tmp_path, changed(id="q0", answer={"Ada": None}), QUESTION))
    assert [each.id for each in corpus.questions()] == ["fanoutqa:q1"]
    assert "expected texts, numbers, true or false" in reasons(corpus)["fanoutqa:q0"]


def test_an_id_that_is_no_number_is_found_by_another_reference_to_its_title(tmp_path: Path) -> None:
    without = json.loads(
        json.dumps(changed(id="q2")).replace(
            '"pageid": 2, "revid": 20', f'"pageid": "{TBD}", "revid": "{TBD}"'
        )
    )
    corpus = open_dev(write(tmp_path, without, QUESTION))
    assert {each.id: each.supporting for each in corpus.questions()} == {
        "fanoutqa:q2": ("fanoutqa:1", "fanoutqa:2", "fanoutqa:3"),
        "fanoutqa:q1": ("fanoutqa:1", "fanoutqa:2", "fanoutqa:3"),
    }
    assert corpus.epochs == Epochs(SEPTEMBER, NOVEMBER)


def test_an_id_that_nothing_tells_leaves_its_question_out(tmp_path: Path) -> None:
    text = json.dumps(QUESTION).replace(
        '"pageid": 2, "revid": 20', f'"pageid": "{TBD}", "revid": "{TBD}"'
    )
    corpus = open_dev(write(tmp_path, json.loads(text)))
    why = "a page has no id and no other reference to its title has one"
    assert reasons(corpus) == {"fanoutqa:q1": why}
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/titles.json").write_text(json.dumps({"Ada": [2, 21]}), "utf-8")
    assert [each.id for each in open_dev(tmp_path).questions()] == ["fanoutqa:q1"]


@pytest.mark.parametrize("text", ["", " \n", "[edit]"])
def test_an_empty_page_is_a_missing_one(tmp_path: Path, text: str) -> None:
    (write(tmp_path, QUESTION) / "wikicache/3-dated.md").write_text(text, "utf-8")
    assert reasons(open_dev(tmp_path)) == {"fanoutqa:q1": MISSING}
    (tmp_path / "wikicache/3-dated.md").unlink()
    assert reasons(open_dev(tmp_path)) == {"fanoutqa:q1": MISSING}


def test_the_revision_that_is_meant_comes_before_the_cache_and_that_before_others(
    tmp_path: Path,
) -> None:
    pages = write(tmp_path, QUESTION) / "pages"
    pages.mkdir()
    (pages / "2-20.md").write_text("Ada, as meant.", "utf-8")
    (pages / "2-99.md").write_text("Ada, later.", "utf-8")
    (pages / "3-99.md").write_text("Ben, later.", "utf-8")
    corpus = open_dev(tmp_path)
    assert corpus.document("fanoutqa:2").text == "Ada, as meant."
    assert corpus.document("fanoutqa:3").text == PAGES[3]
    assert corpus.epochs == Epochs(NOVEMBER, NOVEMBER)
    (tmp_path / "wikicache/3-dated.md").unlink()
    corpus = open_dev(tmp_path)
    assert corpus.document("fanoutqa:3").text == "Ben, later."
    assert corpus.epochs == Epochs(NOVEMBER, f"{NOVEMBER} and {OTHER_REVISIONS}")
    (question,) = corpus.questions()
    assert question.fan_out is not None
    assert question.fan_out.revisions["fanoutqa:3"] == 99


def test_html_becomes_markdown_with_whole_rows(tmp_path: Path) -> None:
    html = (
        "<h2>Life<span>[edit]</span></h2><p>Ada<sup>[3]</sup> is of <a href='x'>Oldtown</a>.</p>"
        "<table><tr><th>Year</th><th>Post</th></tr><tr><td>1901</td><td>mayor</td></tr></table>"
        "<style>.x {}</style><script>run()</script>"
    )
    pages = write(tmp_path, QUESTION) / "pages"
    pages.mkdir()
    (pages / "2-20.html").write_text(html, "utf-8")
    assert open_dev(tmp_path).document("fanoutqa:2").text == (
        "## Life\n\nAda is of Oldtown.\n\n| Year | Post |\n| --- | --- |\n| 1901 | mayor |"
    )


def test_a_row_whose_cells_hold_line_ends_becomes_one_line() -> None:
    page = (
        "| Year | Post |\n| --- | --- |\n| 1901 | mayor\nof the town\n |\n| 1902 | judge |\n\nEnd."
    )
    assert markdown_page(page).split("\n")[2:4] == [
        "| 1901 | mayor of the town |",
        "| 1902 | judge |",
    ]


def test_what_only_begins_like_a_row_stays_as_it_is() -> None:
    page = "| said he\n\nAnd so on.\n\n| said she"
    assert markdown_page(page) == page


def test_questions_of_the_test_set_have_no_answers_and_are_kept(tmp_path: Path) -> None:
    asked = {key: QUESTION[key] for key in ("id", "question", "categories")}
    corpus = open_test(write(tmp_path, {**asked, "necessary_evidence": [LIST, ADA]}, part="test"))
    (question,) = corpus.questions()
    assert question.answers == ()
    assert question.supporting == ("fanoutqa:1", "fanoutqa:2")
    assert question.fan_out is not None
    assert question.fan_out.answer is None


def test_the_edition_of_november_comes_first(tmp_path: Path) -> None:
    write(tmp_path, changed(question="Corrected?"))
    (tmp_path / "fanout-final-dev-nov23.json").write_text(json.dumps([QUESTION]), "utf-8")
    (question,) = open_dev(tmp_path).questions()
    assert question.input == QUESTION["question"]


def test_a_file_of_another_layout_is_an_error_that_names_the_field(tmp_path: Path) -> None:
    write(tmp_path, {"id": "q1", "question": "Who?", "answer": "Ada"})
    with pytest.raises(BuildError, match="has no field 'decomposition'"):
        open_dev(tmp_path)


def test_the_real_development_set_has_each_question_read_or_its_reason(
    tmp_path: Path, shared_corpora: Path
) -> None:
    path = shared_corpora / "fanoutqa/fanout-final-dev.json"
    questions = json.loads(path.read_text("utf-8"))
    write(tmp_path, *questions, cached=False)
    corpus = open_dev(tmp_path)
    assert len(questions) == 310
    assert len(reasons(corpus)) == 310
    assert set(reasons(corpus).values()) == {
        MISSING,
        "a page has no id and no other reference to its title has one",
    }
    assert corpus.epochs == Epochs(SEPTEMBER, NOVEMBER)
