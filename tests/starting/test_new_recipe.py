"""A recipe from files of one's own: recognised, guessed, written, and good as it stands."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lvbuild
from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.page.speech import speeches
from lvbuild.annotate.workbench import Workbench
from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import UsageError
from lvbuild.recipe import load_recipe
from lvbuild.starting.new_recipe import NewRecipe, start_recipe
from lvbuild.tables.reading import SHARED_ROWS
from lvbuild.tables.rows import AnswerKeywordsRow, Status
from lvbuild.tables.writing import Change
from tests.cli.running import lvbuild as run

TOWNS = [a + b for a in ("Harr", "Tamb", "Corr", "Mell") for b in ("ow", "le", "an")]
WORDS = "mill fair bridge market road garden tower well field orchard quay school".split()


def text(town: str) -> str:
    draw = random.Random(town)
    lines = (
        f"Its {draw.choice(WORDS)} {draw.choice(WORDS)} of {draw.randrange(999)} has"
        f" {draw.randrange(99)} {draw.choice(WORDS)}s by the {draw.choice(WORDS)}."
        for _ in range(20)
    )
    return f"The river of {town} is the Wend-{town}. " + " ".join(lines)


def flat(town: str) -> dict[str, Any]:
    question = f"Which river is that of {town}?"
    asked = {"id": f"q-{town}", "question": question, "answer": f"Wend-{town}"}
    return {**asked, "title": town, "context": text(town)}


def squad(town: str) -> dict[str, Any]:
    asked = {key: flat(town)[key] for key in ("id", "question")}
    asked["answers"] = [{"text": f"Wend-{town}", "answer_start": 0}]
    return {"context": text(town), "qas": [asked]}


def hotpotqa(town: str) -> dict[str, Any]:
    asked = {**flat(town), "_id": f"q-{town}", "supporting_facts": [[town, 0]]}
    sentences = {each: [f"{part}. " for part in text(each).split(". ")] for each in TOWNS}
    return asked | {"context": list(sentences.items())}


def within(town: str) -> dict[str, Any]:
    other = TOWNS[TOWNS.index(town) - 1]
    return {
        "qid": f"q-{town}",
        "query": flat(town)["question"],
        "answers": [{"text": f"Wend-{town}"}],
        "docs": [
            {"title": each, "text": text(each), "is_selected": each == town}
            for each in (other, town)
        ],
    }


def table(records: list[dict[str, Any]]) -> str:
    written = io.StringIO()
    writer = csv.DictWriter(written, list(records[0]), delimiter=";")
    writer.writeheader()
    writer.writerows(records)
    return written.getvalue()


def lines(records: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, records))


Write = Callable[[list[dict[str, Any]]], str]
LAYOUTS: dict[str, tuple[str, Callable[[str], dict[str, Any]], Write]] = {
    "SQuAD": ("dev.json", squad, lambda found: json.dumps({"data": [{"paragraphs": found}]})),
    "HotpotQA": ("dev.json", hotpotqa, json.dumps),
    "JSON lines": ("a.jsonl", flat, lines),
    "JSON lines named JSON": ("a.json", flat, lines),
    "JSON within": ("a.json", within, lambda found: json.dumps({"version": 1, "items": found})),
    "semicolons": ("a.csv", flat, table),
}


def corpus(folder: Path, name: str = "a.jsonl", content: str | None = None) -> Path:
    """Write a file of a corpus; return the corpus's folder."""
    path = folder / "corpora/museum" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(lines([flat(town) for town in TOWNS]) if content is None else content, "utf-8")
    return path.parent


def write_squad(folder: Path) -> None:
    """Write a folder's files in the layout of SQuAD."""
    paragraphs = [squad(town) for town in TOWNS]
    (folder / "dev.json").write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}))


def asks_all(made: NewRecipe) -> None:
    assert (made.questions, made.documents, made.language) == (12, 12, "en")
    assert made.shown[0]["question"] == "Which river is that of Harrow?"
    assert made.shown[0]["answers"] == "Wend-Harrow"
    assert made.shown[0]["document"].startswith("The river of Harrow is")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_makes_a_recipe_that_asks_all(tmp_path: Path, layout: str) -> None:
    name, record, write = LAYOUTS[layout]
    made = start_recipe("mine", corpus(tmp_path, name, write([record(town) for town in TOWNS])))
    asks_all(made)
    path = made.write(tmp_path)[0]
    found = lvbuild.check([str(path)], corpora=made.corpora, offline=True)
    assert [each for each in found if each.severity == "error"] == []


