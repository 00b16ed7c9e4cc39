"""Records of LongBench are passed on as they are, whatever the part."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from lvbuild.errors import BuildError, UsageError
from lvbuild.recipe import load_recipe
from tests.audited import untrue
from tests.corpora.longbench_records import PARTS, RANGES, real_record, visible

KEYS = "input context answers length dataset language all_classes _id".split()
METRICS: dict[str, dict[str, Any]] = {
    "trec": {"metric": "classification", "answers": None},
    "lsht": {"metric": "classification", "answers": None},
    "passage_retrieval_en": {"metric": "retrieval_number", "answers": None},
    "passage_retrieval_zh": {"metric": "retrieval_number", "answers": None},
    "passage_count": {"metric": "count_number", "answers": None},
    "lcc": {"metric": "edit_similarity", "answers": None},
    "repobench-p": {"metric": "edit_similarity", "answers": None},
}
ROUGE = ("dureader", "gov_report", "qmsum", "multi_news", "vcsum", "samsum")


def write_recipe(folder: Path, **changes: Any) -> Path:
    keys = {**yaml.safe_load(load_recipe("lb_import").content), "name": "own", **changes}
    path = folder / "own.yaml"
    held = {key: value for key, value in keys.items() if value is not None}
    path.write_text(yaml.safe_dump(held, sort_keys=False), "utf-8")
    return path


def part_recipe(folder: Path, part: str, records: list[dict[str, Any]]) -> Path:
    """Write the recipe of a part, its metric LongBench's."""
    base = part.removesuffix("_e")
    language = records[0]["language"]
    unit = "characters" if language == "zh" else "words"
    scored = METRICS.get(base, {"metric": "rouge_l", "words": "plain"} if base in ROUGE else {})
    return write_recipe(folder, part=part, language=language, unit=unit, **scored)


def write_zip(folder: Path, part: str, records: list[dict[str, Any]]) -> Path:
    """Write records as the Hub's data.zip has them; return the folder of corpora."""
    (folder / "corpora/longbench").mkdir(parents=True)
    with zipfile.ZipFile(folder / "corpora/longbench/data.zip", "w") as archive:
        lines = "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in records)
        archive.writestr(f"data/{part}.jsonl", lines)
    return folder / "corpora"


