"""Exports ask what a release asks; what evaluators write of them is scored, or refused."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import lvbuild
from lvbuild.cli.export import export
from lvbuild.errors import BuildError, UsageError
from lvbuild.harness import HARNESSES
from lvbuild.release.prompts import filled
from lvbuild.score.outputs import READERS, without_thinking
from tests.cli.running import lvbuild as run
from tests.harness.model import answers_by_prompt
from tests.score.answering import read_rows, with_id, write_predictions, write_rows
from tests.tasks.choosing import LETTERS, write_chosen
from tests.tasks.needles.releases import write_recipe as write_needles


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


def test_replies_in_parts_are_read_as_an_endpoints(small: Path, tmp_path: Path) -> None:
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m", levels=["1k"])
    rows = replies(small, tmp_path / "out", "requests-000.jsonl")
    write_rows(tmp_path / "replies.jsonl", rows)
    whole = lvbuild.score_release(small, tmp_path / "replies.jsonl")
    for row in rows:
        message = row["response"]["body"]["choices"][0]["message"]
        said = message["content"]
        message["content"] = [{"type": "text", "text": part} for part in (said[:2], said[2:])]
    write_rows(tmp_path / "replies.jsonl", rows)
    assert lvbuild.score_release(small, tmp_path / "replies.jsonl") == whole
    lines = (tmp_path / "replies.jsonl").read_text().replace(whole_name(small), "\\ud800")
    (tmp_path / "replies.jsonl").write_text(lines)
    assert lvbuild.score_release(small, tmp_path / "replies.jsonl")[0].score < whole[0].score


def whole_name(small: Path) -> str:
    """Return the last word of the answer to the release's questions."""
    [record, *_] = lvbuild.open_release(small).records("mine_1k")
    return str(record.fields["answers"][0]).split()[-1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"custom_id": "x", "response": {"body": {"choices": []}}}', "jsonl:3: is damaged"),
        ('{"custom_id": "x", "resp', "jsonl:3: is damaged"),
        (
            '{"custom_id": "hello", "response": {"body": {"choices": [{"message": {}}]}}}',
            "jsonl:3: answers 'hello', which no export asks",
        ),
    ],
)
def test_a_line_of_a_batch_that_cannot_be_used_costs_itself_alone_and_is_named(
    small: Path, tmp_path: Path, line: str, told: str
) -> None:
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m", levels=["1k"])
    place = tmp_path / "replies.jsonl"
    write_rows(place, replies(small, tmp_path / "out", "requests-000.jsonl"))
    lines = place.read_text().splitlines()
    place.write_text("\n".join([*lines[:2], line, *lines[3:]]) + "\n")
    with pytest.raises(UsageError, match=re.escape(told)):
        lvbuild.score_release(small, place)
    notes: list[str] = []
    [scores] = lvbuild.score_release(small, place, partial=True, note=notes.append)
    assert (len(scores.records), scores.unanswered) == (4, 1)
    assert [told in note for note in notes] == [True]


