"""Readers of releases in the wild find what stands in the files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.tasks.needles.releases import write_recipe
from tests.tasks.small_mixup import write_mixup

RECIPES = ("mixed", "factrecall_zh")
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


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build an English mixup and Chinese fact recall from the sample world."""
    folder = tmp_path_factory.mktemp("readers")
    recipes = [write_mixup(folder), write_recipe(folder, RECIPES[1], levels=["2k"])]
    lvbuild.build(recipes, folder / "release", levels=["2k"], sample=True, limit=RECORDS)
    return folder / "release"


def lines_of(release: Path, part: str, recipe: str) -> list[dict[str, Any]]:
    content = (release / part / f"{recipe}_2k.jsonl").read_bytes()
    return [json.loads(line) for line in content.split(b"\n")[:-1]]


def test_datasets_loads_a_release_offline(built: Path, tmp_path: Path) -> None:
    recipe = RECIPES[1]
    record = lines_of(built, "data", recipe)[4]
    read = read_by_datasets(built, f"{recipe}_2k", 4, tmp_path)
    assert read == [RECORDS, RECORDS, record, record]


def test_datasets_loads_ranges_and_levels_without_text_offline(tmp_path: Path) -> None:
    levels = ["0-4k", "4-8k", "8k+", "evidence", "closed"]
    lvbuild.build("lb_hotpotqa", tmp_path / "made", levels=levels, sample=True, limit=3)
    opened = lvbuild.open_release(tmp_path / "made")
    assert len(opened.configurations) == 5
    for name in opened.configurations:
        record = dict([*opened.records(name)][2].fields)
        assert read_by_datasets(tmp_path / "made", name, 2, tmp_path) == [3, 3, record, record]


@pytest.mark.parametrize("recipe", RECIPES)
def test_pandas_reads_every_record(built: Path, recipe: str) -> None:
    import pandas as pd

    records = lines_of(built, "data", recipe)
    frame = pd.read_json(built / "data" / f"{recipe}_2k.jsonl", lines=True)
    assert list(frame.columns) == list(records[0])
    assert frame.to_dict("records") == records


@pytest.mark.parametrize("recipe", RECIPES)
def test_jq_reads_every_record(built: Path, recipe: str) -> None:
    """Take jq to be installed, as .ci/run makes sure."""
    path = str(built / "data" / f"{recipe}_2k.jsonl")
    told = subprocess.run(["jq", "-c", ".", path], capture_output=True, check=True).stdout
    assert [json.loads(line) for line in told.split(b"\n")[:-1]] == lines_of(built, "data", recipe)
