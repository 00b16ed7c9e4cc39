"""Checking tables: findings on stdout, one line each; errors fail, warnings are counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Ran, lvbuild
from tests.rules.small_tables import ENGLISH, pair, write_world

STOPPED = pair("Corran", "Morl.", kind="place")
NOWHERE = pair("Zanzibar", "Tarn")


def check(folder: Path, *words: str, name: str = "english") -> Ran:
    return lvbuild("check", f"{name}.yaml", "--corpora", "corpora", *words, cwd=folder)


def write(folder: Path, *rows: dict[str, object]) -> None:
    write_world(folder, english_replacements=[*ENGLISH["replacements"], *rows])


def test_tables_without_a_fault_pass(tmp_path: Path) -> None:
    write(tmp_path)
    assert check(tmp_path) == Ran(0, "0 errors, 0 warnings, 1 answer that no row changes\n", "")


def test_warnings_are_told_and_counted_and_do_not_fail(tmp_path: Path) -> None:
    write(tmp_path, STOPPED)
    ran = check(tmp_path)
    assert (ran.code, ran.err) == (0, "")
    told, counted = ran.out.splitlines()
    assert told.startswith(
        "annotations/english/replacements.jsonl:4: warning: the replacement 'Morl.' "
    )
    assert told.endswith(" [replacement-ill-written]")
    assert counted == "0 errors, 1 warning, 1 answer that no row changes"


def test_json_holds_every_finding_with_its_fields(tmp_path: Path) -> None:
    write(tmp_path, STOPPED, NOWHERE)
    ran = check(tmp_path, "--json")
    assert ran.error(1).startswith("error: 1 error, 1 warning; mend or reject the rows")
    warning, error, note = json.loads(ran.out)
    assert error.pop("message").startswith("the original 'Zanzibar' stands by itself neither")
    assert error == {
        "recipe": "english",
        "file": "annotations/english/replacements.jsonl",
        "line": 5,
        "question_id": "hotpotqa:ada",
        "rule": "original-never-occurs",
        "severity": "error",
    }
    assert warning["severity"] == "warning"
    assert (note["severity"], note["rule"]) == ("note", "answer-unchanged")
    assert note["message"] == "no row changes the answer 'Harrow'"


def test_files_beside_the_tables_that_no_build_reads_are_told(tmp_path: Path) -> None:
    write(tmp_path)
    folder = tmp_path / "annotations/english"
    (folder / "needles.jsonl").write_text("")
    (folder / "replacement.jsonl").write_text("")
    first, second, counted = check(tmp_path).out.splitlines()
    assert first.startswith("annotations/english: warning: needles.jsonl is not read: ")
    assert second.endswith(
        "replacement.jsonl is not read: did you mean replacements.jsonl? [table-unread]"
    )
    assert counted.startswith("0 errors, 2 warnings")


@pytest.mark.parametrize(
    ("gone", "code", "told"),
    [
        ("annotations/english/replacements.jsonl", 2, "replacements.jsonl: the table cannot be"),
        ("corpora/hotpotqa/hotpot_dev_distractor_v1.json", 1, "hotpotqa"),
        ("english.yaml", 2, "english.yaml: cannot be read"),
    ],
)
def test_what_is_missing_is_told_in_one_line(
    tmp_path: Path, gone: str, code: int, told: str
) -> None:
    write(tmp_path)
    (tmp_path / gone).unlink()
    ran = check(tmp_path)
    assert told in ran.error(code)
    assert ran.out == ""
