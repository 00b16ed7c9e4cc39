"""Reveal's recipes, from the sample world and from files in its layout: what records promise."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import lvbuild
from lvbuild.core.resources import shipped
from lvbuild.corpora.judged_chains import Chain
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.recipe.loading import shipped_recipes
from lvbuild.release.reading import Record
from lvbuild.sample import SampleCorpus
from lvbuild.sample.asking import ProvinceArticles
from lvbuild.sample.reasoning import tell_chains
from tests.audited import untrue
from tests.builds import hashes
from tests.corpora.reveal_files import CANARY, rows_of, write_csv, write_json
from tests.release.forging import forged
from tests.score.answering import write_predictions

ENGLISH = find_language("en")
RECIPES = [name for name in shipped_recipes() if name.startswith("reveal_")]
LEVELS = ["2k", "4k"]
COUNT = 40
PROVINCES = 4


def write_recipe(folder: Path, name: str, **keys: Any) -> Path:
    """Write a shipped recipe with small levels."""
    told = yaml.safe_load((shipped("recipes") / f"{name}.yaml").read_text("utf-8"))
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump({**told, "levels": LEVELS, "count": COUNT, **keys}), "utf-8")
    return path


def records(release: Path, name: str) -> list[Record]:
    return [*lvbuild.open_release(release).records(name)]


def told(record: Record, role: str) -> dict[str, str]:
    """Return the passages of a role by their documents."""
    context = record.fields["context"]
    return {
        each["document_id"]: context[slice(*each["span"])]
        for each in record.provenance["passages"]
        if each["role"] == role
    }


def labels(release: Path, name: str) -> Counter[str]:
    return Counter(record.fields["answers"][0] for record in records(release, name))


@pytest.mark.parametrize("name", RECIPES)
def test_each_builds_from_the_sample_world_as_it_promises(tmp_path: Path, name: str) -> None:
    recipe = write_recipe(tmp_path, name)
    release, again = tmp_path / "release", tmp_path / "again"
    lvbuild.build(recipe, release, sample=True, workers=1)
    lvbuild.build(recipe, again, sample=True, workers=2)
    assert hashes(release) == hashes(again)
    assert untrue(release) == []
    small, large = (labels(release, f"{name}_{level}") for level in LEVELS)
    assert small == large
    assert len(small) > 1
    assert small.total() == COUNT
    scores = lvbuild.score_release(release, write_predictions(release, tmp_path / "predictions"))
    assert {each.score for each in scores} == {100.0}
    for record in records(release, f"{name}_{LEVELS[1]}"):
        assert_nothing_else_judges_it(record)


def assert_nothing_else_judges_it(record: Record) -> None:
    """Assert that no passage that distracts holds half of the content words of what is asked."""
    [asked] = ENGLISH.normal_texts([record.fields["input"]])
    wanted = ENGLISH.normal_content(asked)
    for form in ENGLISH.normal_texts([*told(record, "distracting").values()]):
        assert 2 * len(wanted & ENGLISH.normal_content(form)) < len(wanted)


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write chains about invented things in Reveal's layout: eval as CSV, open as JSON."""
    folder = tmp_path_factory.mktemp("corpora")
    corpus = SampleCorpus(7, "en")
    chains: list[Chain] = []
    for number in range(PROVINCES):
        draws = corpus.draws("chains", number)
        chains += tell_chains(ProvinceArticles(corpus.province(number), corpus, draws, 0))
    write_csv(folder / "reveal", rows_of(chains[30:]))
    hard = {"is_low_agreement_hard_case": True, "agreement_majority_all_steps": 2}
    write_json(folder / "reveal", rows_of(chains[:30], **hard), "open")
    return folder


