"""Known defects travel with a release, and the next build leaves them out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError, VerificationError
from tests.builds import hashes
from tests.cli.running import lvbuild as run
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup
from tests.tasks.test_mixup import write_hotpotqa
from tests.towns import build_towns

WHY = "two passages answer it | <b>"


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    return write_hotpotqa(tmp_path / "corpora")


@pytest.fixture
def release(tmp_path: Path, corpora: Path) -> Path:
    recipe = write_mixup(tmp_path, levels="[2k, 4k]", count=8)
    lvbuild.build(recipe, tmp_path / "release", corpora=corpora, tables=False, workers=1)
    return tmp_path / "release"


def asked(release: Path, configuration: str = "mixed_2k") -> list[str]:
    records = lvbuild.open_release(release).records(configuration)
    return [record.provenance["question_id"] for record in records]


def test_a_defect_is_told_by_card_and_file_and_the_release_is_whole(release: Path) -> None:
    before = hashes(release)
    [record, *_] = lvbuild.open_release(release).records("mixed_4k")
    added = lvbuild.add_erratum(release, record.fields["_id"], "to be mended")
    with pytest.raises(UsageError, match="already: to be mended; give --replace"):
        lvbuild.add_erratum(release, added.question_id, WHY)
    with pytest.raises(UsageError, match="must be one line of plain text"):
        lvbuild.add_erratum(release, record.fields["_id"], "a\nb", replace=True)
    again = lvbuild.add_erratum(release, added.question_id, WHY, replace=True)
    assert again.question_id == added.question_id
    assert [each.reason for each in lvbuild.list_errata(release)] == [WHY]
    lvbuild.verify(release)
    after = hashes(release)
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {"README.md", "SHA256SUMS", "errata.jsonl", "manifest.json"}
    card = (release / "README.md").read_text(encoding="utf-8")
    assert f"| `{added.question_id}` | two passages answer it \\| &lt;b&gt; |" in card
    line = json.loads((release / "errata.jsonl").read_bytes())
    assert line == {"recipe": "mixed", "question_id": added.question_id, "reason": WHY}


def test_the_next_build_leaves_defects_out_draws_others_in_their_places_and_can_be_rebuilt(
    tmp_path: Path, release: Path, corpora: Path
) -> None:
    old = asked(release)
    lvbuild.add_erratum(release, old[2], WHY)
    new = tmp_path / "new"
    told = str(release / "errata.jsonl")
    build: Any = {"corpora": corpora, "tables": False, "workers": 1}
    manifest = lvbuild.build(tmp_path / "mixed.yaml", new, errata=told, **build)
    left_out = {one.question_id: one.reason for one in manifest.recipes["mixed"].left_out}
    assert left_out[old[2]] == f"known defect: {WHY}"
    assert len(asked(new)) == len(old)
    assert {*old} - {*asked(new)} == {old[2]}
    (release / "errata.jsonl").unlink()  # the release tells by itself what it leaves out
    lvbuild.verify(new, rebuild=True, corpora=corpora)
    with pytest.raises(UsageError, match="holds mixed with other --errata"):
        lvbuild.build(tmp_path / "mixed.yaml", new, **build)


def test_compare_names_the_defects_and_whether_they_are_still_asked(tmp_path: Path) -> None:
    build_towns(tmp_path)
    corpora = tmp_path / "corpora"
    gone, stays = asked(tmp_path / "v0", "towns_2k")[:2]
    lvbuild.add_erratum(tmp_path / "v0", gone, "unclear")
    told = str(tmp_path / "v0/errata.jsonl")
    lvbuild.build(tmp_path / "towns.yaml", tmp_path / "v1", errata=told, corpora=corpora, workers=1)
    lvbuild.add_erratum(tmp_path / "v1", stays, "doubtful")
    ran = run("compare", "v0", "v1", "--workers", "1", cwd=tmp_path)
    assert f"known defect of {gone}: unclear (no longer asked)" in ran.out
    assert f"known defect of {stays}: doubtful (still asked)" in ran.out
    assert f"rebuild: option --errata: None -> {gone}" in ran.out


def test_a_needle_that_is_defective_gives_its_place_to_the_next(tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, "factrecall_en", levels=["1k"])
    out: Any = {"sample": True, "limit": 2, "workers": 1}
    lvbuild.build(recipe, tmp_path / "old", **out)
    [first] = {*asked(tmp_path / "old", "factrecall_en_1k")}
    lvbuild.add_erratum(tmp_path / "old", first, "it is known")
    told = str(tmp_path / "old/errata.jsonl")
    manifest = lvbuild.build(recipe, tmp_path / "new", errata=told, **out)
    assert first not in asked(tmp_path / "new", "factrecall_en_1k")
    [entry] = manifest.recipes.values()
    assert [each.question_id for each in entry.left_out] == [first]
    assert not any(first in line for line in entry.shortfalls if "variants may ask" in line)
    assert lvbuild.audit_release(tmp_path / "new").errors == 0


def test_what_no_recipe_asks_is_noted_and_what_is_no_line_is_refused(
    tmp_path: Path, corpora: Path
) -> None:
    recipe = write_mixup(tmp_path, levels="[2k]", count=8)
    errata = tmp_path / "errata.jsonl"
    line = {"recipe": "mixed", "question_id": "hotpotqa:none", "reason": WHY}
    errata.write_text(json.dumps(line) + "\n")
    options: Any = {"corpora": corpora, "tables": False, "errata": str(errata)}
    [planned] = lvbuild.plan(recipe, **options)
    note = "errata: not among the recipe's questions are hotpotqa:none"
    assert note in planned.notes
    errata.write_text(json.dumps(line) + '\n{"recipe": "mixed"}\n')
    with pytest.raises(UsageError, match=r"errata.jsonl:2: the field 'question_id' is missing"):
        lvbuild.plan(recipe, **options)


def test_nothing_is_added_to_what_was_changed_or_for_what_is_not_there(release: Path) -> None:
    with pytest.raises(UsageError, match="has no record or question 'mixed-0'"):
        lvbuild.add_erratum(release, "mixed-0", WHY)
    data = release / "data/mixed_2k.jsonl"
    data.write_bytes(data.read_bytes().replace(b"barn", b"bern", 1))
    with pytest.raises(VerificationError, match="differs from its hash"):
        lvbuild.add_erratum(release, asked(release)[0], WHY)


def test_the_command_adds_and_lists(tmp_path: Path, release: Path) -> None:
    assert run("errata", "release", cwd=tmp_path).out == "no defects are known\n"
    name = asked(release)[0]
    ran = run("errata", "release", "add", name, "unclear", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, f"mixed: {name}: unclear\n")
    assert name in run("errata", "release", cwd=tmp_path).out
    assert run("errata", "release", "add", name, cwd=tmp_path).code == 2
