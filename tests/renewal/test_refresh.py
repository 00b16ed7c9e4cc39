"""A release anew: the same questions in words that no variant before had."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import lvbuild
from lvbuild.cli.main import program
from lvbuild.errors import UsageError, VerificationError
from lvbuild.renewal.refresh import refresh_release
from tests.tasks.small_mixup import write_mixup
from tests.tasks.test_mixup import write_hotpotqa, write_table
from tests.towns import FIXED, RECIPE, TOWNS, build_towns


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recipe with two alternatives a row, its corpus and its release."""
    folder = tmp_path_factory.mktemp("towns")
    build_towns(folder)
    return folder


def answers(release: Path) -> dict[str, str]:
    records = lvbuild.open_release(release).records("towns_2k")
    return {r.provenance["question_id"]: r.fields["answers"][0] for r in records}


def refreshed(towns: Path, names: Sequence[str], folder: Path) -> list[Path]:
    """Return releases, each a variant of the one before."""
    found = [towns / "v0"]
    for name in names:
        refresh_release(found[-1], name, folder / name, corpora=towns / "corpora", workers=1)
        found.append(folder / name)
    return found


def test_variants_of_variants_share_no_word_as_long_as_there_are_others(
    towns: Path, tmp_path: Path
) -> None:
    releases = refreshed(towns, ["spring", "summer"], tmp_path)
    asked = [answers(release) for release in releases]
    for name in asked[0]:
        words = [each[name] for each in asked]
        assert len(set(words)) == (1 if name == f"hotpotqa:{FIXED}" else 3)
    canaries = {lvbuild.open_release(one).manifest.recipes["towns"].canary for one in releases}
    assert len(canaries) == 3
    ids = [{r.fields["_id"] for r in lvbuild.open_release(o).records("towns_2k")} for o in releases]
    assert not ids[0] & ids[1]
    assert not ids[1] & ids[2]


def test_what_stays_the_same_is_told_with_the_reason(towns: Path, tmp_path: Path) -> None:
    [_, spring] = refreshed(towns, ["spring"], tmp_path)
    found = refresh_release(
        spring, "other", tmp_path / "other", corpora=towns / "corpora", workers=1
    )["towns"]
    assert (found.kept, found.new, found.replaced, found.changed) == (6, 0, 5, 5)
    assert found.unchanged == {}
    assert found.untouched == (f"hotpotqa:{FIXED}",)
    assert (found.drawn, found.lacking) == (0, {})


def rows_of(release: Path) -> dict[str, dict[str, Any]]:
    table = release / "inputs/towns/annotations/towns/replacements.jsonl"
    return {row["original"]: row for row in map(json.loads, table.read_text().splitlines())}


def test_where_all_words_were_taken_others_are_drawn_and_stand_in_the_tables(
    towns: Path, tmp_path: Path
) -> None:
    releases = refreshed(towns, ["spring", "summer", "autumn"], tmp_path)
    found = refresh_release(
        releases[-1], "winter", tmp_path / "winter", corpora=towns / "corpora", workers=1
    )["towns"]
    releases.append(tmp_path / "winter")
    asked = [answers(release) for release in releases]
    for name in asked[0]:
        words = [each[name] for each in asked]
        assert len(set(words)) == (1 if name == f"hotpotqa:{FIXED}" else 5)
    assert (found.replaced, found.changed, found.drawn) == (5, 5, 5)
    assert found.lacking == {f"hotpotqa:{FIXED}": ("mason",)}
    rows = rows_of(tmp_path / "winter")
    for town in TOWNS[1:]:
        row, seen = rows[town], [each[f"hotpotqa:{town}"] for each in asked]
        assert (row["status"], row["annotator"]) == ("draft", "lvbuild refresh")
        assert row["replacement"] == seen[0]
        assert sorted(row["alternatives"]) == sorted(seen[1:])
    first = rows_of(towns / "v0")["mason"]
    assert rows["mason"]["annotator"] == first["annotator"]
    assert {*rows["mason"]["alternatives"]} == {first["replacement"], *first["alternatives"]}
    assert lvbuild.audit_release(releases[-1], workers=1).errors == 0