def written(release: Path) -> list[dict[str, Any]]:
    lines = (release / "data/own.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


@pytest.mark.parametrize("part", [*PARTS, *RANGES])
def test_the_real_records_of_a_part_keep_what_they_have(
    shared_corpora: Path, tmp_path: Path, part: str
) -> None:
    prompts = shared_corpora / "minilongbench"
    records = [real_record(prompts, part.removesuffix("_e"), number) for number in range(2)]
    corpora = write_zip(tmp_path, part, records)
    lvbuild.build(part_recipe(tmp_path, part, records), tmp_path / "release", corpora=corpora)
    for record, upstream in zip(written(tmp_path / "release"), records, strict=True):
        assert list(record) == KEYS
        for key in ("language", "_id"):
            assert record[key] == upstream[key]
        told = [record["input"], record["context"], *record["answers"]]
        wanted = [upstream["input"], upstream["context"], *upstream["answers"]]
        assert [*map(visible, told)] == [*map(visible, wanted)]
        assert record["context"].count("\n") >= upstream["context"].strip("\n").count("\n") + 1
        assert record["all_classes"] == upstream["all_classes"]
    assert [one for one in untrue(tmp_path / "release") if "damaged" not in one] == []
    manifest = json.loads((tmp_path / "release/manifest.json").read_bytes())
    assert manifest["recipes"]["own"]["shortfalls"] == [
        "2 questions for a count of 500: no more can be asked"
    ]
    scored(tmp_path, records)


def scored(folder: Path, records: list[dict[str, Any]]) -> None:
    """Assert that the right answers, called as upstream calls the records, score 100."""
    answers = [{"_id": one["_id"], "pred": one["answers"][0]} for one in records]
    path = folder / "own.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in answers))
    [score] = lvbuild.score_release(folder / "release", path)
    assert score.score == pytest.approx(100, abs=0.01)


RECORD: dict[str, Any] = {
    "input": "Who?",
    "context": "The kite was a gift of Ada Stone.",
    "answers": ["Ada Stone", "Stone"],
    "length": 8,
    "dataset": "multifieldqa_en",
    "language": "en",
    "all_classes": None,
    "_id": "0a1b",
}


def test_a_length_that_is_not_that_of_the_context_is_noted(tmp_path: Path) -> None:
    others = {**RECORD, "length": 9, "_id": "0a1c"}
    corpora = write_zip(tmp_path, "multifieldqa_en", [RECORD, others])
    [planned] = lvbuild.plan(write_recipe(tmp_path, count=2), corpora=corpora)
    assert planned.notes == ("upstream tells another length than the context has of 1 record",)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (RECORD, r"record 2 \(0a1b\): another record before it has its _id"),
        ({**RECORD, "_id": "b", "answers": []}, r"record 2 \(b\): has no answers"),
        ({**RECORD, "_id": "b", "context": "\n"}, r"record 2 \(b\): has no context"),
        ({**RECORD, "_id": "b", "length": None}, "line 2, length: is null; expected a whole"),
        ({**RECORD, "_id": "b", "language": "zh"}, "language: multifieldqa_en is in 'zh', not"),
    ],
)
def test_records_that_cannot_be_passed_on_are_told_in_one_line(
    tmp_path: Path, record: dict[str, Any], message: str
) -> None:
    corpora = write_zip(tmp_path, "multifieldqa_en", [RECORD, record])
    with pytest.raises((BuildError, UsageError), match=message) as told:
        lvbuild.build(write_recipe(tmp_path), tmp_path / "release", corpora=corpora)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"part": "hotpot"}, "part: 'hotpot' is no part of LongBench; there are 2wikimqa, 2wiki"),
        ({"part": "hotpotqa_passages"}, "part: 'hotpotqa_passages' is no part"),
        ({"levels": ["4k"]}, "levels: as_published fills none; leave the key out"),
        ({"replacements": True}, "as_published takes no replacements"),
        ({"name": "own_16k"}, "its end is called like a level"),
    ],
)
def test_recipes_that_cannot_be_are_refused(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        load_recipe(write_recipe(tmp_path, **changes))


def test_a_metric_of_classes_takes_records_that_have_some(tmp_path: Path) -> None:
    path = write_recipe(tmp_path, metric="label", answers=None)
    corpora = write_zip(tmp_path, "multifieldqa_en", [RECORD])
    with pytest.raises(UsageError, match="metric: label scores by classes, and the records have"):
        lvbuild.build(path, tmp_path / "release", corpora=corpora)
    with pytest.raises(UsageError, match="take another metric, or leave out --sample"):
        lvbuild.build(path, tmp_path / "release", sample=True)


def test_levels_are_those_of_other_recipes(tmp_path: Path) -> None:
    path = write_recipe(tmp_path, count=2)
    manifest = lvbuild.build(path, tmp_path / "release", sample=True, levels=["4k"])
    assert [each.name for each in manifest.configurations] == ["own"]


def test_a_variant_of_what_cannot_vary_is_told(tmp_path: Path) -> None:
    corpora = write_zip(tmp_path, "multifieldqa_en", [RECORD])
    lvbuild.build(write_recipe(tmp_path, count=2), tmp_path / "v0", corpora=corpora)
    [found] = lvbuild.refresh_release(
        tmp_path / "v0", "v1", tmp_path / "v1", corpora=corpora
    ).values()
    same = "every variant has the same records, as they were published, but for its canary"
    assert found.notes == (same,)
    assert (found.kept, found.new, found.replaced) == (1, 0, 0)
    for record, other in zip(*map(written, (tmp_path / "v0", tmp_path / "v1")), strict=True):
        assert record == other


def test_invented_records_are_passed_on_whatever_the_seed(tmp_path: Path) -> None:
    path = write_recipe(tmp_path, count=20)
    for seed in (1, 2):
        lvbuild.build(path, tmp_path / str(seed), sample=True, seed=seed)
        assert untrue(tmp_path / str(seed)) == []
    records, again = (written(tmp_path / str(seed)) for seed in (1, 2))
    assert records == again
    assert len({one["_id"] for one in records}) == 20
    for record in records:
        assert record["context"].startswith("Passage 1:\n")
        assert record["context"].count("\nPassage ") == record["context"].count(":\n") - 1 >= 8


@pytest.mark.parametrize(("language", "unit"), [("en", "words"), ("zh", "characters")])
def test_tokens_and_both_languages_are_counted(tmp_path: Path, language: str, unit: str) -> None:
    part = f"multifieldqa_{language}"
    path = write_recipe(tmp_path, count=3, part=part, language=language, unit=unit)
    lvbuild.build(path, tmp_path / "release", sample=True)
    for record in written(tmp_path / "release"):
        texts = [record["input"], record["context"], *record["answers"]]
        lengths = [len(each) if unit == "characters" else len(each.split()) for each in texts]
        assert record["length"] == sum(lengths)


def test_what_upstream_damaged_is_passed_on_and_no_fault_of_the_release(tmp_path: Path) -> None:
    damaged = {"input": "Who wrote it\ufffd?", "context": "It is Ch'en Tzu\ufffd\ufffdang's.\n"}
    record = {**RECORD, **damaged, "answers": ["Ch'en Tzu\ufffd\ufffdang"]}
    corpora = write_zip(tmp_path, "multifieldqa_en", [record])
    path = part_recipe(tmp_path, "multifieldqa_en", [record])
    lvbuild.build(path, tmp_path / "release", corpora=corpora)
    [held] = written(tmp_path / "release")
    assert (held["context"], held["input"]) == (record["context"], record["input"])
    assert untrue(tmp_path / "release") == []
