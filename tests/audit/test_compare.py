"""Two releases side by side: what is new, what is equally hard, what would be built otherwise."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from lvbuild.audit.compare import compare_releases, outdated
from lvbuild.audit.comparison_report import mark_rows, share_rows, verdict
from lvbuild.audit.ngrams import RUN
from lvbuild.errors import UsageError, VerificationError
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.manifest import RecipeEntry
from tests.release.forging import forged
from tests.tasks.needles.releases import write_recipe
from tests.towns import FIXED, TOWNS, build_towns


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a release, `v0`, and of its variant, `spring`."""
    folder = tmp_path_factory.mktemp("towns")
    build_towns(folder)
    corpora = folder / "corpora"
    lvbuild.refresh_release(folder / "v0", "spring", folder / "spring", corpora=corpora, workers=1)
    return folder


def grams(release: Path, configuration: str, roles: set[str]) -> set[tuple[str, ...]]:
    found = set[tuple[str, ...]]()
    for record in lvbuild.open_release(release).records(configuration):
        for passage in record.provenance["passages"]:
            if passage["role"] in roles:
                text = record.fields["context"][slice(*passage["span"])]
                words = re.findall(r"[^\W_]+", text.casefold())
                found |= {tuple(words[n : n + RUN]) for n in range(len(words) - RUN + 1)}
    return found


def documents(release: Path) -> dict[str, set[str]]:
    return {
        record.provenance["question_id"]: {
            passage["document_id"] for passage in record.provenance["passages"]
        }
        for record in lvbuild.open_release(release).records("towns_2k")
    }


def test_questions_answers_texts_and_documents_are_held_against_each_other(towns: Path) -> None:
    old, new = towns / "v0", towns / "spring"
    seen: list[tuple[int, int]] = []
    found = compare_releases(old, new, workers=1, report=lambda *told: seen.append(told))
    recipe = found.recipes["towns"]
    assert sorted(recipe.kept) == sorted(f"hotpotqa:{town}" for town in TOWNS)
    assert (recipe.added, recipe.gone, recipe.same) == ((), (), (f"hotpotqa:{FIXED}",))
    assert len(recipe.changed) == 5
    level = recipe.levels["2k"]
    for share, roles in (
        (level.contexts, {"supporting", "distracting"}),
        (level.evidence, {"supporting"}),
    ):
        had, has = (grams(each, "towns_2k", roles) for each in (old, new))
        assert share == pytest.approx(len(had & has) / len(has))
    assert recipe.evidence_new == pytest.approx(1 - (level.evidence or 0))
    assert recipe.answers_new == pytest.approx(5 / 6)
    assert recipe.freshness == pytest.approx((recipe.answers_new + (recipe.evidence_new or 0)) / 2)
    before, now = documents(old), documents(new)
    shares = [len(before[name] & now[name]) / len(now[name]) for name in now]
    assert level.same_documents == pytest.approx(sum(shares) / len(shares))
    assert [*recipe.levels] == ["2k", "4k"]
    assert seen[-1] == (24, 24)
    told = ("option --variant: '' -> 'spring'", "option --questions-of: None -> ''")
    assert recipe.inputs == told


def test_marks_are_means_of_records_and_questions(towns: Path) -> None:
    found = compare_releases(towns / "v0", towns / "spring", workers=2)
    marks = found.recipes["towns"].levels["4k"].marks
    records = [*lvbuild.open_release(towns / "spring").records("towns_4k")]
    lengths = [record.fields["length"] for record in records]
    assert marks["length"].new == pytest.approx(sum(lengths) / len(lengths))
    depths = [depth for record in records for depth in record.provenance["evidence_depths"]]
    assert marks["depth"].new == pytest.approx(sum(depths) / len(depths))
    assert (marks["rivals"].old, marks["rivals"].new) == (0, 0)
    assert marks["overlap"].new == 1  # town, mason and Quill
    assert not any(mark.differs for mark in marks.values())