def test_drawn_words_are_the_same_again_and_others_of_another_variant(
    towns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [*_, summer] = refreshed(towns, ["spring", "summer"], tmp_path)
    for folder, variant in (("one", "autumn"), ("two", "autumn"), ("other", "winter")):
        refresh_release(summer, variant, tmp_path / folder, corpora=towns / "corpora", workers=1)
    one, two = (
        {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
    drawn = [answers(tmp_path / folder) for folder in ("one", "other")]
    assert [name for name in drawn[0] if drawn[0][name] == drawn[1][name]] == [f"hotpotqa:{FIXED}"]

    def fail(*_: object) -> None:
        raise AssertionError("words are drawn again")

    monkeypatch.setattr("lvbuild.renewal.spent_rows.Drawer", fail)
    lvbuild.verify(tmp_path / "one", rebuild=True, corpora=towns / "corpora")


def test_a_row_without_alternatives_gets_as_many_as_the_others(towns: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    copytree(towns / "annotations", bare / "annotations")
    table = bare / "annotations/towns/replacements.jsonl"
    rows = [json.loads(line) for line in table.read_text().splitlines()]
    rows[1]["alternatives"] = []
    table.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (bare / "towns.yaml").write_text(RECIPE)
    lvbuild.build(bare / "towns.yaml", tmp_path / "v0", corpora=towns / "corpora", workers=1)
    found = refresh_release(
        tmp_path / "v0", "spring", tmp_path / "spring", corpora=towns / "corpora", workers=1
    )["towns"]
    assert (found.replaced, found.changed, found.drawn) == (5, 5, 1)
    kept = rows_of(tmp_path / "spring")
    assert kept[TOWNS[2]]["alternatives"] == rows[2]["alternatives"]
    assert kept[TOWNS[1]]["alternatives"] == [answers(tmp_path / "spring")[f"hotpotqa:{TOWNS[1]}"]]


def test_rows_of_every_question_without_words_are_told(towns: Path, tmp_path: Path) -> None:
    every = tmp_path / "every"
    copytree(towns / "annotations", every / "annotations")
    table = every / "annotations/towns/replacements.jsonl"
    rows = [json.loads(line) for line in table.read_text().splitlines()]
    rows[0] |= {"question_id": "*", "alternatives": ["smith"]}
    table.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (every / "towns.yaml").write_text(RECIPE)
    options: dict[str, Any] = {"corpora": towns / "corpora", "workers": 1}
    lvbuild.build(every / "towns.yaml", every / "v0", **options)
    first = refresh_release(every / "v0", "spring", every / "v1", **options)["towns"]
    second = refresh_release(every / "v1", "summer", every / "v2", **options)["towns"]
    assert (first.lacking, second.lacking) == ({}, {"*": ("mason",)})


def test_nothing_is_drawn_where_only_rows_that_a_person_approved_are_taken(
    towns: Path, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    copytree(towns / "annotations", made / "annotations")
    table = made / "annotations/towns/replacements.jsonl"
    table.write_text(table.read_text().replace('"draft"', '"approved"'))
    (made / "towns.yaml").write_text(RECIPE)
    options: dict[str, Any] = {"corpora": towns / "corpora", "workers": 1, "approved_only": True}
    lvbuild.build(made / "towns.yaml", made / "v0", **options, variant="c", since="a,b")
    found = refresh_release(made / "v0", "d", made / "v1", corpora=towns / "corpora", workers=1)
    spent = "no words are left that a,b,c had not"
    assert set(found["towns"].unchanged.values()) <= {spent}
    assert rows_of(made / "v1") == rows_of(made / "v0")
    notes = lvbuild.open_release(made / "v1").manifest.recipes["towns"].shortfalls
    assert any("6 questions with words that a variant before had" in note for note in notes)


def test_a_variant_is_the_same_again_and_can_be_built_without_the_one_before(
    towns: Path, tmp_path: Path
) -> None:
    [_, spring, summer] = refreshed(towns, ["spring", "summer"], tmp_path)
    lvbuild.verify(summer, rebuild=True, corpora=towns / "corpora")
    lvbuild.build(
        towns / "towns.yaml",
        tmp_path / "again",
        corpora=towns / "corpora",
        variant="summer",
        since="spring",
        questions_of="",
        workers=2,
    )
    for path in ("data/towns_2k.jsonl", "provenance/towns_4k.jsonl"):
        assert (tmp_path / "again" / path).read_bytes() == (summer / path).read_bytes()
    alone = tmp_path / "alone"
    lvbuild.build(towns / "towns.yaml", alone, corpora=towns / "corpora", variant="spring")
    assert answers(alone) == answers(spring)


@pytest.mark.parametrize("name", ["", " ", "a,b", "spring"])
def test_a_variant_has_a_name_that_none_before_had(towns: Path, tmp_path: Path, name: str) -> None:
    [_, spring] = refreshed(towns, ["spring"], tmp_path)
    with pytest.raises(UsageError, match="name the variant, without a comma"):
        refresh_release(spring, name, tmp_path / "other", corpora=towns / "corpora")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("more", [{}, {"fill": True}, {"tables": False}])
def test_a_variant_asks_the_questions_that_the_release_drew(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    corpora = write_hotpotqa(tmp_path / "corpora", sentences=20)
    changes: dict[str, Any] = dict.fromkeys(("answer_keywords", "replacements"), False)
    recipe = write_mixup(tmp_path, levels="[2k]", count=6, confusing_facts=0, **changes)
    if more:
        write_table(tmp_path, "selection", [{"question_id": "hotpotqa:h3"}])
    lvbuild.build(recipe, tmp_path / "v0", corpora=corpora, limit=5, workers=1, **more)
    for old, new in pairwise(("v0", "v1", "v2")):
        [found] = refresh_release(
            tmp_path / old, new, tmp_path / new, corpora=corpora, workers=1
        ).values()
        assert (found.kept, found.new, found.changed) == (5, 0, 0)
        lvbuild.verify(tmp_path / new, rebuild=True, corpora=corpora)
    told = "every variant asks and expects the same over other passages: no words are replaced"
    assert told in lvbuild.open_release(tmp_path / "v1").manifest.recipes["mixed"].shortfalls
    lvbuild.build(recipe, tmp_path / "v", corpora=corpora, limit=5, variant="v1", **more)
    notes = lvbuild.open_release(tmp_path / "v").manifest.recipes["mixed"].shortfalls
    assert told not in notes


def test_a_variant_goes_into_a_folder_of_its_own(towns: Path) -> None:
    with pytest.raises(UsageError, match="is the release itself; name another folder"):
        refresh_release(towns / "v0", "spring", f"{towns}/towns/../v0", corpora=towns / "corpora")


def test_a_release_that_was_changed_is_not_refreshed(towns: Path, tmp_path: Path) -> None:
    [_, spring] = refreshed(towns, ["spring"], tmp_path)
    recipe = spring / "inputs/towns/towns.yaml"
    held: dict[str, Any] = yaml.safe_load(recipe.read_text())
    recipe.write_text(yaml.safe_dump(held | {"title": "Cities"}))
    with pytest.raises(VerificationError, match="differs from its hash"):
        refresh_release(spring, "summer", tmp_path / "other", corpora=towns / "corpora")


def test_the_command_tells_what_became_of_answers(towns: Path, tmp_path: Path) -> None:
    call = ["refresh", str(towns / "v0"), "--variant", "spring", "--out", str(tmp_path / "new")]
    ran = CliRunner().invoke(program, [*call, "--corpora", str(towns / "corpora")])
    assert ran.exit_code == 0, ran.output
    assert "towns: 6 questions kept, 0 new; of 5 answers with words replaced 5 are" in ran.output
    assert f"the same of 1: no row replaces a word of the answer (hotpotqa:{FIXED})" in ran.output
    assert lvbuild.audit_release(tmp_path / "new", workers=1).errors == 0


def test_another_variant_is_replaced_where_that_is_asked_for(towns: Path, tmp_path: Path) -> None:
    [v0, spring] = refreshed(towns, ["spring"], tmp_path)
    options: dict[str, Any] = {"corpora": towns / "corpora", "workers": 1}
    with pytest.raises(UsageError, match=r"with other --variant; .* pass --overwrite"):
        refresh_release(v0, "summer", spring, **options)
    refresh_release(v0, "summer", spring, **options, overwrite=True)
    [entry] = lvbuild.open_release(spring).manifest.recipes.values()
    assert entry.build_options.variant == "summer"
