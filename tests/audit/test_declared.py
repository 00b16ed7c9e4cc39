"""An audit finds what a manifest says otherwise than recipe, tables, corpora and records do."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import lvbuild
from lvbuild.cli.main import program
from lvbuild.core.resources import digest
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.manifest import RecipeEntry
from tests.audit.damaging import Row
from tests.release.forging import forge, forged
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup

DATA = "data/mixed_2k.jsonl"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of a mixup."""
    folder = tmp_path_factory.mktemp("small")
    path = write_mixup(folder, levels="[2k]")
    lvbuild.build(path, folder / "release", sample=True, workers=1)
    return folder / "release"


@pytest.fixture
def release(small: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may change."""
    return shutil.copytree(small, tmp_path / "release")


def asked(release: Path) -> str:
    [line, *_] = (release / "provenance/mixed_2k.jsonl").read_text().splitlines()
    return str(json.loads(line)["question_id"])


def set_telltale(manifest: Row) -> None:
    figure = {"mean": 0.5, "low": 0.4, "high": 0.6}
    told = {"questions": 20, "longest": 19, "longest_by_chance": 0.1, "text": figure}
    manifest["files"][DATA]["telltale"] = told


def set_approved(manifest: Row) -> None:
    manifest["recipes"]["mixed"]["tables"]["replacements"]["approved_by"] = {"language model": 3}


def set_within(*keys: str, value: object) -> Callable[[Row], None]:
    def change(manifest: Row) -> None:
        within: Any = manifest
        for key in keys[:-1]:
            within = within[key]
        within[keys[-1]] = value

    return change


DAMAGED = {
    "the count of questions": ("figures", set_within("files", DATA, "asked", "questions", value=9)),
    "the greatest length": ("figures", set_within("files", DATA, "length", "max", value=2_005)),
    "tell-tale figures": ("figures", set_telltale),
    "who approved": ("rebuilt", set_approved),
    "the prompt": ("rebuilt", set_within("recipes", "mixed", "prompt", value="{context} {input}?")),
    "the licence": ("rebuilt", set_within("recipes", "mixed", "licence", value="CC0-1.0")),
    "what is left out": (
        "shortfalls",
        set_within("recipes", "mixed", "left_out", value=[{"question_id": "q", "reason": "long"}]),
    ),
    "a table's licence": (
        "rebuilt",
        set_within("recipes", "mixed", "tables", "replacements", "licence", value="CC0-1.0"),
    ),
    "a warning": ("rebuilt", set_within("recipes", "mixed", "warnings", value=["ask for leave"])),
    "a shortfall": (
        "shortfalls",
        set_within("recipes", "mixed", "shortfalls", value=["3 questions left out: long (3)"]),
    ),
    "what was corrected": ("counts", set_within("recipes", "mixed", "corrected", value=3)),
    "what was refused": (
        "counts",
        set_within("recipes", "mixed", "refused", "its own supporting document", value=0),
    ),
    "what lacks rows": (
        "counts",
        lambda manifest: manifest["recipes"]["mixed"].update(
            lacking={"replacements": 2},
            shortfalls=["questions that lack rows of a table (2 too few replacements)"],
        ),
    ),
    "places in running text": ("figures", set_within("files", DATA, "astray", value=2)),
    "files beyond": ("figures", set_within("files", DATA, "beyond", value="0" * 64)),
    "a sample": ("inputs", set_within("recipes", "mixed", "options", "sample", value=False)),
}


@pytest.mark.parametrize(("claim", "change"), DAMAGED.values(), ids=DAMAGED)
def test_what_a_manifest_says_otherwise_is_found(
    release: Path, claim: str, change: Callable[[Row], None]
) -> None:
    with forged(release) as manifest:
        change(manifest)
        entry = RecipeEntry.model_validate(manifest["recipes"]["mixed"])
        hashed = input_hash(entry, held_recipe(release, "mixed"))
        manifest["recipes"]["mixed"]["input_hash"] = hashed
    found = lvbuild.audit_release(release, workers=1).findings
    told = {(each.claim, each.configuration) for each in found}
    assert (claim, "mixed") in told
    assert told <= {(claim, "mixed"), ("rebuilt", "mixed"), ("rebuilt", "mixed_2k")}


def test_a_row_that_breaks_a_rule_of_builds_is_found(release: Path) -> None:
    path = release / "inputs/mixed/annotations/mixed/answer_keywords.jsonl"
    rows = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*rows, rows[0]]))
    with forged(release) as manifest:
        table = manifest["recipes"]["mixed"]["tables"]["answer_keywords"]
        table["sha256"] = digest(path.read_bytes())
        table["rows"] += 1
        table["annotators"] = {name: n + 1 for name, n in table["annotators"].items()}
        entry = RecipeEntry.model_validate(manifest["recipes"]["mixed"])
        hashed = input_hash(entry, held_recipe(release, "mixed"))
        manifest["recipes"]["mixed"]["input_hash"] = hashed
    [found] = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert (found.claim, found.severity) == ("rules", "error")
    told = f"answer_keywords.jsonl:{len(rows) + 1}: the same row stands in line 1; remove one"
    assert found.message == told


@pytest.mark.parametrize("code", ["", "0" * 64])
def test_what_other_code_made_is_not_made_again(release: Path, code: str) -> None:
    """A version may be written by code after code, each with words and figures of its own."""
    with forged(release) as manifest:
        manifest["code"] = code
        manifest["recipes"]["mixed"] |= {"corrected": 3, "input_hash": "0" * 64}
    (release / "croissant.json").write_bytes(b"{}")
    forge(release, card_too=False)
    found = lvbuild.audit_release(release, workers=1)
    assert found.findings == ()
    [untested] = found.untested
    assert untested.startswith("not tested: places, order, ")
    assert "by other code" in untested
    assert "places" not in found.claims
    assert lvbuild.verify(release).code == code


def test_a_release_that_other_code_adds_to_is_of_no_one_code(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("manifest", "transaction"):
        monkeypatch.setattr(f"lvbuild.release.{module}.code_sha256", lambda: "0" * 64)
    path = write_recipe(tmp_path, "needle_single_en", levels=["2k"])
    lvbuild.build(path, release, sample=True, workers=1, limit=1)
    assert lvbuild.open_release(release).manifest.code == ""


def test_a_question_that_is_left_out_is_not_asked(release: Path) -> None:
    name = asked(release)
    with forged(release) as manifest:
        manifest["recipes"]["mixed"]["left_out"] = [{"question_id": name, "reason": "it may"}]
    found, *_ = lvbuild.audit_release(release, workers=1).findings
    assert (found.claim, found.message) == ("left-out", f"{name} is left out, and asked")


def test_a_question_that_is_selected_is_asked_or_left_out(release: Path) -> None:
    for folder in ("data", "provenance"):
        path = release / folder / "mixed_2k.jsonl"
        path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    with forged(release) as manifest:
        for folder in ("data", "provenance"):
            manifest["files"][f"{folder}/mixed_2k.jsonl"]["records"] -= 1
    found = lvbuild.audit_release(release, workers=1).findings
    told = [each.message for each in found if each.claim == "left-out"]
    assert len(told) == 1
    assert "is selected, and neither asked nor left out" in told[0]


def test_questions_are_asked_in_the_order_of_the_selection(release: Path) -> None:
    for folder in ("data", "provenance"):
        path = release / folder / "mixed_2k.jsonl"
        first, second, *others = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join([second, first, *others]), encoding="utf-8")
    forge(release)
    every = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    told = "mixed_2k asks in another order than the selection"
    assert [each.message for each in every if each.claim == "left-out"] == [told]
    assert {each.record for each in every if each.claim == "drawn"} <= {0, 1}  # others' depths


UNREADABLE = {
    "no JSON": lambda line: b"{\n",
    "no UTF-8": lambda line: line.replace(b'"context":"', b'"context":"\xff'),
    "a field is missing": lambda line: line.replace(b'"answers"', b'"answer"'),
    "no answers": lambda line: json.dumps(json.loads(line) | {"answers": []}).encode() + b"\n",
    "a span beyond the context": lambda line: (
        json.dumps(json.loads(line) | {"context": ""}).encode() + b"\n"
    ),
}


@pytest.mark.parametrize("change", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_cannot_be_read_is_named_and_the_audit_goes_on(
    release: Path, change: Callable[[bytes], bytes]
) -> None:
    lines = (release / DATA).read_bytes().splitlines(keepends=True)
    last = json.loads(lines[7])
    lines[4], lines[7] = change(lines[4]), json.dumps(last | {"dataset": "mixt"}).encode() + b"\n"
    (release / DATA).write_bytes(b"".join(lines))
    forge(release)
    found = lvbuild.audit_release(release, workers=1).findings
    [told] = (each for each in found if each.claim == "readable")
    assert (told.configuration, told.record) == ("mixed_2k", 4)
    assert "mixed_2k.jsonl:5: is damaged" in told.message
    assert ("keys", 7) in {(each.claim, each.record) for each in found}
    ran = CliRunner().invoke(program, ["audit", str(release)])
    assert isinstance(ran.exception, lvbuild.errors.BuildError)


def test_provenance_that_cannot_be_read_is_named_too(release: Path) -> None:
    path = release / "provenance/mixed_2k.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"facts"', b'"fact"')
    path.write_bytes(b"".join(lines))
    forge(release)
    found = lvbuild.audit_release(release, workers=1).findings
    told = {(each.claim, each.record) for each in found}
    assert {("readable", 2), ("statements", None)} <= told


def test_recipes_say_the_same_of_a_corpus_that_all_know(tmp_path: Path) -> None:
    paths = [
        write_recipe(tmp_path, f"needle_single_{code}", levels=["2k"]) for code in ("en", "zh")
    ]
    lvbuild.build(paths, tmp_path / "release", sample=True, workers=1, limit=2)
    with forged(tmp_path / "release") as manifest:
        for first, entry in zip("ab", manifest["recipes"].values(), strict=True):
            files = [{"path": "test/1.txt", "sha256": first * 64}]
            entry["corpora"][0] |= {"name": "pg19", "files": files}
    found = [each.message for each in lvbuild.audit_release(tmp_path / "release").findings]
    assert any(message.endswith("of pg19 test/1.txt is not another recipe's") for message in found)
