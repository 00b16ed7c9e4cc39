"""Exports ask what a release asks; what evaluators write of them is scored, or refused."""

from __future__ import annotations

import json
import runpy
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import lvbuild
from lvbuild.cli.export import export
from lvbuild.errors import UsageError
from lvbuild.harness import HARNESSES
from lvbuild.release.prompts import filled
from lvbuild.score.outputs import READERS, without_thinking
from tests.cli.running import lvbuild as run
from tests.harness.model import answers_by_prompt
from tests.score.answering import read_rows, write_predictions, write_rows
from tests.tasks.choosing import write_chosen


def test_a_prompt_is_filled_in_one_pass() -> None:
    fields = {"context": "a {input} {x} {{", "input": "{context}?"}
    assert filled("{{{context}}} {input}", fields) == "{a {input} {x} {{} {context}?"


def test_a_release_tells_how_a_record_is_asked(small: Path) -> None:
    opened = lvbuild.open_release(small)
    record = opened.record("mine_2k", 3)
    prompt = opened.prompt(record)
    assert record.fields["context"] in prompt.text
    assert record.fields["input"] in prompt.text
    assert (prompt.max_new_tokens, prompt.labels) == (16, ())


def test_every_exporter_is_offered_and_read() -> None:
    [offered] = (each.type for each in export.params if each.name == "harness")
    assert isinstance(offered, click.Choice)
    assert tuple(HARNESSES) == tuple(offered.choices)
    assert tuple(READERS) == (*HARNESSES, "lveval")


def replies(small: Path, out: Path, file: str) -> list[dict[str, Any]]:
    """Answer the requests of a batch as the model does."""
    answers = answers_by_prompt(small)
    return [
        {
            "custom_id": row["custom_id"],
            "response": {
                "body": {
                    "choices": [
                        {"message": {"content": answers[row["body"]["messages"][0]["content"]]}}
                    ]
                }
            },
        }
        for row in read_rows(out / file)
    ]


def test_replies_to_a_batch_are_scored_record_by_record(small: Path, tmp_path: Path) -> None:
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m")
    rows = replies(small, tmp_path / "out", "requests-000.jsonl")
    write_rows(tmp_path / "replies.jsonl", rows[::-1])
    answers = answers_by_prompt(small)
    opened = lvbuild.open_release(small)
    own = write_predictions(small, tmp_path / "own", lambda one: answers[opened.prompt(one).text])
    assert lvbuild.score_release(small, tmp_path / "replies.jsonl") == lvbuild.score_release(
        small, own
    )
    with pytest.raises(UsageError, match="requests, not the replies"):
        lvbuild.score_release(small, tmp_path / "out")


def test_a_batch_is_cut_where_a_file_takes_no_more(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lvbuild.harness.openai_batch._MOST_LINES", 4)
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m")
    files = sorted((tmp_path / "out").iterdir())
    assert [len(read_rows(file)) for file in files] == [4, 4, 2]


def test_failed_requests_leave_a_partial_score(small: Path, tmp_path: Path) -> None:
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m", levels=["1k"])
    rows = replies(small, tmp_path / "out", "requests-000.jsonl")
    rows[0]["response"] = {"status_code": 500, "body": None}
    rows[1] |= {"response": None, "error": {"message": "no"}}
    write_rows(tmp_path / "replies.jsonl", rows)
    with pytest.raises(UsageError, match=r"2 of 5 predictions are missing.*--partial"):
        lvbuild.score_release(small, tmp_path / "replies.jsonl", levels=["1k"])
    [scores] = lvbuild.score_release(small, tmp_path / "replies.jsonl", partial=True)
    assert len(scores.records) == 3


def test_answers_to_another_build_are_refused(small: Path, tmp_path: Path) -> None:
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m")
    rows = replies(small, tmp_path / "out", "requests-000.jsonl")
    for row in rows:
        row["custom_id"] = row["custom_id"].rpartition("/")[0] + "/00000000"
    write_rows(tmp_path / "replies.jsonl", rows)
    with pytest.raises(UsageError, match="another build"):
        lvbuild.score_release(small, tmp_path / "replies.jsonl")


def test_lvevals_empty_files_of_other_levels_are_passed_over(small: Path, tmp_path: Path) -> None:
    own = write_predictions(small, tmp_path / "own")
    for level in ("16k", "32k", "64k", "128k", "256k"):
        for name in ("mine", "hotpotwikiqa_mixup"):
            (own / f"{name}_{level}.jsonl").touch()
    assert [one.score for one in lvbuild.score_release(small, own)] == [100, 100]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("<think>a\nb</think>\n\nEve", "Eve"),
        ("a b</think>Eve", "Eve"),
        ("<think>never ended", ""),
        ("Eve", "Eve"),
    ],
)
def test_thoughts_are_dropped(said: str, kept: str) -> None:
    assert without_thinking(said) == kept


