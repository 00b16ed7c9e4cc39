"""Tables that a task brings itself are read, counted and held to rules as the others are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lvbuild.errors import InvalidRowError, UsageError
from lvbuild.recipe import load_recipe
from lvbuild.rules import enforce, findings
from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import BrokenRow, Tables, read_tables
from lvbuild.tables.rows import OwnRow, Text
from lvbuild.tasks.fact_recall import FactRecall

BY = {"status": "draft", "annotator": "test"}


class RiddleRow(OwnRow):
    """A riddle."""

    example: ClassVar[Mapping[str, Any]] = {"id": "egg", "riddle": "What has no door?", **BY}

    riddle: Text


class Riddles(FactRecall):
    """A recipe whose task has riddles beside its needles."""

    own_tables: ClassVar = {"riddles": RiddleRow}


RECIPE = Riddles.model_validate(
    {
        **load_recipe("factrecall_en").recipe.model_dump(),
        "confusing_facts": 0,
        "replacements": False,
    }
)


def read(folder: Path, *rows: Mapping[str, Any], broken: list[BrokenRow] | None = None) -> Tables:
    needle = {"id": "a", "fact": "Ann ate jam.", "question": "Who ate jam?", "answers": ["Ann"]}
    (folder / "needles.jsonl").write_text(json.dumps({**needle, **BY}))
    lines = [json.dumps({**BY, **row}) + "\n" for row in rows]
    (folder / "riddles.jsonl").write_text("".join(lines))
    return read_tables(folder, RECIPE, broken=broken)


def test_its_rows_are_read_and_counted(tmp_path: Path) -> None:
    rows = [{"id": "egg", "riddle": "No door?"}, {"id": "sea", "riddle": "Wet?"}]
    tables = read(tmp_path, rows[0] | {"status": "approved", "annotator": "Ada"}, rows[1])
    assert list(tables.named()) == ["needles", "riddles"]
    riddles = tables.named()["riddles"]
    assert (len(riddles.rows), riddles.approved) == (2, 1)
    assert [placed.row.riddle for placed in replace(riddles, approved_only=True).used] == [
        "No door?"
    ]


def test_it_is_read_without_tables_as_well_since_it_holds_what_is_asked(tmp_path: Path) -> None:
    read(tmp_path, {"id": "egg", "riddle": "No door?"})
    assert list(read_tables(tmp_path, RECIPE, no_tables=True).named()) == ["needles", "riddles"]


def test_a_table_that_is_not_there_is_told_with_the_remedy(tmp_path: Path) -> None:
    read(tmp_path)
    (tmp_path / "riddles.jsonl").unlink()
    with pytest.raises(UsageError, match=r"riddles.jsonl: the table cannot be read .* one row"):
        read_tables(tmp_path, RECIPE)


def test_a_bad_row_is_told_by_its_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"riddles.jsonl:1: the field 'riddle' is missing"):
        read(tmp_path, {"id": "egg"})
    broken: list[BrokenRow] = []
    read(tmp_path, {"id": "egg"}, {"id": "sea", "riddle": "Wet?", "answer": "x"}, broken=broken)
    assert [row.line for row in broken] == [1, 2]
    assert "unknown field 'answer'; there are" in broken[1].problem


def test_it_needs_a_row_that_builds_take(tmp_path: Path) -> None:
    egg = {"id": "egg", "riddle": "No door?"}
    for rows in ([], [{**egg, "status": "rejected"}]):
        [found] = findings(LintContext(RECIPE, read(tmp_path, *rows)))
        assert (found.rule, found.file) == ("no-row", str(tmp_path / "riddles.jsonl"))
    with pytest.raises(InvalidRowError, match=r"needles.jsonl:1: holds no approved row; add one"):
        enforce(LintContext(RECIPE, read(tmp_path, egg).of_approved()))


def test_its_rows_are_held_to_the_rules_of_all_rows(tmp_path: Path) -> None:
    egg = {"id": "egg", "riddle": "No door?"}
    model = {"status": "approved", "annotator": "a language model"}
    case = LintContext(RECIPE, read(tmp_path, egg, {**egg, **model, "id": "sea"}, egg))
    found = [(one.rule, one.line) for one in findings(case) if "riddles" in one.file]
    assert found == [("approved-by-program", 2), ("needle-twice", 3)]
    with pytest.raises(InvalidRowError, match=r"riddles.jsonl:3: the id 'egg' stands in line 1"):
        enforce(case)
