"""Tables that a task brings itself are held to rules as the others are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lvbuild.errors import InvalidRowError
from lvbuild.recipe import load_recipe
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.rules.every import findings
from lvbuild.tables.reading import read_tables
from tests.tasks.needles.releases import Row, rows

RECIPE = load_recipe("needle_single_en").recipe
DRAFT, OTHER = rows("needle_single_en")[:2]


def read(folder: Path, *told: Row) -> LintContext:
    lines = [json.dumps(row) + "\n" for row in told]
    (folder / "templates.jsonl").write_text("".join(lines))
    return LintContext(RECIPE, read_tables(folder, RECIPE))


def test_it_needs_a_row_that_builds_take(tmp_path: Path) -> None:
    for told in ([], [{**DRAFT, "status": "rejected"}]):
        [found] = findings(read(tmp_path, *told))
        assert (found.rule, found.file) == ("no-row", str(tmp_path / "templates.jsonl"))
    drafts = read(tmp_path, DRAFT).tables
    with pytest.raises(InvalidRowError, match=r"templates.jsonl:1: holds no approved row; add one"):
        enforce(LintContext(RECIPE, drafts.of_approved()))


def test_its_rows_are_held_to_the_rules_of_all_rows(tmp_path: Path) -> None:
    case = read(tmp_path, DRAFT, {**OTHER, "status": "approved"}, DRAFT)
    found = [(one.rule, one.line) for one in findings(case)]
    assert sorted(found) == [("approved-by-program", 2), ("needle-twice", 3)]
    told = rf"templates.jsonl:3: the id '{DRAFT['id']}' stands in line 1"
    with pytest.raises(InvalidRowError, match=told):
        enforce(case)
