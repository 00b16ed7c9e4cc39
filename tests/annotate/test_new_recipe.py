"""A recipe from files of one's own: recognised, guessed, written, and good as it stands."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lvbuild
from lvbuild.annotate.new_recipe import NewRecipe, start_recipe
from lvbuild.errors import UsageError
from lvbuild.recipe import load_recipe
from tests.cli.running import lvbuild as run

ENDS = ("ow", "le", "an")
TOWNS = [f"{first}{last}" for first in ("Harr", "Tamb", "Corr", "Mell") for last in ENDS]
WORDS = "mill fair bridge market road garden tower well field orchard quay school".split()


def text(town: str) -> str:
    draw = random.Random(town)
    lines = (
        f"Its {draw.choice(WORDS)} {draw.choice(WORDS)} of {draw.randrange(999)} has"
        f" {draw.randrange(99)} {draw.choice(WORDS)}s by the {draw.choice(WORDS)}."
        for _ in range(20)
    )
    return f"The river of {town} is the Wend-{town}. " + " ".join(lines)


def asked(town: str) -> dict[str, Any]:
    question = f"Which river is that of {town}?"
    return {"id": f"q-{town}", "question": question, "answer": f"Wend-{town}"}


def squad(folder: Path) -> None:
    paragraphs = [
        {
            "context": text(town),
            "qas": [
                {
                    "id": asked(town)["id"],
                    "question": asked(town)["question"],
                    "answers": [{"text": f"Wend-{town}", "answer_start": 0}],
                }
            ],
        }
        for town in TOWNS
    ]
    (folder / "dev.json").write_text(json.dumps({"data": [{"paragraphs": paragraphs}]}))


def hotpotqa(folder: Path) -> None:
    context = [[town, [f"{part}. " for part in text(town).split(". ")]] for town in TOWNS]
    records = [
        {
            "_id": asked(town)["id"],
            "question": asked(town)["question"],
            "answer": asked(town)["answer"],
            "supporting_facts": [[town, 0]],
            "context": context,
        }
        for town in TOWNS
    ]
    (folder / "dev.json").write_text(json.dumps(records))


def flat() -> list[dict[str, Any]]:
    return [{**asked(town), "title": town, "context": text(town)} for town in TOWNS]


def jsonl(folder: Path, name: str = "a.jsonl") -> None:
    (folder / name).write_text("\n".join(map(json.dumps, flat())))


def json_lines_named_json(folder: Path) -> None:
    jsonl(folder, "a.json")


def json_within(folder: Path) -> None:
    records = [
        {
            "qid": record["id"],
            "query": record["question"],
            "answers": [{"text": record["answer"]}],
            "docs": [
                {"title": town, "text": text(town), "is_selected": town == record["title"]}
                for town in (TOWNS[place - 1], TOWNS[place])
            ],
        }
        for place, record in enumerate(flat())
    ]
    (folder / "a.json").write_text(json.dumps({"version": 1, "items": records}))


def semicolons(folder: Path) -> None:
    with (folder / "a.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(flat()[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(flat())


def parquet(folder: Path) -> None:
    pq.write_table(pa.Table.from_pylist(flat()), folder / "a.parquet")


KINDS = [squad, hotpotqa, jsonl, json_lines_named_json, json_within, semicolons, parquet]


def started(folder: Path, write: Callable[[Path], None], **given: Any) -> NewRecipe:
    corpus = folder / "corpora/museum"
    corpus.mkdir(parents=True)
    write(corpus)
    return start_recipe("mine", corpus, **given)


@pytest.mark.parametrize("write", KINDS)
def test_every_layout_makes_a_recipe_that_asks_all_checks_and_builds(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    made = started(tmp_path, write)
    assert (made.questions, made.documents, made.language) == (12, 12, "en")
    assert made.shown[0]["question"] == "Which river is that of Harrow?"
    assert made.shown[0]["answers"] == "Wend-Harrow"
    assert made.shown[0]["document"].startswith("The river of Harrow is")
    if write not in (hotpotqa, json_within):  # the two that map fields of fields
        return
    path = made.write(tmp_path)[0]
    found = lvbuild.check([str(path)], corpora=made.corpora, offline=True)
    assert [each for each in found if each.severity == "error"] == []
    manifest = lvbuild.build(str(path), tmp_path / "release", corpora=made.corpora, workers=1)
    assert manifest.files["data/mine_1k.jsonl"].records == 12


def test_what_show_prints_of_it_is_the_same_recipe(tmp_path: Path) -> None:
    made = started(tmp_path, squad)
    made.write(tmp_path)
    shown = run("show", "./mine.yaml", "--yaml", cwd=tmp_path)
    assert shown.code == 0
    (tmp_path / "copy.yaml").write_text(shown.out, "utf-8")
    assert load_recipe(tmp_path / "copy.yaml").recipe == made.file(tmp_path).recipe


def test_a_file_alone_is_taken_with_its_folder(tmp_path: Path) -> None:
    (tmp_path / "corpora/museum").mkdir(parents=True)
    jsonl(tmp_path / "corpora/museum")
    (tmp_path / "corpora/museum/other.txt").write_text("x")
    made = start_recipe("mine", tmp_path / "corpora/museum/a.jsonl")
    assert made.source.files == "a.jsonl"
    with pytest.raises(UsageError, match="holds files of several formats"):
        start_recipe("mine", tmp_path / "corpora/museum")


def test_chinese_is_recognised(tmp_path: Path) -> None:
    def write(folder: Path) -> None:
        body = "白石镇的河叫做清溪。" + "镇上的人每年都要在河边修一座新的磨坊，" * 80
        record = {"id": "1", "问题": "白石镇的河叫什么？", "答案": "清溪", "文章": body}
        (folder / "a.jsonl").write_text(json.dumps(record, ensure_ascii=False), "utf-8")

    made = started(tmp_path, write)
    assert (made.language, made.file(tmp_path).recipe.unit) == ("zh", "characters")
    assert "请根据下面的文章" in made.content.decode()


def test_what_is_given_is_not_guessed(tmp_path: Path) -> None:
    def write(folder: Path) -> None:
        record = {"a": "Who is it?", "b": "Ann", "c": "It is Ann. " * 30}
        (folder / "a.jsonl").write_text(json.dumps(record))

    fields = {"question": "a", "answers": "b", "documents": "c"}
    made = started(
        tmp_path, write, fields=fields, language="zh", task="multi_doc_qa", licence="MIT"
    )
    assert (made.language, made.task, made.source.licence) == ("zh", "multi_doc_qa", "MIT")
    with pytest.raises(UsageError, match="no field looks like a text, among 'a', 'b', 'c'"):
        start_recipe("mine", tmp_path / "corpora/museum")


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
    def write(folder: Path) -> None:
        (folder / "a.json").write_text(content)

    with pytest.raises(UsageError, match=told):
        started(tmp_path, write)


def test_names_that_cannot_be_are_told_and_nothing_is_overwritten(tmp_path: Path) -> None:
    made = started(tmp_path, jsonl)
    made.write(tmp_path)
    with pytest.raises(UsageError, match="stands there already"):
        made.write(tmp_path)
    with pytest.raises(UsageError, match="is no name for a recipe"):
        start_recipe("no name", tmp_path / "corpora/museum")
    with pytest.raises(UsageError, match="no such file or folder"):
        start_recipe("mine", tmp_path / "nowhere")
    (tmp_path / "corpora/hotpotqa").mkdir()
    jsonl(tmp_path / "corpora/hotpotqa")
    with pytest.raises(UsageError, match="'hotpotqa', is a corpus that lvbuild knows"):
        start_recipe("mine", tmp_path / "corpora/hotpotqa")
