"""The installed evaluators ask a release by its exports; their scores are lvbuild's, each one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import lvbuild
from lvbuild.score.results import LevelScores
from tests.harness.model import answers_by_prompt, served
from tests.hub_store import running_store

BIN = Path(sys.executable).parent
pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path, **variables: str) -> None:
    """Run an installed program; it has to succeed."""
    path = os.pathsep.join([str(Path(lvbuild.__file__).parents[1]), *sys.path])
    own = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(cwd / "hub"), "PYTHONPATH": path}
    own |= {"INSPECT_DISPLAY": "plain", "XDG_DATA_HOME": str(cwd / "data")}
    done = subprocess.run(
        [BIN / words[0], *words[1:]],
        cwd=cwd,
        env=os.environ | own | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def by_record(scores: Iterable[LevelScores]) -> dict[str, float]:
    return {f"{s.level.label}/{one.id}": one.score for s in scores for one in s.records}


@pytest.mark.parametrize("limit", [None, 40])
def test_lm_eval_scores_each_record_as_lvbuild_does(
    small: Path, tmp_path: Path, limit: int | None
) -> None:
    tasks = tmp_path / "tasks"
    exported = lvbuild.export_release("lm-eval", small, tasks, max_new_tokens=limit)
    with served(answers_by_prompt(small)) as (address, bodies):
        model = f"model=m,base_url={address}/chat/completions,num_concurrent=2"
        command = exported.run.replace("model=MODEL,base_url=URL/chat/completions", model)
        run(*command.split(), cwd=tmp_path, OPENAI_API_KEY="none")
    ours = by_record(lvbuild.score_release(small, tmp_path / "results"))
    theirs = {}
    for file in (tmp_path / "results").rglob("samples_*.jsonl"):
        label = file.name.split("_")[3]
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            theirs[f"{label}/{row['doc']['_id']}"] = row["lvbuild_score"]
    assert theirs == ours
    assert sorted(set(ours.values())) == [0, 1]
    assert len(ours) == len(bodies) == 10
    assert {body["max_tokens"] for body in bodies} == {limit or 16}


@pytest.mark.parametrize("way", ["export", "export with a limit", "entry point"])
def test_inspect_scores_each_record_as_lvbuild_does(small: Path, tmp_path: Path, way: str) -> None:
    from inspect_ai.log import read_eval_log

    limit = 40 if "limit" in way else None
    if way.startswith("export"):
        lvbuild.export_release("inspect", small, tmp_path / "tasks", max_new_tokens=limit)
        asked = ["tasks/tasks.py"]
    else:
        asked = ["lvbuild/release", "-T", f"release={small}", "-T", "config=mine_1k"]
    with served(answers_by_prompt(small)) as (address, bodies):
        run(
            *("inspect", "eval", *asked, "--model", "openai-api/own/m", "--log-dir", "logs"),
            cwd=tmp_path,
            OWN_BASE_URL=address,
            OWN_API_KEY="none",
        )
    levels = ["1k", "2k"] if way.startswith("export") else ["1k"]
    ours = by_record(lvbuild.score_release(small, tmp_path / "logs", levels=levels))
    theirs = {}
    for file in (tmp_path / "logs").glob("*.eval"):
        log = read_eval_log(str(file))
        label = str(log.eval.dataset.name).split("_")[2]
        for sample in log.samples or []:
            assert sample.scores is not None
            theirs[f"{label}/{sample.id}"] = sample.scores["lvbuild_score"].value
    assert theirs == ours
    assert sorted(set(ours.values())) == [0, 1]
    assert len(ours) == len(bodies) == 5 * len(levels)
    assert {body["max_tokens"] for body in bodies} == {limit or 16}


def test_inspect_asks_a_published_release_by_the_hubs_own_file(small: Path, tmp_path: Path) -> None:
    from inspect_ai.log import read_eval_log

    answers = answers_by_prompt(small)
    with running_store() as store, served(answers) as (address, bodies):
        files = [path for path in small.rglob("*") if path.is_file()]
        store.files |= {str(path.relative_to(small)): path.read_bytes() for path in files}
        run(
            *("inspect", "eval", "hf/me/bench/mine_1k", "--model", "openai-api/own/m"),
            *("--log-dir", "logs"),
            cwd=tmp_path,
            OWN_BASE_URL=address,
            OWN_API_KEY="none",
            HF_ENDPOINT=store.address,
            HF_HUB_OFFLINE="0",
        )
    [file] = (tmp_path / "logs").glob("*.eval")
    samples = read_eval_log(str(file)).samples or []
    assert len(samples) == len(bodies) == 5
    assert all(sample.output.completion in answers.values() for sample in samples)
    scores = [sample.scores["f1"].value for sample in samples if sample.scores]
    assert sorted({*scores}) == [0, 1]
    assert {body["max_tokens"] for body in bodies} == {16}