def test_a_recipe_builds_as_it_stands_and_is_what_show_prints_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "corpora/museum"
    folder.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([flat(town) for town in TOWNS]), folder / "a.parquet")
    made = start_recipe("mine", folder)
    asks_all(made)
    path = made.write(tmp_path)[0]
    manifest = lvbuild.build(str(path), tmp_path / "release", corpora=made.corpora, workers=1)
    assert manifest.files["data/mine_1k.jsonl"].records == 12
    shown = run("show", "./mine.yaml", "--yaml", cwd=tmp_path)
    assert shown.code == 0
    (tmp_path / "copy.yaml").write_text(shown.out, "utf-8")
    assert load_recipe(tmp_path / "copy.yaml").recipe == load_recipe(path).recipe


def test_a_file_alone_is_taken_with_its_folder(tmp_path: Path) -> None:
    corpus(tmp_path)
    folder = corpus(tmp_path, "other.txt", "x")
    assert start_recipe("mine", folder / "a.jsonl").source.files == "a.jsonl"
    with pytest.raises(UsageError, match="holds text files, which none of the fields"):
        start_recipe("mine", folder)
    corpus(tmp_path, "further.csv", "x")
    with pytest.raises(UsageError, match="holds files of several formats"):
        start_recipe("mine", folder)


def test_a_table_of_questions_is_asked_of_the_text_files_that_it_names(tmp_path: Path) -> None:
    asked = [{**flat(town), "page": f"{town}.txt"} for town in TOWNS]
    for town in TOWNS:
        corpus(tmp_path, f"{town}.txt", text(town))
    kept = [{key: each[key] for key in ("question", "answer", "page")} for each in asked]
    made = start_recipe("mine", corpus(tmp_path, "asked.csv", table(kept)))
    assert (made.questions, made.documents, made.source.extractive) == (12, 12, True)
    assert made.source.mapping.supporting == "page"
    assert load_recipe(made.write(tmp_path)[0]).recipe.sources == {"museum": made.source}
    # A page that is nowhere and an answer that its page lacks are mistakes of one question each.
    kept[0]["page"], kept[1]["answer"] = "Harrrow.txt", "Wend-Nowhere"
    made = start_recipe("mine", corpus(tmp_path, "asked.csv", table(kept)))
    left_out = dict(open_mapped(made.source, made.corpora / "museum").left_out())
    assert sorted(left_out.values()) == [
        "its supporting document 'Harrrow.txt' is missing; is 'Harrow.txt' meant?",
        "none of its answers stands in a supporting document",
    ]


def test_chinese_is_recognised(tmp_path: Path) -> None:
    body = "白石镇的河叫做清溪。" + "镇上的人每年都要在河边修一座新的磨坊，" * 80
    record = {"id": "1", "问题": "白石镇的河叫什么？", "答案": "清溪", "文章": body}
    made = start_recipe("mine", corpus(tmp_path, content=json.dumps(record)))
    assert made.language == "zh"
    assert load_recipe(made.write(tmp_path)[0]).recipe.unit == "characters"
    assert "请根据下面的文章" in made.content.decode()


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("The river of Harrow is the Wend-Harrow. ", "nobody can answer from memory"),
        ("白石镇的河叫做清溪，镇上的人每年都要修一座新的磨坊。", "使人无法凭记忆作答"),
        ("白石鎮的河叫做清溪，鎮上的人們每年為它舉辦慶典。", "使人無法憑記憶作答"),
    ],
)
def test_the_guideline_is_in_the_language_and_the_characters_of_the_texts(
    tmp_path: Path, body: str, told: str
) -> None:
    record = {"id": "1", "question": "?", "answer": "x", "context": body * 20}
    made = start_recipe("mine", corpus(tmp_path, content=json.dumps(record)))
    made.write(tmp_path)
    guideline = (tmp_path / "annotations/mine/guideline.md").read_text("utf-8")
    assert told in guideline
    # It is what the page shows where there is no other.
    assert guideline in {speech.guideline for speech in speeches().values()}


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ("The river of Harrow is the Wend-Harrow. ", "# The tables of mine"),
        ("白石镇的河叫做清溪，镇上的人每年都要修一座新的磨坊。", "# mine 的表格"),
        ("白石鎮的河叫做清溪，鎮上的人們每年為它舉辦慶典。", "檢視和修改可在"),
    ],
)
def test_beside_the_tables_stands_what_their_columns_and_decisions_mean(
    tmp_path: Path, body: str, title: str
) -> None:
    record = {"id": "1", "question": "?", "answer": body[:3], "context": body * 20}
    made = start_recipe("mine", corpus(tmp_path, content=json.dumps(record)))
    path = made.write(tmp_path)[0]
    page = (tmp_path / "annotations/mine/README.md").read_text("utf-8")
    assert title in page
    told = dict(part.split(".jsonl", 1) for part in page.split("\n## ") if ".jsonl\n" in part)
    for name in ("replacements", "confusing_facts", "answer_keywords", "selection", "questions"):
        fields = re.findall(r"^\| `(\w+)` \|", told[name], re.M)
        assert sorted(fields) == sorted(SHARED_ROWS[name].model_fields)
    assert all(f"`{status}`" in page for status in get_args(Status))
    # `check` takes none of these files for a table that nothing reads.
    assert not lvbuild.check([str(path)], corpora=made.corpora, offline=True)


