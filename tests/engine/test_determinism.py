"""The same bytes, whatever they are built with, where, and in what order."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lvbuild
from tests.builds import environment, finished, hashes, run_well, write_recipe

REAL = ("factrecall_en", "factrecall_zh")
LEVELS = ("16k", "32k", "64k")
SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "C locale": {"LC_ALL": "C", "PYTHONHASHSEED": "0"},
    "ASCII file names": {"LC_ALL": "C", "PYTHONUTF8": "0"},
    "no locale": {"LANG": None, "LC_ALL": None, "LC_CTYPE": None, "PYTHONHASHSEED": "1"},
    "UTF-8 locale": {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "random", "TZ": "Asia/Tokyo"},
    "optimised": {"PYTHONOPTIMIZE": "2", "PYTHONHASHSEED": "4294967295"},
}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, shared_corpora: Path) -> dict[str, str]:
    """Build three real levels of both recipes at once; return the hash of every file."""
    folder = tmp_path_factory.mktemp("undisturbed") / "release"
    lvbuild.build(REAL, folder, levels=LEVELS, corpora=shared_corpora)
    found = hashes(folder)
    shutil.rmtree(folder)
    return found


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_do_not_matter(
    tmp_path: Path, shared_corpora: Path, undisturbed: dict[str, str], workers: int
) -> None:
    lvbuild.build(REAL, tmp_path, levels=LEVELS, corpora=shared_corpora, workers=workers)
    assert hashes(tmp_path) == undisturbed
    shutil.rmtree(tmp_path)


def test_levels_and_recipes_built_one_by_one_in_any_order_come_to_the_same(
    tmp_path: Path, shared_corpora: Path, undisturbed: dict[str, str]
) -> None:
    for recipe, level in (
        ("factrecall_zh", "64k"),
        ("factrecall_en", "32k"),
        ("factrecall_en", "64k"),
        ("factrecall_zh", "16k"),
        ("factrecall_en", "16k"),
        ("factrecall_zh", "32k"),
    ):
        lvbuild.build(recipe, tmp_path, levels=[level], corpora=shared_corpora)
    assert hashes(tmp_path) == undisturbed
    shutil.rmtree(tmp_path)


@pytest.mark.parametrize("surroundings", list(SURROUNDINGS))
def test_folder_locale_and_hash_seed_do_not_matter(
    tmp_path: Path, shared_corpora: Path, undisturbed: dict[str, str], surroundings: str
) -> None:
    folder = tmp_path / "发布 release"
    folder.mkdir()
    arguments = ["recipe", *REAL, "--levels", ",".join(reversed(LEVELS)), "--out", "there/it"]
    done = subprocess.run(
        [sys.executable, "-m", "lvbuild", *arguments],
        cwd=folder,
        env=environment(shared_corpora, **SURROUNDINGS[surroundings]),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert hashes(folder / "there" / "it") == undisturbed
    shutil.rmtree(folder)


def test_another_place_of_the_corpora_does_not_matter(
    tmp_path: Path, shared_corpora: Path, undisturbed: dict[str, str]
) -> None:
    for name in ("pg19", "hongloumeng"):
        shutil.copytree(shared_corpora / name, tmp_path / "elsewhere" / name)
    out = tmp_path / "release"
    lvbuild.build(REAL, out, levels=LEVELS, corpora=tmp_path / "elsewhere")
    assert hashes(out) == undisturbed
    shutil.rmtree(out)


def test_building_again_writes_nothing(small_recipe: Path, small_corpora: Path) -> None:
    out = small_recipe.parent / "release"
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    before = finished(out)
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    assert len(before) == 6
    assert finished(out) == before


def test_a_damaged_file_is_built_again(small_recipe: Path, small_corpora: Path) -> None:
    out = small_recipe.parent / "release"
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    undisturbed = hashes(out)
    damaged = out / "data" / "tiny_2k.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b"today", b"todax"))
    (out / "provenance" / "tiny_1k.jsonl").unlink()
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    assert hashes(out) == undisturbed


def test_a_limit_writes_the_first_records(small_recipe: Path, small_corpora: Path) -> None:
    whole, limited = (small_recipe.parent / name for name in ("whole", "limited"))
    lvbuild.build(small_recipe, whole, corpora=small_corpora)
    lvbuild.build(small_recipe, limited, corpora=small_corpora, limit=10)
    for path in sorted(whole.glob("*/*.jsonl")):
        lines = path.read_bytes().splitlines(keepends=True)
        assert (limited / path.relative_to(whole)).read_bytes() == b"".join(lines[:10])


@pytest.mark.parametrize("strict", [False, True])
def test_another_seed_or_variant_gives_other_contexts(
    small_recipe: Path, small_corpora: Path, strict: bool
) -> None:
    contexts = []
    for seed, variant in ((42, ""), (43, ""), (42, "b")):
        out = small_recipe.parent / f"{seed}{variant}"
        lvbuild.build(
            small_recipe, out, corpora=small_corpora, seed=seed, variant=variant, strict=strict
        )
        lines = (out / "data" / "tiny_2k.jsonl").read_text(encoding="utf-8").splitlines()
        contexts.append([json.loads(line)["context"] for line in lines])
    assert all(len({*at_one_place}) == 3 for at_one_place in zip(*contexts, strict=True))


def test_a_variant_takes_other_words_and_another_identifier(
    small_recipe: Path, small_corpora: Path
) -> None:
    records = []
    for variant in ("", "b"):
        out = small_recipe.parent / f"variant{variant}"
        lvbuild.build(small_recipe, out, corpora=small_corpora, variant=variant)
        with (out / "data" / "tiny_1k.jsonl").open(encoding="utf-8") as file:
            records.append(json.loads(file.readline()))
    assert [record["answers"] for record in records] == [["Max Reed"], ["Tim Birch"]]
    assert records[0]["contamination_identifier"] != records[1]["contamination_identifier"]
    assert records[0]["_id"] == records[1]["_id"]


def test_a_level_outside_the_recipes_list_leaves_the_others_as_they_are(
    small_recipe: Path, small_corpora: Path
) -> None:
    out = small_recipe.parent / "release"
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    own = hashes(out)
    lvbuild.build(small_recipe, out, corpora=small_corpora, levels=["3k"])
    added = hashes(out)
    lines = (out / "data" / "tiny_3k.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(abs(json.loads(line)["length"] - 3000) <= 15 for line in lines)
    kept = [path for path in own if path.startswith(("data/", "provenance/", "inputs/"))]
    assert {path: added[path] for path in kept} == {path: own[path] for path in kept}
    assert lvbuild.verify(out, rebuild=True, corpora=small_corpora).complete


def test_a_level_outside_the_list_is_built_again_when_one_of_its_books_changed(
    tmp_path: Path, small_recipe: Path, small_corpora: Path
) -> None:
    out = tmp_path / "release"
    lvbuild.build(small_recipe, out, corpora=small_corpora, levels=["9k"])
    last = json.loads((out / "provenance" / "tiny_9k.jsonl").read_bytes().split(b"\n")[0])
    number = last["passages"][-1]["document_id"].removeprefix("pg19:")
    book = small_corpora / "pg19" / f"{number}.txt"
    book.write_text(book.read_text(encoding="utf-8").replace("Page 3", "Leaf 3"), encoding="utf-8")
    for folder in (out, tmp_path / "fresh"):
        lvbuild.build(small_recipe, folder, corpora=small_corpora, levels=["9k"], overwrite=True)
    assert hashes(out) == hashes(tmp_path / "fresh")


def test_a_real_level_outside_the_list_may_join_too(tmp_path: Path, shared_corpora: Path) -> None:
    lvbuild.build("factrecall_en", tmp_path, levels=["16k"], corpora=shared_corpora)
    own = hashes(tmp_path)["data/factrecall_en_16k.jsonl"]
    lvbuild.build("factrecall_en", tmp_path, levels=["24k"], corpora=shared_corpora)
    added = hashes(tmp_path)
    assert added["data/factrecall_en_16k.jsonl"] == own
    assert "data/factrecall_en_24k.jsonl" in added
    shutil.rmtree(tmp_path)


def test_a_release_may_hold_recipes_of_different_seeds(tmp_path: Path, small_corpora: Path) -> None:
    env, out = environment(small_corpora), tmp_path / "release"
    for name, seed in (("one", 1), ("two", 2)):
        recipe = write_recipe(tmp_path, name)
        run_well(["recipe", recipe, "--seed", str(seed), "--out", out], env)
    manifest = lvbuild.verify(out, rebuild=True, corpora=small_corpora)
    assert {name: entry.seed for name, entry in manifest.recipes.items()} == {"one": 1, "two": 2}
