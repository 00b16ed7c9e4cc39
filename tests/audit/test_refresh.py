"""A release anew: the same questions in words that no variant before had."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import lvbuild
from lvbuild.audit.refresh import refresh_release
from lvbuild.cli.main import program
from lvbuild.errors import UsageError, VerificationError

TOWNS = ["Ashby", "Brill", "Corley", "Denham", "Elmley", "Fenton"]
NEW = ["Wessel", "Morrick", "Tarling"]
FIXED = TOWNS[0]
RECIPE = """\
name: towns
title: Towns
task: single_hop_qa
language: en
licence: MIT
questions: [hotpotqa]
distractors: [hotpotqa]
count: 6
levels: [2k, 4k]
unit: words
replacements: true
metric: f1
prompt: "{context} {input}"
"""


def told(town: str, number: int) -> list[str]:
    """Return the sentences of an article on a town."""
    rest = (f" {town} keeps {n} sheep on hill {n * (number + 3)} by custom." for n in range(9))
    bridge = f" In {1700 + number} {town}'s bridge was built by the mason Quill of {town}."
    return [f"{town} is a town.", bridge, *rest]


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a recipe with two alternatives a row, its corpus and its release."""
    folder = tmp_path_factory.mktemp("towns")
    texts = {town: told(town, n) for n, town in enumerate(TOWNS)}
    texts |= {f"Village{n}": told(f"Village{n}", n) for n in range(60)}
    asked = [
        {
            "_id": town,
            "question": "Of which town was the mason Quill?" if town else "",
            "answer": town,
            "context": [[title, sentences] for title, sentences in texts.items()],
            "supporting_facts": [[town, 1]],
        }
        for town in TOWNS
    ]
    (folder / "corpora/hotpotqa").mkdir(parents=True)
    (folder / "corpora/hotpotqa/hotpot_dev_distractor_v1.json").write_text(json.dumps(asked))
    tables = folder / "annotations/towns"
    tables.mkdir(parents=True)
    with (tables / "replacements.jsonl").open("w") as file:
        for number, town in enumerate(TOWNS):
            words = [f"{new}{'abcdef'[number]}" for new in NEW]
            row = {"original": town, "replacement": words[0], "alternatives": words[1:]}
            if town == FIXED:
                row = {
                    "original": "mason",
                    "replacement": "baker",
                    "alternatives": ["smith", "cook"],
                }
            kind = "term" if town == FIXED else "place"
            row |= {"question_id": f"hotpotqa:{town}", "kind": kind}
            file.write(json.dumps({**row, "status": "draft", "annotator": "Ann"}) + "\n")
    (folder / "towns.yaml").write_text(RECIPE)
    lvbuild.build(folder / "towns.yaml", folder / "v0", corpora=folder / "corpora", workers=1)
    return folder


def answers(release: Path) -> dict[str, str]:
    records = lvbuild.open_release(release).records("towns_2k")
    return {r.provenance["question_id"]: r.fields["answers"][0] for r in records}


def refreshed(towns: Path, names: Sequence[str], folder: Path) -> list[Path]:
    """Return releases, each a variant of the one before."""
    found = [towns / "v0"]
    for name in names:
        refresh_release(found[-1], name, folder / name, corpora=towns / "corpora", workers=1)
        found.append(folder / name)
    return found


def test_variants_of_variants_share_no_word_as_long_as_there_are_others(
    towns: Path, tmp_path: Path
) -> None:
    releases = refreshed(towns, ["spring", "summer"], tmp_path)
    asked = [answers(release) for release in releases]
    for name in asked[0]:
        words = [each[name] for each in asked]
        assert len(set(words)) == (1 if name == f"hotpotqa:{FIXED}" else 3)
    canaries = {lvbuild.open_release(one).manifest.recipes["towns"].canary for one in releases}
    assert len(canaries) == 3
    ids = [{r.fields["_id"] for r in lvbuild.open_release(o).records("towns_2k")} for o in releases]
    assert not ids[0] & ids[1]
    assert not ids[1] & ids[2]


def test_what_stays_the_same_is_told_with_the_reason(towns: Path, tmp_path: Path) -> None:
    [_, spring, summer, autumn] = refreshed(towns, ["spring", "summer", "autumn"], tmp_path)
    found = refresh_release(
        spring, "other", tmp_path / "other", corpora=towns / "corpora", workers=1
    )["towns"]
    assert (found.kept, found.new, found.replaced, found.changed) == (6, 0, 6, 5)
    assert found.unchanged == {f"hotpotqa:{FIXED}": "no row replaces a word of its answer"}
    shortfalls = lvbuild.open_release(autumn).manifest.recipes["towns"].shortfalls
    assert any("6 questions with words that a variant before had" in told for told in shortfalls)
    assert not any(
        "that a variant before had" in told
        for told in lvbuild.open_release(summer).manifest.recipes["towns"].shortfalls
    )


def test_a_variant_is_the_same_again_and_can_be_built_without_the_one_before(
    towns: Path, tmp_path: Path
) -> None:
    [_, spring, summer] = refreshed(towns, ["spring", "summer"], tmp_path)
    lvbuild.verify(summer, rebuild=True, corpora=towns / "corpora")
    lvbuild.build(
        towns / "towns.yaml",
        tmp_path / "again",
        corpora=towns / "corpora",
        variant="summer",
        since="spring",
        workers=2,
    )
    for path in ("data/towns_2k.jsonl", "provenance/towns_4k.jsonl"):
        assert (tmp_path / "again" / path).read_bytes() == (summer / path).read_bytes()
    alone = tmp_path / "alone"
    lvbuild.build(towns / "towns.yaml", alone, corpora=towns / "corpora", variant="spring")
    assert answers(alone) == answers(spring)


@pytest.mark.parametrize("name", ["", " ", "a,b", "spring"])
def test_a_variant_has_a_name_that_none_before_had(towns: Path, tmp_path: Path, name: str) -> None:
    [_, spring] = refreshed(towns, ["spring"], tmp_path)
    with pytest.raises(UsageError, match="name the variant, without a comma"):
        refresh_release(spring, name, tmp_path / "other", corpora=towns / "corpora")
    assert not (tmp_path / "other").exists()


def test_a_release_that_was_changed_is_not_refreshed(towns: Path, tmp_path: Path) -> None:
    [_, spring] = refreshed(towns, ["spring"], tmp_path)
    recipe = spring / "inputs/towns/towns.yaml"
    held: dict[str, Any] = yaml.safe_load(recipe.read_text())
    recipe.write_text(yaml.safe_dump(held | {"title": "Cities"}))
    with pytest.raises(VerificationError, match="differs from its hash"):
        refresh_release(spring, "summer", tmp_path / "other", corpora=towns / "corpora")


def test_the_command_tells_what_became_of_answers(towns: Path, tmp_path: Path) -> None:
    call = ["refresh", str(towns / "v0"), "--variant", "spring", "--out", str(tmp_path / "new")]
    ran = CliRunner().invoke(program, [*call, "--corpora", str(towns / "corpora")])
    assert ran.exit_code == 0, ran.output
    assert "towns: 6 questions kept, 0 new; the answers of 5 of 6" in ran.output
    assert f"the same of 1: no row replaces a word of its answer (hotpotqa:{FIXED})" in ran.output
    assert lvbuild.audit_release(tmp_path / "new", workers=1).errors == 0