def test_git_joins_the_ledgers_of_two_branches(tmp_path: Path) -> None:
    made = start_recipe("mine", corpus(tmp_path))
    bench = Workbench.open(made.write(tmp_path)[0], corpora=made.corpora, offline=True)
    [first, second, *_] = bench.questions

    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def write(question: str, by: str) -> None:
        fields = {"question_id": question, "keywords": "Wend", "status": "draft", "annotator": by}
        row = AnswerKeywordsRow.model_validate(fields)
        bench.apply([Change("answer_keywords", None, row)], annotator=by, action="add")

    git("init", "-b", "main")
    git("add", "-A")
    git("commit", "-m", "begin")
    git("checkout", "-b", "other")
    write(first, "Bo")
    git("commit", "-am", "Bo's")
    git("checkout", "main")
    write(second, "Ann")
    # The table's own lines are joined by hand, as two people may have changed one row.
    git("add", "annotations/mine/ledger.jsonl")
    git("checkout", "annotations/mine/answer_keywords.jsonl")
    git("commit", "-am", "Ann's")
    git("merge", "other")
    assert {entry.annotator for entry in read_ledger(bench.folder)} == {"Ann", "Bo"}


def test_what_is_given_is_not_guessed(tmp_path: Path) -> None:
    record = {"a": "Who is it?", "b": "Ann", "c": "It is Ann. " * 30}
    folder = corpus(tmp_path, content=json.dumps(record))
    fields = {"question": "a", "answers": "b", "documents": "c"}
    given: dict[str, Any] = {"language": "zh", "task": "multi_doc_qa", "licence": "MIT"}
    made = start_recipe("mine", folder, fields=fields, **given)
    assert (made.language, made.task, made.source.licence) == ("zh", "multi_doc_qa", "MIT")
    with pytest.raises(UsageError, match="no field looks like a text, among 'a', 'b', 'c'"):
        start_recipe("mine", folder)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[1, 2]", "holds no list of records"),
        ('{"a": 1}', "it holds no list of records"),
        ("{broken", "cannot be read as json"),
        ('[{"text": "Nothing is asked here, in this text of a few words."}]', "ask nothing"),
    ],
)
def test_what_cannot_be_a_recipe_is_told(tmp_path: Path, content: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        start_recipe("mine", corpus(tmp_path, "a.json", content))


def test_names_that_cannot_be_are_told_and_nothing_is_overwritten(tmp_path: Path) -> None:
    folder = corpus(tmp_path)
    made = start_recipe("mine", folder)
    made.write(tmp_path)
    with pytest.raises(UsageError, match="stands there already"):
        made.write(tmp_path)
    known = folder.rename(folder.with_name("hotpotqa"))
    for name, path, told in (
        ("no name", known, "is no name for a recipe"),
        ("mine", tmp_path / "nowhere", "no such file or folder"),
        ("mine", known, "'hotpotqa', is a corpus that lvbuild knows"),
    ):
        with pytest.raises(UsageError, match=told):
            start_recipe(name, path)


def test_a_record_a_file_is_read_and_levels_that_nothing_fills_are_told(tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    for town in TOWNS[:2]:
        record = flat(town)
        (tmp_path / f"few/{town}.json").write_text(json.dumps(record))
    made = start_recipe("mine", tmp_path / "few")
    assert (made.source.format, made.questions, made.source.licence) == (
        "json",
        2,
        "LicenseRef-unknown",
    )
    content = made.content.decode()
    assert "levels: [1k]    # " in content
    assert "fill none: name further distractors" in content
    assert "CC-BY" not in content
