"""Builds keep to the rules of tables, and tell of each selected question that they do not ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.options import BuildOptions
from lvbuild.errors import InvalidRowError
from lvbuild.mixing.planning import Prepared
from lvbuild.tasks.gathering import gather
from tests.rules.small_tables import ENGLISH, TABLES, Row, fact, needle, pair, row, write_world


def prepared(folder: Path, name: str = "english", **options: object) -> Prepared:
    """Prepare a recipe of `write_world`, and none of its levels."""
    path = folder / f"{name}.yaml"
    (source,) = gather(path, BuildOptions(corpora=folder / "corpora", **options))  # type: ignore[arg-type]
    return source.prepare([])


def refusal(folder: Path, name: str = "english") -> str:
    with pytest.raises(InvalidRowError) as caught:
        prepared(folder, name)
    return str(caught.value)


WRONG: dict[str, tuple[str, str, Row]] = {
    "a fact that holds the answer": (
        "english",
        "confusing_facts",
        fact("The baker Rosa Quint was born in a mill beside the Tamble."),
    ),
    "an unknown question": ("english", "answer_keywords", row("hotpotqa:adb", keywords="x")),
    "an original twice": (
        "chinese",
        "replacements",
        pair("白石镇", "绛", question_id="cmrc2018:Q"),
    ),
    "a needle's id twice": ("needles", "needles", needle()),
}


@pytest.mark.parametrize(("name", "table", "wrong"), WRONG.values(), ids=WRONG)
def test_a_build_ends_at_a_row_that_breaks_a_rule_as_check_tells_it(
    tmp_path: Path, name: str, table: str, wrong: Row
) -> None:
    rows = [*TABLES[name][table], wrong]
    write_world(tmp_path, **{f"{name}_{table}": rows})
    found = lvbuild.check(tmp_path / f"{name}.yaml", corpora=tmp_path / "corpora")
    first = next(one for one in found if one.severity == "error")
    hint = f"`lvbuild check {tmp_path / name}.yaml` tells all"
    assert refusal(tmp_path, name) == f"{first.file}:{first.line}: {first.message}; {hint}"
    assert f"{table}.jsonl:" in first.file + ":"


def test_a_name_that_stands_in_the_pool_refuses_the_document_and_is_counted(tmp_path: Path) -> None:
    rows = [*ENGLISH["replacements"], pair("Corran", "Newport", kind="place")]
    write_world(tmp_path, english_replacements=rows)
    assert prepared(tmp_path).refused["holds a replacement"] == 1


def selected(*names: str) -> list[Row]:
    return [{"question_id": f"hotpotqa:{name}"} for name in names]


def test_a_selected_question_that_upstream_cannot_support_is_left_out_with_its_reason(
    tmp_path: Path,
) -> None:
    write_world(tmp_path, english_selection=selected("ada", "lost", "port", "far"))
    path = tmp_path / "corpora/hotpotqa/hotpot_dev_distractor_v1.json"
    questions = json.loads(path.read_text())
    far = {**questions[0], "_id": "far", "supporting_facts": [["Ada Stone", 99]]}
    path.write_text(json.dumps([*questions, far]))
    reasons = {
        "hotpotqa:lost": "upstream marks no supporting fact",
        "hotpotqa:far": "its supporting paragraph 'Ada Stone' has no sentence 99",
    }
    assert dict(prepared(tmp_path).left_out) == reasons
    checked = lvbuild.check(tmp_path / "english.yaml", corpora=tmp_path / "corpora")
    found = [one for one in checked if one.severity == "warning"]
    assert {(one.rule, one.line, one.question_id) for one in found} == {
        ("unasked-question", 2, "hotpotqa:lost"),
        ("unasked-question", 4, "hotpotqa:far"),
    }
    assert all(reasons[one.question_id] in one.message for one in found)


def rewrite(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_a_question_that_every_build_leaves_out_is_told_by_check_too(tmp_path: Path) -> None:
    write_world(tmp_path)
    rewrite(tmp_path / "chinese.yaml", "count: 5", "answer_limit: 2\ncount: 5")
    found = lvbuild.check(tmp_path / "chinese.yaml", corpora=tmp_path / "corpora")
    assert {one.rule for one in found} == {"unasked-question"}
    assert all("(an answer is over the limit)" in one.message for one in found)
    assert len(found) == sum(len(rows) for rows in TABLES["chinese"].values())
