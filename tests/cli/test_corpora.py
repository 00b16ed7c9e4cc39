from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lvbuild.cli.corpora import corpora


@pytest.fixture(autouse=True)
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LVBUILD_CORPORA", raising=False)
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(corpora, arguments)


def given(tmp_path: Path) -> Path:
    folder = tmp_path / "a [b]folder"
    (folder / "pg19").mkdir(parents=True)
    return folder


def test_list_tells_each_corpus_and_where_it_is(tmp_path: Path) -> None:
    lines = run("list", "--corpora", str(given(tmp_path))).stdout.splitlines()
    assert lines[0].split() == ["name", "language", "licence", "found", "repository"]
    told = {line.split()[0]: line for line in lines[1:]}
    assert "not found" in told["hongloumeng"]
    assert "not on the Hub" in told["hongloumeng"]
    assert str(tmp_path / "a [b]folder/pg19") in told["pg19"]
    assert told["pg19"].rstrip().endswith("emozilla/pg19")


def test_list_prints_json_for_programs(tmp_path: Path) -> None:
    rows = json.loads(run("list", "--json", "--corpora", str(given(tmp_path))).stdout)
    pg19 = next(row for row in rows if row["name"] == "pg19")
    assert pg19["found"] == str(tmp_path / "a [b]folder/pg19")
    assert (pg19["language"], pg19["licence"]) == ("en", "public domain")
    assert next(row for row in rows if row["name"] == "hongloumeng")["found"] is None


def test_path_prints_the_folder_alone(tmp_path: Path) -> None:
    result = run("path", "pg19", "--corpora", str(given(tmp_path)))
    assert result.stdout == f"{tmp_path / 'a [b]folder/pg19'}\n"
    assert result.stderr == ""
