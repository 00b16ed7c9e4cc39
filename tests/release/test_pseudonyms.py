"""Annotators in releases: whose rows are one person's can be told, and not who that is."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.tables.reading import LEDGER
from lvbuild.tables.writing import Change
from tests.annotate.test_workbench import replacements
from tests.annotate.worlds import workbench
from tests.builds import write_books
from tests.rules.small_tables import Row, pair

NAMES = ("Zoë Reader", "Bo Li", 'Ann O\'Reilly "the 2nd"', "李白")


ROWS = (
    pair("Ann Lee", "Eve Orrin", kind="person", question_id="needle:salt"),
    pair("cellar", "larder", question_id="needle:salt"),
    pair("abbey", "priory", question_id="needle:salt"),
)


def signed(*names: str) -> Sequence[Row]:
    """Return rows of replacements, signed by names in turn."""
    return [row | {"annotator": names[n % len(names)]} for n, row in enumerate(ROWS)]


def build(folder: Path, out: str = "release") -> dict[str, list[str]]:
    """Build the small recipe; return who signed the rows of the tables in its inputs."""
    corpora = write_books(folder / "corpora")
    lvbuild.build(folder / "needles.yaml", folder / out, corpora=corpora, workers=1, overwrite=True)
    tables = (folder / out / "inputs/needles/annotations/needles").glob("*.jsonl")
    lines = {each.stem: each.read_text("utf-8").split("\n")[:-1] for each in sorted(tables)}
    return {name: [json.loads(line)["annotator"] for line in of] for name, of in lines.items()}


def decide(folder: Path, number: int, name: str) -> None:
    """Let somebody approve a row on the workbench."""
    bench = workbench(folder, "needles")
    row = replacements(bench)[number]
    new = row.model_copy(update={"status": "approved", "annotator": name})
    bench.apply([Change("replacements", row, new)], annotator=name, action="accept")


def test_a_release_holds_no_name_and_is_built_again_byte_for_byte(tmp_path: Path) -> None:
    workbench(tmp_path, "needles", needles_replacements=signed(*NAMES))
    assert build(tmp_path) == {
        "confusing_facts": ["annotator 1"],
        "needles": ["annotator 1"],
        "replacements": ["annotator 2", "annotator 3", "annotator 4"],
    }
    for path in (tmp_path / "release").rglob("*"):
        held = path.read_text("utf-8") if path.is_file() else ""
        assert not [name for name in NAMES if name in held or json.dumps(name)[1:-1] in held]
    lvbuild.verify(tmp_path / "release", rebuild=True, corpora=tmp_path / "corpora")
    # What was built from the inputs is the same again.
    inputs = tmp_path / "release/inputs/needles/needles.yaml"
    again = lvbuild.build(inputs, tmp_path / "again", corpora=tmp_path / "corpora", workers=1)
    assert again.sums == lvbuild.open_release(tmp_path / "release").manifest.sums


def test_programs_and_models_keep_their_names_and_such_tables_their_bytes(tmp_path: Path) -> None:
    names = ("language model", "lvbuild suggest", "model m-1")
    bench = workbench(tmp_path, "needles", needles_replacements=signed(*names))
    assert build(tmp_path)["replacements"] == list(names)
    path = "annotations/needles/replacements.jsonl"
    held = (tmp_path / "release/inputs/needles" / path).read_bytes()
    assert held == (bench.folder / "replacements.jsonl").read_bytes()


def test_a_persons_number_stays_whatever_is_decided_later(tmp_path: Path) -> None:
    workbench(tmp_path, "needles", needles_replacements=signed("lvbuild suggest"))
    decide(tmp_path, 2, "Zoë")
    decide(tmp_path, 1, "Bo")
    before = build(tmp_path)["replacements"]
    assert before == ["lvbuild suggest", "annotator 2", "annotator 1"]
    decide(tmp_path, 0, "Ann")
    assert build(tmp_path)["replacements"] == ["annotator 3", *before[1:]]
    # Ledgers of two branches that were merged have their entries in another order.
    ledger = workbench(tmp_path, "needles").folder / LEDGER
    lines = ledger.read_text("utf-8").splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    ledger.write_text("".join(lines), "utf-8")
    assert build(tmp_path)["replacements"] == ["annotator 3", *before[1:]]


def test_nobody_gets_a_number_that_a_row_bears_already(tmp_path: Path) -> None:
    workbench(tmp_path, "needles", needles_replacements=signed("Zoë", "annotator 1", "Bo"))
    assert build(tmp_path)["replacements"] == ["annotator 3", "annotator 1", "annotator 4"]


def test_a_line_changes_by_its_annotator_alone(tmp_path: Path) -> None:
    rows = [row | {"note": "Zoë saw\u2028 it"} for row in signed("Zoë", "lvbuild suggest")]
    bench = workbench(tmp_path, "needles", needles_replacements=rows)
    build(tmp_path)
    table = tmp_path / "release/inputs/needles/annotations/needles/replacements.jsonl"
    first, second, _ = table.read_text("utf-8").split("\n", 2)
    assert json.loads(first) == {**json.loads(json.dumps(rows[0])), "annotator": "annotator 2"}
    there = (bench.folder / "replacements.jsonl").read_text("utf-8")
    assert second == there.split("\n")[1]


@pytest.mark.parametrize("line", ["<<<<<<< HEAD", '{"annotator": "Ann"}', "[" * 100_000])
def test_a_ledger_with_a_line_that_is_no_entry_is_told_by_its_line(
    tmp_path: Path, line: str
) -> None:
    bench = workbench(tmp_path, "needles", needles_replacements=signed("Zoë"))
    (bench.folder / LEDGER).write_text(f"{line}\n")
    with pytest.raises(UsageError, match=r"ledger\.jsonl:1: is no entry of a ledger") as caught:
        build(tmp_path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