def test_a_release_is_equal_to_itself(towns: Path) -> None:
    recipe = compare_releases(towns / "v0", towns / "v0", workers=1).recipes["towns"]
    assert (recipe.changed, recipe.freshness, recipe.inputs) == ((), 0, ())
    assert {(level.contexts, level.evidence) for level in recipe.levels.values()} == {(1, 1)}


def copied(towns: Path, folder: Path, old: str, new: str) -> Path:
    """Copy the recipe of towns, with something else in its file, or in its table."""
    shutil.copytree(towns / "annotations", folder / "annotations")
    for path in ("annotations/towns/replacements.jsonl", "towns.yaml"):
        text = (towns / path).read_text()
        (folder / path).write_text(text.replace(old, new))
    return folder / "towns.yaml"


def test_the_inputs_that_differ_are_named(towns: Path, tmp_path: Path) -> None:
    made = copied(towns, tmp_path, "Morrickc", "Morrowc")
    options: dict[str, Any] = {"corpora": towns / "corpora", "workers": 1, "seed": 7}
    lvbuild.build(made, tmp_path / "other", **options, levels="2k", limit=4)
    recipe = compare_releases(towns / "v0", tmp_path / "other", workers=1).recipes["towns"]
    assert recipe.inputs == (
        "option --seed: 42 -> 7",
        "option --limit: None -> 4",
        "table replacements: 1 row changed (alternatives of hotpotqa:Corley)",
    )
    assert len(recipe.gone) == 2
    assert [*recipe.levels] == ["2k"]


def test_keys_of_the_recipe_and_files_of_corpora_are_named(towns: Path, tmp_path: Path) -> None:
    made = copied(towns, tmp_path, "count: 6", "count: 4")
    shutil.copytree(towns / "corpora", tmp_path / "corpora")
    [path] = (tmp_path / "corpora/hotpotqa").iterdir()
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))
    lvbuild.build(made, tmp_path / "v0", corpora=tmp_path / "corpora", workers=1, levels="1k")
    recipe = compare_releases(towns / "v0", tmp_path / "v0", workers=1).recipes["towns"]
    assert recipe.inputs == ("recipe: count", f"corpus hotpotqa: other content in {path.name}")
    assert (recipe.levels, recipe.freshness) == ({}, None)


def test_files_that_another_choice_reads_are_not_told_as_changed(
    towns: Path, tmp_path: Path
) -> None:
    shutil.copytree(towns / "v0", tmp_path / "other")
    with forged(tmp_path / "other") as manifest:
        [corpus] = manifest["recipes"]["towns"]["corpora"]
        corpus["files"].append({"path": "more.json", "sha256": "0" * 64})
        entry = RecipeEntry.model_validate(manifest["recipes"]["towns"])
        hashed = input_hash(entry, held_recipe(tmp_path / "other", "towns"))
        manifest["recipes"]["towns"]["input_hash"] = hashed
    recipe = compare_releases(towns / "v0", tmp_path / "other", workers=1).recipes["towns"]
    assert recipe.inputs == ("corpus hotpotqa: other files are read",)


