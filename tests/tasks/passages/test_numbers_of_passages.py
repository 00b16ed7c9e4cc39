"""Contexts that have a number of passages instead of levels, as LongBench's have."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from lvbuild.errors import BuildError, UsageError
from lvbuild.recipe import load_recipe
from lvbuild.release.reading import Record
from tests.audited import untrue
from tests.builds import hashes

RETRIEVALS = ["lb_passage_retrieval_en", "lb_passage_retrieval_zh"]
NAMES = ["lb_passage_count", *RETRIEVALS]
HEADS = {"en": r"^Paragraph (\d+): ", "zh": r"^段落(\d+)："}
NAMED = {"en": "Paragraph ", "zh": "段落"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of the three recipes, whole."""
    folder = tmp_path_factory.mktemp("made")
    lvbuild.build(NAMES, folder, sample=True)
    return folder


def records(release: Path, name: str) -> Iterator[tuple[Record, list[str]]]:
    """Yield the records of a configuration, with the texts behind their headings."""
    for record in lvbuild.open_release(release).records(name):
        context = record.fields["context"]
        found = [*re.finditer(HEADS[record.fields["language"]], context, re.MULTILINE)]
        assert [int(each[1]) for each in found] == list(range(1, 31))
        ends = [*(each.start() for each in found[1:]), len(context)]
        texts = [context[each.end() : end] for each, end in zip(found, ends, strict=True)]
        assert all(text.endswith("\n\n") for text in texts[:-1])
        yield record, [text.strip("\n") for text in texts]


@pytest.mark.parametrize("name", NAMES)
def test_each_is_one_file_named_as_its_recipe_that_an_audit_finds_whole(
    made: Path, name: str
) -> None:
    assert (made / f"data/{name}.jsonl").is_file()
    assert lvbuild.open_release(made).configurations == tuple(NAMES)
    found = [record for record, _ in records(made, name)]
    assert len(found) == 200
    assert {record.provenance["level"] for record in found} == {"passages"}
    assert len({record.fields["length"] for record in found}) > 50
    assert untrue(made) == []


@pytest.mark.parametrize("name", RETRIEVALS)
def test_the_answer_is_the_number_of_the_described_paragraph_each_as_often(
    made: Path, name: str
) -> None:
    numbers: Counter[int] = Counter()
    for record, texts in records(made, name):
        [answer] = record.fields["answers"]
        number = int(answer.removeprefix(NAMED[record.fields["language"]]))
        roles = [passage["role"] for passage in record.provenance["passages"]]
        assert [place + 1 for place, role in enumerate(roles) if role == "supporting"] == [number]
        assert len(set(texts)) == 30
        assert "{" not in record.fields["input"]
        numbers[number] += 1
    assert set(numbers) == set(range(1, 31))
    assert max(numbers.values()) - min(numbers.values()) <= 2


def test_the_answer_is_how_many_texts_are_different(made: Path) -> None:
    counts: Counter[int] = Counter()
    for record, texts in records(made, "lb_passage_count"):
        assert record.fields["answers"] == [str(len(set(texts)))]
        counts[len(set(texts))] += 1
    assert set(counts) == set(range(10, 31))


def test_levels_that_are_asked_for_and_workers_change_nothing(made: Path, tmp_path: Path) -> None:
    lvbuild.build(NAMES, tmp_path, sample=True, levels=["16k", "128k"], workers=1)
    paths = [f"{folder}/{name}.jsonl" for folder in ("data", "provenance") for name in NAMES]
    again, same = hashes(tmp_path), hashes(made)
    assert [again[path] for path in paths] == [same[path] for path in paths]


def write(folder: Path, shipped: str, **changes: Any) -> Path:
    recipe = yaml.safe_load(load_recipe(shipped).content) | changes
    path = folder / f"{recipe['name']}.yaml"
    kept = {key: value for key, value in recipe.items() if value is not None}
    path.write_text(yaml.safe_dump(kept, allow_unicode=True), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "changes", "told"),
    [
        ("lb_passage_count", {"levels": ["16k"]}, "passages: stands in the place of levels"),
        ("lb_passage_count", {"passages": 1}, "passages: "),
        ("lb_passage_count", {"passages": None}, "the key 'levels' is missing"),
        ("lb_passage_count", {"name": "of_16k"}, "its end is called like a level"),
        ("lb_passage_count", {"name": "of_passages"}, "its end is called like a level"),
        ("lb_hotpotqa", {"passages": 30, "levels": None}, "multi_hop_qa fills levels"),
        ("lb_hotpotqa", {"levels": ["passages"]}, "passages: stands in the place of levels"),
        ("lb_passage_retrieval_en", {"metric": "f1"}, "write retrieval_number, or f1_keywords"),
    ],
)
def test_what_does_not_go_together_is_told(
    tmp_path: Path, name: str, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        load_recipe(write(tmp_path, name, **changes))


def test_a_recipe_with_levels_has_no_number_of_passages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lb_2wikimqa: fills levels; ask for such as 4k"):
        lvbuild.build("lb_2wikimqa", tmp_path, sample=True, levels=["passages"])


def test_too_few_documents_end_the_build(tmp_path: Path) -> None:
    text = (
        "In {0} we came by the {0}th road to {0} towns. Then {0} went home, {0} years late, by sea."
    )
    lines = [f'{{"text": "{text.format(number)}"}}\n' for number in range(40)]
    (tmp_path / "few.jsonl").write_text("".join(lines), encoding="utf-8")
    source = {"name": "few", "path": "few.jsonl", "format": "jsonl", "licence": "MIT"}
    haystack = {**source, "fields": {"documents": "text"}}

    def build(shipped: str, passages: int) -> Path:
        changes = {"haystack": haystack, "passages": passages, "count": 4, "name": "mine"}
        path = write(tmp_path, shipped, **changes)
        lvbuild.build(path, tmp_path / f"{passages}", corpora=tmp_path)
        return tmp_path / f"{passages}"

    made = lvbuild.open_release(build("lb_passage_count", 5))
    document = made.record("mine", 0).provenance["passages"][0]["document_id"]
    folder = tmp_path / "annotations/mine"
    folder.mkdir(parents=True)
    row = {"document_id": document, "abstract": "Roads.", "status": "draft", "annotator": "x"}
    (folder / "abstracts.jsonl").write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    for shipped in ("lb_passage_count", "lb_passage_retrieval_en"):
        told = r"mine: a context has 50 passages, and few has \d+ that"
        with pytest.raises(BuildError, match=told):
            build(shipped, 50)
