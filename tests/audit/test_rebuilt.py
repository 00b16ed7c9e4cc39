"""An audit makes again of a release what can be: with its corpora everything, else what is told."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import lvbuild
from lvbuild.cli.main import program
from lvbuild.errors import BuildError, UsageError
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.manifest import RecipeEntry
from tests.audit.damaging import RECORD, Damage, Row, damage, passage, put, recount, rewrite
from tests.audit.marked_release import MARKED
from tests.release.forging import forge, forged

Found = set[tuple[str, str, int | None]]
Change = Callable[[Row], Any]


def untrue(release: Path, marked: Path, *, with_corpora: bool) -> Found:
    corpora = marked / "corpora" if with_corpora else None
    found = lvbuild.audit_release(release, workers=1, corpora=corpora).findings
    return {(each.claim, each.configuration, each.record) for each in found}


def change_entry(release: Path, change: Change) -> None:
    """Change what the manifest tells of a recipe, and mend all hashes."""
    with forged(release) as manifest:
        change(manifest["recipes"]["marked"])
        entry = RecipeEntry.model_validate(manifest["recipes"]["marked"])
        hashed = input_hash(entry, held_recipe(release, "marked"))
        manifest["recipes"]["marked"]["input_hash"] = hashed


def test_nothing_is_found_in_what_was_built(marked: Path) -> None:
    for with_corpora in (True, False):
        assert untrue(marked / "release", marked, with_corpora=with_corpora) == set()


OF_INPUTS: dict[str, Change] = {
    "the prompt": lambda entry: entry.update(prompt="{context} {input}?"),
    "the tokens of an answer": lambda entry: entry.update(max_new_tokens=7),
    "the licence": lambda entry: entry.update(licence="CC0-1.0"),
    "a warning": lambda entry: entry.update(warnings=["ask for leave"]),
    "a corpus's licence": lambda entry: entry["corpora"][0].update(licence="MIT"),
}


@pytest.mark.parametrize("change", OF_INPUTS.values(), ids=OF_INPUTS)
def test_what_inputs_determine_needs_no_corpora(
    marked: Path, release: Path, change: Change
) -> None:
    change_entry(release, change)
    assert untrue(release, marked, with_corpora=False) == {("rebuilt", "marked", None)}


OF_CORPORA: dict[str, Change] = {
    "a corpus's revision": lambda entry: entry["corpora"][0].update(revision="0" * 40),
    "a reason to refuse": lambda entry: entry["refused"].update({"is dull": 4}),
    "how many are refused": lambda entry: entry["refused"].update({"leaks the answer": 400}),
    "a common word": lambda entry: entry.update(common=["anything"]),
    "a file of a corpus": lambda entry: entry["corpora"][0]["files"][0].update(sha256="0" * 64),
    "what was cleaned": lambda entry: entry["corpora"][0].update(cleaned={"dust": 3}),
}


@pytest.mark.parametrize("change", OF_CORPORA.values(), ids=OF_CORPORA)
def test_what_corpora_alone_tell_is_held_against_them(
    marked: Path, release: Path, change: Change
) -> None:
    change_entry(release, change)
    assert ("rebuilt", "marked", None) in untrue(release, marked, with_corpora=True)


def negated(record: Row, told: Row) -> None:
    each = passage(told, "supporting")
    start, end = each["span"]
    at = record["context"].index(" ", start + 10, end)
    put(record, told, at, " not")
    each["cut"][1] += 4
    recount(record)


def of_another(_: Row, told: Row) -> None:
    passage(told, "supporting")["document_id"] = "hidden:another"


def alias(record: Row, _: Row) -> None:
    record["answers"].append("Nobody")
    recount(record)


@pytest.mark.parametrize("by", [negated, of_another, alias], ids=lambda by: by.__name__)
def test_a_line_that_corpora_give_otherwise_is_named(
    marked: Path, release: Path, by: Damage
) -> None:
    damage(release, MARKED, by)
    assert ("rebuilt", MARKED, RECORD) in untrue(release, marked, with_corpora=True)


def test_what_differs_is_shown_in_the_first_place_where_it_does(
    marked: Path, release: Path
) -> None:
    damage(release, MARKED, alias)
    change_entry(release, lambda entry: entry["corpora"][0].update(licence="CC-BY-4.0"))
    found = lvbuild.audit_release(release, workers=1, corpora=marked / "corpora").findings
    told = [each.message for each in found if each.claim == "rebuilt"]
    assert any(
        "in answers, length: answers, 1: 'Nobody'; by its inputs none" in one for one in told
    )
    assert any("its corpora, 0, licence: 'CC-BY-4.0'; by its inputs '" in one for one in told)


def test_what_is_not_tested_without_corpora_is_said(marked: Path) -> None:
    release = marked / "release"
    [told] = lvbuild.audit_release(release, workers=1).untested
    assert told.startswith("not tested without the corpora (--corpora)")
    assert told.endswith(": marked; tiny")
    assert "rebuilt" not in lvbuild.audit_release(release, workers=1, rebuild=False).claims
    corpora = str(marked / "corpora")
    ran = CliRunner().invoke(program, ["audit", str(release), "--corpora", corpora])
    assert ran.exit_code == 0
    assert "not tested" not in ran.output


def test_a_release_from_other_corpora_is_told_apart(
    marked: Path, release: Path, tmp_path: Path
) -> None:
    corpora = shutil.copytree(marked / "corpora", tmp_path / "corpora")
    for path in corpora.rglob("*.txt"):
        path.write_text(path.read_text(encoding="utf-8") + "\nOne more line.\n", encoding="utf-8")
    found = lvbuild.audit_release(release, workers=1, corpora=corpora).findings
    told = "was built from other corpora than those here: "
    named = {(each.configuration, each.message) for each in found}
    assert named == {("marked", f"{told}prose"), ("tiny", f"{told}pg19")}


def test_what_cannot_be_built_again_is_named_and_the_audit_goes_on(
    marked: Path, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> object:
        raise errors.pop()

    monkeypatch.setattr("lvbuild.audit.rebuilt.rebuild_differences", fails)
    errors = [BuildError("no question can be asked"), UsageError("no tokenizer is here")]
    found = lvbuild.audit_release(release, workers=1, corpora=marked / "corpora")
    [told] = found.findings
    assert told.message == "it cannot be built again: no question can be asked"
    assert found.untested[0].endswith(": marked (no tokenizer is here)")


def test_records_that_are_gone_are_named(marked: Path, release: Path) -> None:
    rewrite(release, MARKED, lambda *both: [rows.pop() for rows in both])
    forge(release)
    assert ("rebuilt", MARKED, 14) in untrue(release, marked, with_corpora=True)
