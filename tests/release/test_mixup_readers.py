"""Readers of mixups in the wild find what stands in the files."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.release.readers import read_as_lv_eval, read_by_datasets
from tests.release.test_contract import LV_EVAL_KEYS

RECIPES = ("multifieldqa_en_mixup", "cmrc_mixup")
RECORDS = 9
SPLIT = re.compile(r"###\s+Passage\s+\d+|###\s+文章\s+\d+")


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
def test_a_reader_that_splits_at_headings_finds_the_passages_of_the_provenance(
    mixups: Path, recipe: str
) -> None:
    records, origins = (lines_of(mixups, part, recipe) for part in ("data", "provenance"))
    for record, origin in zip(records, origins, strict=True):
        before, *texts = SPLIT.split(record["context"])
        spans = [passage["span"] for passage in origin["passages"]]
        assert before == ""
        assert texts == [f"\n{record['context'][start:end]}\n" for start, end in spans]


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