@pytest.fixture(scope="module")
def built(corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build all recipes from these files."""
    folder = tmp_path_factory.mktemp("built")
    for name in RECIPES:
        recipe = write_recipe(folder, name)
        lvbuild.build(recipe, folder / "release", corpora=corpora, workers=1)
    return folder / "release"


def test_files_in_its_layout_come_to_sound_records(built: Path) -> None:
    assert untrue(built) == []
    for name in RECIPES:
        small, large = (labels(built, f"{name}_{level}") for level in LEVELS)
        assert small == large
        assert small.total() == COUNT


def hard_rows(corpora: Path) -> list[dict[str, Any]]:
    path = corpora / "reveal/open/reveal_open.json"
    return [*json.loads(path.read_text("utf-8"))]


def evidence_of_questions(corpora: Path) -> Mapping[str, set[str]]:
    """Return the evidence of each question, whatever the model and the split."""
    held: dict[str, set[str]] = {}
    with (corpora / "reveal/eval/reveal_eval.csv").open(encoding="utf-8", newline="") as file:
        for row in [*hard_rows(corpora), *csv.DictReader(file)]:
            held.setdefault(row["question_id"], set()).add(row["evidence"] or "")
    return held


def test_no_evidence_of_the_same_question_distracts_and_no_hard_case_is_asked(
    corpora: Path, built: Path
) -> None:
    held = evidence_of_questions(corpora)
    hard = {f"{row['question_id']}/{row['answer_model']}" for row in hard_rows(corpora)}
    seen = 0
    for record in records(built, f"reveal_attribution_mixup_{LEVELS[1]}"):
        key = record.provenance["question_id"].removeprefix("reveal:attribution/strategy_qa/")
        question, model = key.rsplit("/", 3)[0:2]
        assert f"{question}/{model}" not in hard
        others = held[question]
        assert others >= {*told(record, "supporting").values()}
        assert others.isdisjoint(told(record, "distracting").values())
        seen += len(others) > len(told(record, "supporting"))
    assert seen > COUNT // 2


def test_a_selection_may_ask_of_a_hard_case(corpora: Path, tmp_path: Path) -> None:
    name = "reveal_attribution_mixup"
    recipe = write_recipe(tmp_path, name)
    row = next(row for row in hard_rows(corpora) if row["is_final_rated_evidence_for_step"])
    parts = ("dataset", "question_id", "answer_model", "answer_id", "step_idx")
    asked = "reveal:attribution/" + "/".join(str(row[part]) for part in parts)
    table = tmp_path / f"annotations/{name}/selection.jsonl"
    table.parent.mkdir(parents=True)
    table.write_text(json.dumps({"question_id": asked}) + "\n", "utf-8")
    lvbuild.build(recipe, tmp_path / "release", corpora=corpora, workers=1, levels="2k")
    [record] = records(tmp_path / "release", f"{name}_2k")
    assert record.provenance["question_id"] == asked
    assert record.fields["answers"] == [row["attribution_label"]]


def test_the_sources_canary_and_the_warnings_stand_in_manifest_and_card(built: Path) -> None:
    card = (built / "README.md").read_text("utf-8")
    manifest = lvbuild.open_release(built).manifest
    for name in RECIPES:
        entry = manifest.recipes[name]
        assert [corpus.source_canaries for corpus in entry.corpora] == [(CANARY,)]
        assert entry.licence == ""
        assert sum("may not be passed on" in line for line in entry.warnings) == 2
        assert any("agrees to terms of its own" in line for line in entry.warnings)
        assert entry.canary != CANARY
        corpus = entry.corpora[0].name
        assert f"Canary that stands in the files of {corpus}: `{CANARY}`" in card
    assert not any(CANARY in path.read_text("utf-8") for path in (built / "data").iterdir())


def test_an_audit_tells_of_a_canary_that_is_lost(built: Path, tmp_path: Path) -> None:
    release = shutil.copytree(built, tmp_path / "release")
    with forged(release) as manifest:
        for entry in manifest["recipes"].values():
            del entry["corpora"][0]["source_canaries"]
    found = {line.partition(": ")[2] for line in untrue(release)}
    lost = "source-canaries: reveal_logic has lost its canary (source_canaries)"
    assert lost in found
    assert len(found) == len(RECIPES)


def test_a_label_that_the_recipe_lacks_is_told(corpora: Path, tmp_path: Path) -> None:
    name = "reveal_attribution_mixup"
    few = write_recipe(tmp_path, name, labels=["Fully", "Unsupported"])
    manifest = lvbuild.build(few, tmp_path / "few", corpora=corpora, workers=1, levels="2k")
    left_out = Counter(one.reason for one in manifest.recipes[name].left_out)
    assert left_out["its answer 'Contradictory' is none of the recipe's labels"] > 0
    none = write_recipe(tmp_path, name, labels=["yes", "no"])
    with pytest.raises(BuildError, match="is none of the recipe's labels"):
        lvbuild.build(none, tmp_path / "none", corpora=corpora, workers=1, levels="2k")
