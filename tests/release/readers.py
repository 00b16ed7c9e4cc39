"""Readers that find a release's files, each in a process of its own where it keeps a cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

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
