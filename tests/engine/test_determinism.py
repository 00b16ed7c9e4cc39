"""The same bytes, whatever they are built with, where, and in what order."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import lvbuild
from tests.builds import command, environment, finished, hashes
from tests.engine.conftest import Built
from tests.engine.orders import Order

SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "ASCII file names": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONHASHSEED": "0"},
    "no locale": {"LANG": None, "LC_ALL": None, "TZ": "Asia/Tokyo", "PYTHONOPTIMIZE": "2"},
}


def test_workers_do_not_matter(out: Path, order: Order, undisturbed: Built) -> None:
    order.build(out, workers=4)
    assert hashes(out) == undisturbed.hashes


def test_levels_and_recipes_built_one_by_one_in_any_order_come_to_the_same(
    out: Path, order: Order, undisturbed: Built
) -> None:
    each = list(product(order.recipes, order.levels))
    for recipe, level in random.Random(3).sample(each, len(each)):
        lvbuild.build(recipe, out, levels=[level], corpora=order.corpora, sample=order.sample)
    assert hashes(out) == undisturbed.hashes


@pytest.mark.parametrize(
    "surroundings",
    [n if n[0] == "A" else pytest.param(n, marks=pytest.mark.slow) for n in SURROUNDINGS],
)
def test_folder_locale_and_hash_seed_do_not_matter(
    tmp_path: Path, order: Order, undisturbed: Built, surroundings: str
) -> None:
    folder = tmp_path / "发布 release"
    folder.mkdir()
    backwards = replace(order, levels=order.levels[::-1])
    done = subprocess.run(
        command(*backwards.arguments("there/it")),
        cwd=folder,
        env=environment(order.corpora, **SURROUNDINGS[surroundings]),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert hashes(folder / "there" / "it") == undisturbed.hashes
    shutil.rmtree(folder)


def test_building_again_writes_what_is_damaged_and_no_more(
    small_recipe: Path, small_corpora: Path
) -> None:
    out = small_recipe.parent / "release"
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    undisturbed, before = hashes(out), finished(out)
    lvbuild.build(small_recipe, out, corpora=small_corpora)
    assert len(before) == 6
    assert finished(out) == before
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


def test_another_seed_or_variant_gives_other_contexts_and_a_variant_other_words(
    small_recipe: Path, small_corpora: Path
) -> None:
    built = []
    for seed, variant in ((42, ""), (43, ""), (42, "b")):
        out = small_recipe.parent / f"{seed}{variant}"
        lvbuild.build(small_recipe, out, corpora=small_corpora, seed=seed, variant=variant)
        lines = (out / "data" / "tiny_2k.jsonl").read_text(encoding="utf-8").splitlines()
        built.append([json.loads(line) for line in lines])
    for at_one_place in zip(*built, strict=True):
        assert len({record["context"] for record in at_one_place}) == 3
        assert len({record["contamination_identifier"] for record in at_one_place}) == 3
        for field in ("_id", "answers"):
            usual, again, other = (record[field] for record in at_one_place)
            assert usual == again != other


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
