"""The README's commands do what the README shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.preparation.small_world import book
from tests.readme_commands import README, blocks, commands

MEASURED = re.compile(r"\d+\.\d+ s\b|[\d,]+ MB of memory")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tour")


def block(marker: str) -> str:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {marker} -->\n+```\w*\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return found[1]


def run(folder: Path, *command: str) -> str:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LVBUILD_CACHE": str(folder / "cache"),
        "HF_HOME": str(folder / "hub"),
        "HF_HUB_OFFLINE": "1",
    }
    environment.pop("LVBUILD_CORPORA", None)
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def plain(text: str) -> list[str]:
    return [MEASURED.sub("_", line.rstrip()) for line in text.splitlines()]


TOUR = [marker for marker in blocks() if marker.startswith("tour-")]
CONSOLE = [marker for marker in TOUR if block(marker).startswith("$ ")]


@pytest.mark.parametrize("marker", TOUR)
def test_the_tour_runs_in_its_order_and_prints_what_is_shown(folder: Path, marker: str) -> None:
    if marker not in CONSOLE:
        if marker == "tour-library":
            run(folder, "rm", "-rf", "release")
        assert run(folder, sys.executable, "-c", block(marker)).strip()
        return
    printed = plain("".join(run(folder, "bash", "-c", line) for line in commands(marker)))
    shown = [line for line in plain(block(marker)) if not line.startswith("$ ")]
    assert [line for line in shown if line not in printed] == []


def test_the_example_of_a_corpus_without_code_is_built(tmp_path: Path) -> None:
    first = json.loads(block("inline-record"))
    for name in ("museum", "prose"):
        (tmp_path / "corpora" / name).mkdir(parents=True)
    (tmp_path / "corpora/museum/train.jsonl").write_text(json.dumps(first) + "\n")
    for seed in range(60):
        (tmp_path / f"corpora/prose/{seed}.txt").write_text(book(seed, 60))
    (tmp_path / "museum.yaml").write_text(block("inline-recipe"))
    command = "lvbuild recipe ./museum.yaml --levels 2k --corpora corpora --no-tables"
    run(tmp_path, *command.split())
    (record,) = (tmp_path / "release/data/museum_mixup_2k.jsonl").read_text().splitlines()
    assert json.loads(record)["input"] == first["query"]
    assert first["pages"][0]["text"] in json.loads(record)["context"]


def test_the_two_commands_are_one_line_each_and_every_other_block_is_run() -> None:
    assert commands("try") == [
        "pip install . && lvbuild recipe factrecall_en --levels 16k,256k --sample"
    ]
    assert commands("test") == ["pip install '.[test]' && pytest"]
    assert len(CONSOLE) >= 4
