"""Questions that people select, drop, correct or write, and builds then ask."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import lvbuild
from lvbuild.annotate.exchange import export_tables, plan_import, read_sheets
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.preview import preview_question
from lvbuild.annotate.review import Review, Reviewer
from lvbuild.annotate.rows import ReviewRow
from lvbuild.annotate.status import annotation_status
from lvbuild.annotate.workbench import Workbench
from lvbuild.audit.check import list_questions
from lvbuild.cli.main import program
from lvbuild.corpora.reading.loading import digest
from lvbuild.errors import UsageError
from lvbuild.tables.rows import SelectionRow
from lvbuild.tables.writing import Change
from tests.annotate.page.serving import Client, served_here
from tests.annotate.worlds import workbench

BY = {"status": "draft", "annotator": "Ann Reader"}
TOWNS = ["Ashby", "Brill", "Corley", "Denham", "Elmley", "Fenton", "Garth", "Hulme"]
RECIPE = {
    "name": "towns",
    "title": "Towns",
    "family": "mine",
    "task": "single_hop_qa",
    "language": "en",
    "licence": "MIT",
    "questions": ["hotpotqa"],
    "distractors": ["hotpotqa"],
    "count": 4,
    "levels": ["2k"],
    "unit": "words",
    "metric": "f1",
    "prompt": "{context}\n{input}",
}


def told(town: str, number: int) -> str:
    bridge = f"In {1700 + number} {town}'s bridge was built by the mason {town} Quill."
    fair = f"The fair of {town} lasts {number + 3} days."
    rest = (f"{town} keeps {n} sheep on hill {n * (number + 3)} by custom." for n in range(9))
    return " ".join([f"{town} is a town.", bridge, fair, *rest])


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """Return a recipe of eight towns, each asked of once, of which four are drawn."""
    texts = {town: told(town, number) for number, town in enumerate(TOWNS)}
    texts |= {f"Village{n}": told(f"Village{n}", n) for n in range(30)}
    asked = [
        {
            "_id": town,
            "question": f"Who built the bridge of {town}?",
            "answer": f"{town} Quill",
            "context": [[title, re.split(r"(?<=\.)(?= )", text)] for title, text in texts.items()],
            "supporting_facts": [[town, 1]],
        }
        for town in TOWNS
    ]
    folder = tmp_path / "corpora/hotpotqa"
    folder.mkdir(parents=True)
    (folder / "hotpot_dev_distractor_v1.json").write_text(json.dumps(asked))
    path = tmp_path / "towns.yaml"
    path.write_text(yaml.safe_dump(RECIPE))
    return path


def corpora(recipe: Path) -> dict[str, Any]:
    return {"corpora": recipe.parent / "corpora"}


def written() -> dict[str, Any]:
    """Return the row of a question on a document that none of the corpus asks of."""
    return {
        "id": "fair",
        "document_id": f"hotpotqa:{digest('Village7', told('Village7', 7))}",
        "question": "How many days does the fair of Village7 last?",
        "answers": ["10 days"],
        "evidence": ["The fair of Village7 lasts 10 days."],
        **BY,
    }


def selecting(recipe: Path) -> tuple[Workbench, Review]:
    """Return a recipe with the draw for its selection, under review."""
    bench = opened(recipe)
    changes = [Change("selection", None, row) for row in bench.draw()]
    bench.apply(changes, annotator="Ann", action="suggest")
    return bench, Review(bench)


def opened(recipe: Path) -> Workbench:
    return Workbench.open(recipe, corpora=recipe.parent / "corpora", offline=True)


def write(recipe: Path, table: str, rows: Sequence[dict[str, Any]]) -> None:
    folder = recipe.parent / "annotations" / recipe.stem
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{table}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def built(recipe: Path, **options: Any) -> tuple[list[str], dict[str, str]]:
    """Return the ids of the questions that a build asks, and why others are left out."""
    out = recipe.parent / f"release{len([*recipe.parent.glob('release*')])}"
    lvbuild.build(recipe, out, corpora=recipe.parent / "corpora", workers=1, **options)
    lines = (out / f"provenance/{recipe.stem}_2k.jsonl").read_text().splitlines()
    manifest = json.loads((out / "manifest.json").read_text())
    left_out = manifest["recipes"][recipe.stem]["left_out"]
    asked = [str(json.loads(line)["question_id"]) for line in lines]
    return asked, {each["question_id"]: each["reason"] for each in left_out}


def test_what_is_annotated_is_what_a_build_asks(towns: Path) -> None:
    asked, _ = built(towns)
    assert len(asked) == 4
    bench = opened(towns)
    assert list(bench.asked) == asked
    assert annotation_status(bench).questions == 4
    other = Workbench.open(towns, corpora=towns.parent / "corpora", seed=7)
    assert list(other.asked) == built(towns, seed=7)[0] != asked


def test_select_writes_the_draw_and_keeps_the_rows_that_are_there(towns: Path) -> None:
    drawn, _ = built(towns)
    corpora = str(towns.parent / "corpora")
    call = ["annotate", "select", str(towns), "--corpora", corpora]
    shown = CliRunner().invoke(program, [*call, "--dry-run"])
    assert "questions: 4 drawn, 0 there before" in shown.output
    assert not (towns.parent / "annotations").exists()
    CliRunner().invoke(program, [*call, "--count", "2"], catch_exceptions=False)
    bench = opened(towns)
    assert list(bench.asked) == drawn[:2]
    again = CliRunner().invoke(program, [*call, "--count", "3"], catch_exceptions=False)
    assert "questions: 1 drawn, 2 there before" in again.output
    assert list(bench.asked) == drawn[:3]
    assert {entry.annotator for entry in read_ledger(bench.folder)} == {"lvbuild select"}
    assert built(towns)[0] == drawn[:3]


def test_rows_of_a_draw_say_so_and_those_of_written_questions_are_no_rows_of_it(
    towns: Path,
) -> None:
    drawn, _ = built(towns)
    write(towns, "questions", [written()])
    rows = opened(towns).draw()
    assert [row.question_id for row in rows] == drawn[:3]
    assert {row.note for row in rows} == {"drawn with seed 42"}


def test_a_dropped_question_is_left_out_with_the_reason_and_never_drawn_again(towns: Path) -> None:
    drawn, _ = built(towns)
    write(towns, "selection", [{"question_id": name} for name in drawn])
    bench = opened(towns)
    row = bench.tables.selection.rows[1]  # type: ignore[union-attr]
    dropped = row.model_copy(update={"dropped": "two towns have the name"})
    bench.apply([Change("selection", row, dropped)], annotator="Ann", action="edit")
    left = [name for name in drawn if name != drawn[1]]
    assert list(bench.asked) == left
    asked, why = built(towns)
    assert (asked, why[drawn[1]]) == (left, "dropped: two towns have the name")
    assert drawn[1] not in built(towns, fill=True)[0]
    assert drawn[1] not in {each.question_id for each in bench.draw(8)}
    assert len(bench.draw(8)) == 4


def test_a_corrected_question_is_asked_as_it_was_corrected(towns: Path) -> None:
    name = built(towns)[0][0]
    town = name.removeprefix("hotpotqa:")
    corrected = f"Which mason built the bridge of {town}?"
    write(towns, "selection", [{"question_id": name, "question": corrected, "reason": "vague"}])
    assert built(towns)[0] == [name]
    [record] = lvbuild.open_release(towns.parent / "release1").records("towns_2k")
    assert record.fields["input"] == corrected


def test_a_corrected_question_is_annotated_as_it_was_corrected(towns: Path) -> None:
    bench, review = selecting(towns)
    name = bench.asked[0]
    assert bench.questions[name].question != "Which mason built it?"
    told = {"question": "Which mason built it?", "answers": ["Quill"], "reason": "vague"}
    Reviewer(review, "Ann").select(name, told)
    shown = [each.original for each in preview_question(bench, name)[:2]]
    assert shown == ["Which mason built it?", "Quill"]
    [listed] = [one for one in list_questions(towns, **corpora(towns)) if one.question_id == name]
    assert (listed.question, listed.selected) == ("Which mason built it?", True)


def test_a_question_dropped_on_the_page_stays_there_and_can_be_kept_again(towns: Path) -> None:
    bench, review = selecting(towns)
    name, *others = bench.asked
    Reviewer(review, "Ann").select(name, {"dropped": "two towns have the name"})
    assert list(bench.asked) == others
    assert [*review.view("Ann").questions] == [*others, name]
    Reviewer(review, "Ann").select(name, {"note": "one of them is a village"})
    assert list(bench.asked) == [name, *others]


def test_written_questions_come_from_a_spreadsheet(towns: Path) -> None:
    bench, row = opened(towns), written()
    assert "written:fair" not in bench.questions
    sheet = towns.parent / "written.csv"
    head = ["table", "id", "document_id", "question", "answers", "evidence"]
    cells = ["questions", row["id"], row["document_id"], row["question"]]
    with sheet.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, [*cells, *row["answers"], *row["evidence"]]])
    plan = plan_import(bench, read_sheets(bench, sheet), "Ann Reader")
    assert plan.problems == []
    bench.apply([*plan.changes.values()], annotator="Ann Reader", action="import")
    assert bench.asked[0] == "written:fair"
    assert "written:fair" in Review(bench).view("Ann").questions
    export_tables(bench, "csv", exported := towns.parent / "exported.csv")
    again = plan_import(bench, read_sheets(bench, exported), "Ann Reader")
    assert (again.problems, again.changes, again.unchanged) == ([], {}, 1)


def test_a_written_question_is_decided_on_edited_and_stays_when_it_is_rejected(
    towns: Path,
) -> None:
    write(towns, "questions", [written()])
    review = Review(opened(towns))
    name = "written:fair"

    def row() -> ReviewRow:
        [found] = review.view("Ann").rows(name)
        return found

    assert (row().table, row().status) == ("questions", "draft")
    Reviewer(review, "Ann").decide([row().version], "reject", "too easy")
    assert name not in review.workbench.asked
    assert name in review.view("Ann").questions
    assert row().status == "rejected"
    Reviewer(review, "Ann").undo()
    asked = "How long does the fair of Village7 last?"
    Reviewer(review, "Ann").edit(row().version, {"question": asked}, accept=True)
    assert row().status == "approved"
    assert review.workbench.questions[name].question == asked
    assert review.workbench.asked[0] == name


def test_a_written_question_has_a_card_on_the_page(towns: Path) -> None:
    write(towns, "questions", [written()])
    with served_here(towns.parent, "towns") as address:
        client = Client(address)
        shown = client.question("written:fair").text
        assert 'data-table="questions"' in shown
        assert "The fair of Village7 lasts 10 days." in re.sub("<[^>]+>", "", shown)
        [version] = re.findall(r'data-version="(\w+)" data-table="questions"', shown)
        told = {"question": "How long is the fair of Village7?", "answers": "10 days"}
        form = {"q": "written:fair", "rows": version, "table": "questions", **told}
        assert client.post("/edit", None, **form, evidence="").status == 200
        [version] = client.versions("written:fair")
        answer = client.decide(version, "reject", reason="other-wrong-scored", q="written:fair")
        assert (answer.status, 'class="row rejected"' in answer.text) == (200, True)
    stored = json.loads((towns.parent / "annotations/towns/questions.jsonl").read_text())
    assert (stored["status"], stored["document_id"]) == ("rejected", written()["document_id"])


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"evidence": ["It lasts 12 days."]}, "does not hold 'It lasts 12 days.'"),
        ({"document_id": "hotpotqa:none"}, "no corpus of the recipe has the document"),
        ({"answers": ["a year"]}, "no supporting document says 'a year'"),
    ],
)
def test_rules_tell_what_is_wrong_with_a_written_question(
    towns: Path, changed: dict[str, Any], told: str
) -> None:
    write(towns, "questions", [{**written(), **changed}])
    [found] = lvbuild.check(towns, **corpora(towns))
    assert (Path(found.file).name, found.line, told in found.message) == (
        "questions.jsonl",
        1,
        True,
    )
    if "document_id" in changed:
        assert "written:fair" not in opened(towns).questions


def test_a_written_question_that_the_selection_drops_is_not_asked(towns: Path) -> None:
    drawn, _ = built(towns)
    write(towns, "questions", [written()])
    rows = [{"question_id": drawn[0]}, {"question_id": "written:fair", "dropped": "too easy"}]
    write(towns, "selection", rows)
    assert built(towns) == ([drawn[0]], {"written:fair": "dropped: too easy"})


@pytest.mark.parametrize("selected", [False, True])
def test_a_written_question_is_asked_of_its_document(towns: Path, selected: bool) -> None:
    question = written()
    village = question["document_id"]
    drawn = built(towns)[0]
    write(towns, "questions", [question])
    if selected:
        write(towns, "selection", [{"question_id": drawn[0]}])
    expected = [drawn[0], "written:fair"] if selected else ["written:fair", *drawn[:3]]
    assert built(towns)[0] == expected
    assert list(opened(towns).asked) == expected
    records = lvbuild.open_release(towns.parent / "release1").records("towns_2k")
    [record] = (r for r in records if r.provenance["question_id"] == "written:fair")
    supporting = [p for p in record.provenance["passages"] if p["role"] == "supporting"]
    assert [each["document_id"] for each in supporting] == [village]
    first, last = supporting[0]["span"]
    assert question["evidence"][0] in record.fields["context"][first:last]
    assert lvbuild.check(towns, corpora=towns.parent / "corpora") == []
    lvbuild.verify(towns.parent / "release1", rebuild=True, corpora=towns.parent / "corpora")


def test_a_written_question_on_no_document_ends_a_build_with_its_place(towns: Path) -> None:
    row = {"id": "a", "document_id": "hotpotqa:none", "question": "Who?", "answers": ["Ann"], **BY}
    write(towns, "questions", [row])
    with pytest.raises(UsageError, match=r"questions\.jsonl:1: .*no corpus of the recipe has"):
        built(towns)


def test_needles_are_no_selection(tmp_path: Path) -> None:
    bench = workbench(tmp_path, "needles")
    assert list(bench.asked) == ["needle:salt"]
    with pytest.raises(UsageError, match="nothing to select"):
        bench.draw()


def test_a_selection_row_says_why_it_is_dropped_in_one_line() -> None:
    with pytest.raises(ValueError, match="dropped"):
        SelectionRow(question_id="q", dropped="one\ntwo")
