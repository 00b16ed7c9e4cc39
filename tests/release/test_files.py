"""A release's files: sums, manifest, card, and the readers that find them."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.release.folder import TemporaryFile
from tests.builds import front_matter, hashes, write_recipe
from tests.release.conftest import LEVELS, RECIPES
from tests.release.mixup_walk import LV_EVAL_KEYS

CONFIGS = [f"{recipe}_{level}k" for recipe in RECIPES for level in LEVELS]


def manifest_of(release: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((release / "manifest.json").read_bytes())
    return manifest


def test_the_sums_cover_every_file_but_themselves_and_the_manifest(release: Path) -> None:
    lines = (release / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    told = {path: digest for digest, path in (line.split("  ", 1) for line in lines)}
    held = hashes(release)
    sums_digest = held.pop("SHA256SUMS")
    del held["manifest.json"]
    assert told == held
    assert len(lines) == len(told)
    assert manifest_of(release)["sums"] == sums_digest


def test_the_sums_are_read_by_sha256sum(small_release: Path) -> None:
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(command, cwd=small_release, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_release_holds_data_provenance_inputs_and_figures_and_nothing_else(
    release: Path,
) -> None:
    held = {path for path in hashes(release) if not path.startswith("inputs/")}
    named = {f"{part}/{config}.jsonl" for part in ("data", "provenance") for config in CONFIGS}
    figures = {f"figures/{recipe}.svg" for recipe in RECIPES}
    assert held == {
        "README.md",
        "SHA256SUMS",
        "croissant.json",
        "eval.yaml",
        "manifest.json",
        *figures,
        *named,
    }


@pytest.mark.parametrize("config", CONFIGS)
def test_the_manifest_tells_records_bytes_hash_and_lengths(release: Path, config: str) -> None:
    told = manifest_of(release)["files"][f"data/{config}.jsonl"]
    content = (release / "data" / f"{config}.jsonl").read_bytes()
    tails = [line.rpartition(b'"length":')[2] for line in content.splitlines()]
    lengths = [int(tail.split(b",")[0]) for tail in tails]
    assert content.endswith(b"}\n")
    assert told["records"] == content.count(b"\n")
    assert told["length"]["min"] == min(lengths)
    assert told["length"]["max"] == max(lengths)
    assert told["length"]["mean"] == pytest.approx(sum(lengths) / len(lengths), abs=0.01)


def test_the_manifest_says_complete_and_what_it_was_made_from(
    release: Path, shared_corpora: Path
) -> None:
    manifest = manifest_of(release)
    assert manifest["complete"] is True
    assert sorted(manifest["recipes"]) == list(RECIPES)
    for recipe, corpus in zip(RECIPES, ("pg19", "hongloumeng"), strict=True):
        entry = manifest["recipes"][recipe]
        assert (entry["seed"], entry["variant"]) == (42, "")
        [used] = entry["corpora"]
        assert used["name"] == corpus
        for file in used["files"]:
            content = (shared_corpora / corpus / file["path"]).read_bytes()
            assert file["sha256"] == hashlib.sha256(content).hexdigest()


def test_the_card_names_the_release_as_the_hub_sorts_it(release: Path) -> None:
    front = front_matter(release)
    assert list(front)[:8] == [
        *("pretty_name", "license", "language", "task_categories"),
        *("annotations_creators", "source_datasets", "size_categories", "tags"),
    ]
    assert front["pretty_name"] == "Long-context question answering, built with lvbuild"
    assert front["license"] == "mit"
    assert front["size_categories"] == ["1K<n<10K"]
    assert "long-context" in front["tags"]
    assert "synthetic" not in front["tags"]


def test_the_card_lists_every_configuration_with_its_features(release: Path) -> None:
    front = front_matter(release)
    files = [(c["config_name"], c["data_files"]) for c in front["configs"]]
    assert files == [
        (config, [{"split": "test", "path": f"data/{config}.jsonl"}]) for config in CONFIGS
    ]
    assert [info["config_name"] for info in front["dataset_info"]] == CONFIGS
    lists = {key: {"list": "string"} for key in ("answers", "confusing_facts")}
    kinds = {"length": {"dtype": "int64"}, **lists}
    for info in front["dataset_info"]:
        assert info["features"] == [
            {"name": key, **kinds.get(key, {"dtype": "string"})}
            for key in (*LV_EVAL_KEYS, "_id", "contamination_identifier")
        ]
        size = (release / "data" / f"{info['config_name']}.jsonl").stat().st_size
        assert info["splits"] == [{"name": "test", "num_bytes": size, "num_examples": 200}]


def test_strict_records_have_lv_evals_keys_only(tmp_path: Path, small_corpora: Path) -> None:
    release = tmp_path / "strict"
    lvbuild.build(write_recipe(tmp_path), release, corpora=small_corpora, strict=True, workers=1)
    lines = (release / "data" / "tiny_2k.jsonl").read_text(encoding="utf-8").splitlines()
    assert [tuple(json.loads(line)) for line in lines] == [LV_EVAL_KEYS] * 20
    features = front_matter(release)["dataset_info"][0]["features"]
    assert tuple(feature["name"] for feature in features) == LV_EVAL_KEYS


def test_a_file_that_cannot_be_made_is_named_as_it_was_asked_for() -> None:
    with pytest.raises(FileNotFoundError) as refused:
        TemporaryFile(Path("/proc/tables.csv"))
    assert refused.value.filename == "/proc/tables.csv"