@pytest.mark.parametrize("content", [b"", b"no log at all", b"PK\x03\x04" + bytes(200)])
def test_a_log_that_is_none_is_named(small: Path, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs/x.eval").write_bytes(content)
    with pytest.raises(UsageError, match=r"x\.eval: is damaged, or no log of Inspect"):
        lvbuild.score_release(small, tmp_path / "logs")


def test_two_formats_in_a_folder_are_refused_and_one_may_be_named(
    small: Path, tmp_path: Path
) -> None:
    own = write_predictions(small, tmp_path / "own")
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m")
    write_rows(own / "batch.jsonl", replies(small, tmp_path / "out", "requests-000.jsonl"))
    with pytest.raises(UsageError, match="predictions of openai-batch and of lveval; name"):
        lvbuild.score_release(small, own)
    assert len(lvbuild.score_release(small, own, form="openai-batch")) == 2
    (own / "mine_1k.jsonl").rename(own / "renamed.jsonl")
    with pytest.raises(UsageError, match=r"of lm-eval; its files are samples_lvbuild_\*\.jsonl"):
        lvbuild.score_release(small, own / "renamed.jsonl", form="lm-eval")


@pytest.mark.parametrize("most", [500, 10_000_000])
def test_a_limit_of_an_exports_own_is_told_with_the_scores(
    small: Path, tmp_path: Path, most: int
) -> None:
    given: dict[str, Any] = {"levels": ["1k"], "max_new_tokens": most}
    lvbuild.export_release("openai-batch", small, tmp_path / "out", model="m", **given)
    rows = replies(small, tmp_path / "out", "requests-000.jsonl")
    write_rows(tmp_path / "replies.jsonl", rows)
    [scores] = lvbuild.score_release(small, tmp_path / "replies.jsonl", partial=True)
    assert (scores.max_new_tokens, len(scores.records)) == (most, 5)
    ran = run("score", small, "replies.jsonl", cwd=tmp_path)
    assert f"max_new_tokens: {most:,} (mine)" in ran.out
    lvbuild.export_release("lm-eval", small, tmp_path / "tasks", **given)
    [task] = (tmp_path / "tasks").glob("lvbuild_*.yaml")
    answers = answers_by_prompt(small)
    docs = runpy.run_path(str(tmp_path / "tasks/utils.py"))["load"]("mine_1k", "")["test"]
    said = [{"doc": dict(doc), "filtered_resps": [answers[doc["prompt"]]]} for doc in docs]
    write_rows(tmp_path / f"samples_{task.stem}_2026-01-01T00-00-00.jsonl", said)
    [theirs] = lvbuild.score_release(small, tmp_path, form="lm-eval", partial=True)
    assert theirs == scores
    with pytest.raises(UsageError, match="by a limit of its own"):
        lvbuild.export_release("longbench-v2", small, tmp_path / "letters", **given)
    own = write_predictions(
        small, tmp_path / "own", line=lambda one, said: with_id(one, said) | {"max_new_tokens": 77}
    )
    assert {one.max_new_tokens for one in lvbuild.score_release(small, own)} == {77}


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


@pytest.mark.parametrize(
    ("name", "lite"),
    [("needle_multi_key_en", None), ("needle_multi_key_en", 8), ("hotpotwikiqa_mixup", None)],
)
def test_records_without_choices_are_given_them_as_a_build_would(
    tmp_path: Path, name: str, lite: int | None
) -> None:
    release, chosen = tmp_path / "release", tmp_path / "chosen/release"
    lvbuild.build(write_needles(tmp_path, name, levels=["4k"]), release, sample=True, workers=1)
    recipe = write_chosen(tmp_path / "chosen", name, levels=["4k"])
    lvbuild.build(recipe, chosen, sample=True, workers=1)
    lvbuild.export_release("longbench-v2", release, tmp_path / "out", lite=lite)
    [data] = (tmp_path / "out").rglob("THUDM/LongBench-v2/data.json")
    records = json.loads(data.read_text("utf-8"))
    built = [dict(each.fields) for each in lvbuild.open_release(chosen).records(f"{name}_4k")]
    letters = Counter(one["answer"] for one in records)
    assert max(letters.values()) - min(letters[letter] for letter in LETTERS) <= 1
    if lite is None:
        assert records == built
    else:
        assert len(records) == lite
    results = data.parents[2] / "results"
    results.mkdir()
    write_rows(results / "m.jsonl", [one | {"pred": one["answer"]} for one in records])
    [scores] = lvbuild.score_release(release, tmp_path / "out", partial=True)
    assert scores.score == 100
    write_rows(results / "m.jsonl", [one | {"pred": other(one["answer"])} for one in records])
    [scores] = lvbuild.score_release(release, tmp_path / "out", partial=True)
    assert scores.score < 30  # a wrong choice may have words of the right one


def other(letter: str) -> str:
    return LETTERS[LETTERS.index(letter) - 1]


def test_a_release_elsewhere_is_asked_where_it_stands(small: Path, tmp_path: Path) -> None:
    memory = pytest.importorskip("fsspec").filesystem("memory")
    memory.put(f"{small}/", "/elsewhere", recursive=True)
    for name, place in (("here", small), ("there", "memory://elsewhere")):
        lvbuild.export_release("openai-batch", place, tmp_path / name, model="m")
        lvbuild.export_release("lm-eval", place, tmp_path / f"{name}-tasks")
    here, there = (read_rows(tmp_path / name / "requests-000.jsonl") for name in ("here", "there"))
    assert here == there
    utils = runpy.run_path(str(tmp_path / "there-tasks/utils.py"))
    assert utils["RELEASE"] == "memory://elsewhere"
    chosen = {"configuration": "mine_1k", "sha256": ""}
    assert [one["prompt"] for one in utils["load"](**chosen)["test"]] == [
        row["body"]["messages"][0]["content"] for row in there[:5]
    ]


def test_what_cannot_be_exported_is_said(small: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    for harness, out, told in (
        ("openai-batch", "a", "--model"),
        ("longbench-v2", "b", "no question has 3 wrong answers of its answer's kind"),
        ("lm-eval", "full", "is no empty folder"),
        ("lm-eval", small / "data/x", "is a release, or stands in"),
    ):
        with pytest.raises((UsageError, BuildError), match=told):
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
