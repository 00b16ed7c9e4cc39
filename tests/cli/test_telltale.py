"""`lvbuild telltale`: a table or JSON of the figures, and one line where it fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.audit.marked_release import MARKED, NEEDLE
from tests.cli.running import lvbuild


def test_a_row_a_configuration_is_printed_and_what_is_not_measured(marked: Path) -> None:
    ran = lvbuild("telltale", "release", cwd=marked)
    assert (ran.code, ran.err) == (0, "")
    head, row, line = ran.out.splitlines()
    assert head.split()[:5] == ["configuration", "passages", "text", "place", "length"]
    assert row.startswith(f"{MARKED}  ")
    assert "(15 supporting)  1.000 (1.000 to 1.000)  " in row
    assert "+'※' " in row
    assert line == f"not measured (its contexts have no supporting passages): {NEEDLE}"


def test_named_configurations_alone_are_measured_and_printed_as_json(marked: Path) -> None:
    ran = lvbuild("telltale", "release", MARKED, "--json", "--workers", "1", cwd=marked)
    found = json.loads(ran.out)
    assert [*found] == [MARKED]
    assert found[MARKED]["text"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert "※" in {ngram for ngram, _ in found[MARKED]["ngrams"]}
    assert (found[MARKED]["questions"], found[MARKED]["supporting"]) == (15, 15)


def test_figures_are_entered_where_that_is_asked_for(marked: Path, tmp_path: Path) -> None:
    shutil.copytree(marked / "release", tmp_path / "release")
    ran = lvbuild("telltale", "release", MARKED, "--write", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "## Tell-tale figures" in (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert lvbuild("verify", "release", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("release", "nothing_1k"), 2, "holds no 'nothing_1k'"),
        (("corpora",), 2, "is no release"),
        (("release", "--workers", "0"), 2, "--workers"),
        (("release", "\x1b[31m"), 2, "\\x1b[31m"),
    ],
)
def test_a_failure_is_one_line(marked: Path, words: tuple[str, ...], code: int, told: str) -> None:
    assert told in lvbuild("telltale", *words, cwd=marked).error(code)
