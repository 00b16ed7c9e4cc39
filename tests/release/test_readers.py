"""Readers of mixups in the wild find what stands in the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.release.mixup_walk import LV_EVAL_KEYS

RECIPES = ("multifieldqa_en_mixup", "cmrc_mixup")
RECORDS = 9


_LOAD = """
import json, sys
from datasets import load_dataset
folder, config, row = sys.argv[1], sys.argv[2], int(sys.argv[3])
loaded = load_dataset(folder, config, split="test")
streamed = list(load_dataset(folder, config, split="test", streaming=True))
print(json.dumps([len(loaded), len(streamed), loaded[row], streamed[row]]))
"""


def read_by_datasets(release: Path, config: str, row: int, cache: Path) -> list[Any]:
    """Load a configuration offline, whole and streamed: two counts, and a row as each has it."""
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(cache), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, str(release), config, str(row)],
        env=env,
        cwd=cache,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def read_as_lv_eval(folder: Path, dataset: str, level: str) -> list[dict[str, Any]]:
    """Open a level as LV-Eval's evaluation does: `<data-path>/<dataset>_<level>.jsonl`."""
    with open(f"{folder}/{dataset}_{level}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def mixups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build an English mixup and a Chinese one from the sample world."""
    out = tmp_path_factory.mktemp("mixups") / "release"
    lvbuild.build(RECIPES, out, levels=["16k"], sample=True, limit=RECORDS)
    return out


def lines_of(release: Path, part: str, recipe: str) -> list[dict[str, Any]]:
    content = (release / part / f"{recipe}_16k.jsonl").read_bytes()
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


@pytest.mark.parametrize("recipe", RECIPES)
def test_datasets_loads_a_mixup_offline(mixups: Path, tmp_path: Path, recipe: str) -> None:
    record = lines_of(mixups, "data", recipe)[4]
    read = read_by_datasets(mixups, f"{recipe}_16k", 4, tmp_path)
    assert read == [RECORDS, RECORDS, record, record]


@pytest.mark.parametrize("recipe", RECIPES)
def test_lv_evals_reader_finds_its_keys_in_its_order(mixups: Path, recipe: str) -> None:
    records = read_as_lv_eval(mixups / "data", recipe, "16k")
    assert len(records) == RECORDS
    has_keywords = recipe == "multifieldqa_en_mixup"
    wanted = [key for key in LV_EVAL_KEYS if key != "answer_keywords" or has_keywords]
    assert all(list(record)[: len(wanted)] == wanted for record in records)
    assert all(record["dataset"] == recipe for record in records)


@pytest.mark.parametrize("recipe", RECIPES)
def test_pandas_reads_every_record(mixups: Path, recipe: str) -> None:
    import pandas as pd

    records = lines_of(mixups, "data", recipe)
    frame = pd.read_json(mixups / "data" / f"{recipe}_16k.jsonl", lines=True)
    assert list(frame.columns) == list(records[0])
    assert frame.to_dict("records") == records


@pytest.mark.parametrize("recipe", RECIPES)
def test_jq_reads_every_record(mixups: Path, recipe: str) -> None:
    """Take jq to be installed, as .ci/run makes sure."""
    path = str(mixups / "data" / f"{recipe}_16k.jsonl")
    told = subprocess.run(["jq", "-c", ".", path], capture_output=True, check=True).stdout
    assert [json.loads(line) for line in told.split(b"\n")[:-1]] == lines_of(mixups, "data", recipe)
    query = ["jq", "-r", "[._id, .length, (.context | length)] | @tsv", path]
    rows = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    assert rows == [
        f"{record['_id']}\t{record['length']}\t{len(record['context'])}"
        for record in lines_of(mixups, "data", recipe)
    ]