def test_other_words_of_lvbuild_itself_are_told_as_code(
    towns: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outdated(towns / "v0") == {"towns": ()}
    opened = lvbuild.open_release(towns / "v0")
    monkeypatch.setattr("lvbuild.audit.compare.verify", lambda _: opened.manifest)
    monkeypatch.setattr("lvbuild.release.entry.vocabulary_sha256", lambda _: "0" * 64)
    [told] = outdated(towns / "v0")["towns"]
    assert told == "code: lvbuild's words and rules for en texts"


@pytest.mark.usefixtures("keeping")
def test_a_shipped_recipe_is_held_against_the_one_that_is_installed(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sample": True, "limit": 2, "levels": "16k", "workers": 1}
    lvbuild.build("factrecall_en", tmp_path / "release", **options)
    assert outdated(tmp_path / "release") == {"factrecall_en": ()}
    recipe = tmp_path / "inputs" / "factrecall_en.yaml"
    shutil.copytree(tmp_path / "release/inputs/factrecall_en", recipe.parent)
    held = yaml.safe_load(recipe.read_text())
    recipe.write_text(yaml.safe_dump({**held, "title": "Another"}))
    table = recipe.parent / "annotations/factrecall_en/confusing_facts.jsonl"
    table.write_text("".join(table.read_text().splitlines(keepends=True)[:-1]))
    lvbuild.build(recipe, tmp_path / "other", **options)
    assert outdated(tmp_path / "other")["factrecall_en"] == (
        "recipe: the one that comes with lvbuild is another (title)",
        "table confusing_facts: 1 row more",
    )


def test_a_sample_release_is_not_held_against_rows_that_it_never_had(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sample": True, "limit": 2, "levels": "16k", "workers": 1}
    names = ["hotpotwikiqa_mixup", "passage_retrieval_en"]
    lvbuild.build(names, tmp_path / "release", **options)
    assert outdated(tmp_path / "release") == dict.fromkeys(sorted(names), ())


@pytest.mark.usefixtures("keeping")
def test_a_twin_is_held_against_the_recipe_in_full(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sample": True, "limit": 2, "levels": "16k", "workers": 1}
    lvbuild.build("factrecall_en", tmp_path / "twin", without="facts", **options)
    assert outdated(tmp_path / "twin") == {"factrecall_en_without_facts": ()}
    recipe = tmp_path / "inputs/factrecall_en.yaml"
    shutil.copytree(tmp_path / "twin/inputs/factrecall_en_without_facts", recipe.parent)
    recipe.write_text(recipe.read_text().replace("title: ", "title: Another "))
    lvbuild.build(recipe, tmp_path / "other", without="facts", **options)
    assert outdated(tmp_path / "other") == {
        "factrecall_en_without_facts": (
            "recipe: the one that comes with lvbuild is another (title)",
        )
    }


def test_a_recipe_without_levels_is_named_as_its_files_are(tmp_path: Path) -> None:
    for seed in (42, 7):
        out = tmp_path / str(seed)
        lvbuild.build("lb_import", out, sample=True, limit=3, seed=seed, workers=1)
    found = compare_releases(tmp_path / "42", tmp_path / "7", workers=1).recipes["lb_import"]
    assert [*found.levels] == ["passages"]
    assert {row[0] for row in share_rows("lb_import", found)} == {"lb_import"}
    assert {row[0] for row, _ in mark_rows("lb_import", found)} == {"lb_import"}
    assert " at " not in verdict(found)


def test_needles_are_evidence_and_a_question_asked_often_counts_once(tmp_path: Path) -> None:
    options: dict[str, Any] = {"sample": True, "limit": 6, "workers": 1}
    small = write_recipe(tmp_path, "factrecall_en", levels=["16k"])
    for variant in ("", "spring"):
        lvbuild.build(small, tmp_path / f"v{variant}", variant=variant, **options)
    recipe = compare_releases(tmp_path / "v", tmp_path / "vspring", workers=1).recipes[
        "factrecall_en"
    ]
    marks = recipe.levels["16k"].marks
    assert recipe.answers_new == 1
    assert recipe.evidence_new == 1
    assert (marks["passages"].old, marks["evidence"].chance) == (None, 1)
    assert marks["depth"].chance == 1


def test_recipes_of_one_release_alone_are_named(towns: Path, tmp_path: Path) -> None:
    small = write_recipe(tmp_path, "factrecall_en", levels=["2k"])
    lvbuild.build(small, tmp_path / "release", sample=True, limit=2, workers=1)
    found = compare_releases(towns / "v0", tmp_path / "release", workers=1)
    assert (found.recipes, found.gone, found.added) == ({}, ("towns",), ("factrecall_en",))


def test_what_is_no_whole_release_is_not_compared(towns: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no release"):
        compare_releases(towns / "v0", tmp_path)
    forged = shutil.copytree(towns / "v0", tmp_path / "forged")
    with (forged / "data/towns_2k.jsonl").open("ab") as file:
        file.write(b" ")
    with pytest.raises(VerificationError, match="differs from its hash"):
        compare_releases(forged, towns / "v0")
