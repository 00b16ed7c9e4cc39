"""What records look like in each layout: their keys, headings and lengths."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError
from tests.audited import untrue
from tests.tasks.small_mixup import write_mixup

OWN: dict[str, Any] = {
    "confusing_facts": 0,
    "answer_keywords": "false",
    "replacements": "false",
    "metric": "f1",
}
LONGBENCH = ["input", "context", "answers", "length", "dataset", "language", "all_classes", "_id"]


def test_records_of_longbench_have_its_keys_and_titled_passages_and_fill_their_level(
    tmp_path: Path,
) -> None:
    recipe = write_mixup(tmp_path, layout="longbench", titles="true", **OWN)
    lvbuild.build([recipe], tmp_path / "made", sample=True)
    release = lvbuild.open_release(tmp_path / "made")
    for name, size in (("mixed_2k", 2_000), ("mixed_8k", 8_000)):
        records = list(release.records(name))
        assert len(records) == 20
        for record in records:
            fields, told = record.fields, record.provenance["passages"]
            assert list(fields) == LONGBENCH
            assert fields["all_classes"] is None
            counted = len(
                " ".join([fields["input"], fields["context"], *fields["answers"]]).split()
            )
            assert fields["length"] == counted
            assert abs(counted - size) <= size * 0.005
            heads = re.findall(r"^Passage (\d+):\n(\S.*)\n\S", fields["context"], re.MULTILINE)
            assert [int(number) for number, _ in heads] == list(range(1, len(told) + 1))
            for passage, (_, title) in zip(told, heads, strict=True):
                start = passage["span"][0]
                assert fields["context"][start:].startswith(f"{title}\n")
    assert untrue(tmp_path / "made") == []


@pytest.mark.parametrize("strict", [True, False])
def test_the_features_of_the_card_are_the_keys_of_the_layout(tmp_path: Path, strict: bool) -> None:
    recipe = write_mixup(tmp_path, layout="longbench", levels="[2k]", count=4, **OWN)
    lvbuild.build([recipe], tmp_path / "made", sample=True, strict=strict)
    card = (tmp_path / "made/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^ *- ?name: '?(\w+)'?$", card, re.MULTILINE)
    assert [name for name in listed if name in {*LONGBENCH, "answer_keywords"}] == LONGBENCH


def test_a_layout_that_lacks_what_a_recipe_has_is_refused(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, layout="longbench")
    with pytest.raises(UsageError, match="records of longbench have no answer_keywords"):
        lvbuild.load_recipe(recipe)
