"""The workbench's commands: the state of tables, a question before and after."""

from __future__ import annotations

import json
from pathlib import Path

from tests.annotate.drafting.test_draft import GOOD
from tests.annotate.model_server import running_model
from tests.cli.running import lvbuild
from tests.rules.small_tables import pair, write_world

CORPORA = ("--corpora", "corpora", "--offline")


def test_tables_go_out_to_a_spreadsheet_and_back(tmp_path: Path) -> None:
    write_world(tmp_path)
    words = ("annotate", "export", "english.yaml", "--csv", "t.csv", *CORPORA)
    assert lvbuild(*words, cwd=tmp_path).out == "t.csv\n"
    assert "stands there already" in lvbuild(*words, cwd=tmp_path).error(2)
    path = tmp_path / "t.csv"
    text = path.read_text("utf-8-sig").replace("Wissel", "Hissel")
    path.write_text(text, "utf-8")
    take = ("annotate", "import", "english.yaml", "t.csv", "--annotator", "Ann Reader", *CORPORA)
    ran = lvbuild(*take, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "nothing is applied; --yes applies it\n")
    assert ran.out.splitlines()[0] == (
        "~ replacements: hotpotqa:ada / Tamble: annotator 'test' -> 'Ann Reader', replacement"
        " 'Wissel' -> 'Hissel'"
    )
    table = tmp_path / "annotations/english/replacements.jsonl"
    assert "Hissel" not in table.read_text("utf-8")
    assert lvbuild(*take, "--yes", cwd=tmp_path).code == 0
    assert "Hissel" in table.read_text("utf-8")
    assert len((tmp_path / "annotations/english/ledger.jsonl").read_text().splitlines()) == 1
    path.write_text(text.replace("Hissel", "Rissel"), "utf-8")
    ran = lvbuild(*take, "--yes", cwd=tmp_path)
    assert "1 row does not pass; nothing is applied" in ran.error(1)
    assert "changed meanwhile" in ran.out


def test_drafts_are_sent_for_when_somebody_says_so(tmp_path: Path) -> None:
    write_world(tmp_path, english_confusing_facts=[])
    words = ("annotate", "draft", "english.yaml", "--model", "m-1", "--limit", "1", *CORPORA)
    with running_model(GOOD) as model:
        given = (*words, "--base-url", model.address, "--price", "1,2")
        ran = lvbuild(*given, cwd=tmp_path, LVBUILD_CACHE=str(tmp_path / "cache"))
        assert ran.code == 2
        assert ran.err.splitlines()[0].startswith("questions that lack rows: 1; 1 request of")
        assert ran.err.splitlines()[-1] == "error: nothing is sent: --yes sends without asking"
        assert model.prompts == []
        ran = lvbuild(*given, "--yes", cwd=tmp_path, LVBUILD_CACHE=str(tmp_path / "cache"))
        assert ran.code == 0
        assert ran.out.splitlines() == [
            "hotpotqa:ada: 1 drafted, 0 rejected",
            "drafted: 1, kept as rejected: 0, questions without any: 0",
        ]
        assert ["authorization" in sent for sent in model.headers] == [False]


def test_what_came_of_drafting_is_added_up_wherever_it_ends(tmp_path: Path) -> None:
    write_world(tmp_path, english_replacements=[])
    words = ("annotate", "draft", "english.yaml", "--model", "m-1", "--yes", *CORPORA)
    row = pair("Tamble", "Wissel", "Orr", "Morrick", kind="place")
    rows = json.dumps({"replacements": [row]})
    nowhere = rows.replace("Tamble", "Nobody")
    with running_model(rows, nowhere) as model:
        given = (*words, "--base-url", model.address, "--table", "replacements", "--at-once", "1")
        ran = lvbuild(*given, "--max-requests", "2", cwd=tmp_path)
        *_, last = ran.out.splitlines()
        assert last == "drafted: 1, kept as rejected: 0, questions without any: 1"
        assert ran.code == 1
        ran = lvbuild(*given, cwd=tmp_path)
        assert ran.code == 1
        first, last = ran.out.splitlines()
        assert first.startswith("hotpotqa:port: 0 drafted, 1 rejected (Nobody: the original")
        assert last == "drafted: 0, kept as rejected: 1, questions without any: 1"


def test_rows_are_suggested_for_the_questions_that_lack_them(tmp_path: Path) -> None:
    write_world(tmp_path, english_replacements=[])
    table = tmp_path / "annotations/english/replacements.jsonl"
    words = ("annotate", "suggest", "english.yaml", *CORPORA)
    dry = lvbuild(*words, "--dry-run", cwd=tmp_path)
    assert (dry.code, dry.err) == (0, "")
    assert not table.exists() or not table.read_text()
    ran = lvbuild(*words, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == dry.out.splitlines()[-1]
    assert ran.out.splitlines()[-1].startswith("questions: 2; rows: ")
    rows = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
    assert {(row["status"], row["annotator"]) for row in rows} == {("draft", "lvbuild suggest")}
    shown = [json.loads(line) for line in dry.out.splitlines() if line.startswith("{")]
    assert shown == rows
    checked = lvbuild("check", "english.yaml", *CORPORA, cwd=tmp_path)
    assert checked.code == 0, checked.out
    other = lvbuild(*words, "--dry-run", "--seed", "7", cwd=tmp_path)
    assert other.code == 0


def test_a_name_that_the_text_tells_otherwise_is_left_to_a_person(tmp_path: Path) -> None:
    write_world(tmp_path, english_replacements=[])
    corpus = tmp_path / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    told = corpus.read_text("utf-8").replace(". Stone was", ". Stone (now Harl) was")
    assert "(now Harl)" in told
    corpus.write_text(told, "utf-8")
    ran = lvbuild("annotate", "suggest", "english.yaml", "--dry-run", *CORPORA, cwd=tmp_path)
    assert "Ada Stone is left to a person: '(now Harl' stays, and tells it" in ran.out


def test_a_line_that_is_no_row_is_told_before_others_go_behind_it(tmp_path: Path) -> None:
    write_world(tmp_path, english_replacements=[])
    table = tmp_path / "annotations/english/replacements.jsonl"
    table.write_text('{"question_id": "hotpotqa:ada"\n', "utf-8")
    ran = lvbuild("annotate", "suggest", "english.yaml", *CORPORA, cwd=tmp_path)
    assert ran.code == 2
    assert f"{table.name}: line 1 is no JSON object" in ran.err
    assert table.read_text("utf-8") == '{"question_id": "hotpotqa:ada"\n'