def test_thoughts_lower_a_score_until_they_are_dropped(small: Path, tmp_path: Path) -> None:
    own = write_predictions(
        small, tmp_path / "own", lambda one: f"<think>Bob or Al?</think>{one.fields['answers'][0]}"
    )
    assert all(one.score < 100 for one in lvbuild.score_release(small, own))
    assert {one.score for one in lvbuild.score_release(small, own, drop_thinking=True)} == {100}


@pytest.fixture
def opencompass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for OpenCompass, which is too large to be installed: what its files import."""

    class Dataset:
        from_list: Callable[..., Any] = list

    made: dict[str, dict[str, object]] = {
        "datasets": {"Dataset": Dataset},
        "opencompass.datasets.base": {"BaseDataset": object},
        "opencompass.openicl.icl_evaluator": {"BaseEvaluator": object},
        "opencompass.openicl.icl_inferencer": {"GenInferencer": "GenInferencer"},
        "opencompass.openicl.icl_prompt_template": {"PromptTemplate": "PromptTemplate"},
        "opencompass.openicl.icl_retriever": {"ZeroRetriever": "ZeroRetriever"},
    }
    for name, held in made.items():
        module = ModuleType(name)
        module.__dict__.update(held)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("opencompass")
def test_opencompasss_files_ask_and_score_as_lvbuild_does(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lvbuild.export_release("opencompass", small, tmp_path / "out")
    monkeypatch.syspath_prepend(tmp_path / "out")
    config = runpy.run_path(str(tmp_path / "out/datasets/lvbuild_datasets.py"))["datasets"]
    answers = answers_by_prompt(small)
    theirs = []
    for each in config:
        chosen = {key: each[key] for key in ("configuration", "sha256")}
        rows = each["type"].load(each["release"], **chosen)
        assert {tuple(row) for row in rows} == {("prompt",)}
        assert each["infer_cfg"]["inferencer"]["max_out_len"] == 16
        said = {str(n): {"prediction": answers[row["prompt"]]} for n, row in enumerate(rows)}
        path = tmp_path / "run/predictions/m" / f"{each['abbr']}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(said))
        evaluator = dict(each["eval_cfg"]["evaluator"])
        scorer = evaluator.pop("type")(**evaluator)
        result = scorer.score([one["prediction"] for one in said.values()])
        theirs.append([result["details"][str(n)]["score"] / 100 for n in range(len(rows))])
    sys.modules.pop("lvbuild_opencompass")
    ours = lvbuild.score_release(small, tmp_path / "run")
    assert theirs == [[record.score for record in one.records] for one in ours]


def test_longbench_v2s_results_are_scored_record_by_record(tmp_path: Path) -> None:
    recipe = write_chosen(tmp_path, "hotpotwikiqa_mixup")
    release = tmp_path / "release"
    lvbuild.build(recipe, release, sample=True, levels=["4k"], limit=4, workers=1)
    lvbuild.export_release("longbench-v2", release, tmp_path / "out")
    [data] = (tmp_path / "out").rglob("THUDM/LongBench-v2/data.json")
    records = json.loads(data.read_text("utf-8"))
    letters = [one["answer"] if n % 2 else None for n, one in enumerate(records)]
    results = data.parents[2] / "results"
    results.mkdir()
    rows = [one | {"pred": said} for one, said in zip(records, letters, strict=True)]
    write_rows(results / "m.jsonl", rows)
    [scores] = lvbuild.score_release(release, tmp_path / "out")
    assert [one.score for one in scores.records] == [0, 1, 0, 1]


def test_what_cannot_be_exported_is_said(small: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    for harness, out, told in (
        ("openai-batch", "a", "--model"),
        ("longbench-v2", "b", "offer no choices"),
        ("lm-eval", "full", "is no empty folder"),
    ):
        with pytest.raises(UsageError, match=told):
            lvbuild.export_release(harness, small, tmp_path / out)


def test_a_release_that_was_built_anew_is_not_asked_by_old_exports(
    small: Path, tmp_path: Path
) -> None:
    from lvbuild.harness.asking import asked

    copy = shutil.copytree(small, tmp_path / "copy")
    with pytest.raises(UsageError, match="export it anew"):
        list(asked(copy, "mine_1k", "00000000"))


def test_traps_are_printed(small: Path, tmp_path: Path) -> None:
    ran = run("export", "lm-eval", small, "--out", "tasks", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "beware: local-completions cuts prompts at 2,048 tokens" in " ".join(ran.out.split())
    assert (tmp_path / "tasks/_group.yaml").is_file()
