"""Releases of recipes with inline sources: built, traced, verified and fetched like any other."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lvbuild
from lvbuild.errors import UsageError
from tests.builds import errors_told, run
from tests.hub_server import running_hub
from tests.tasks.small_world import book

RECIPE = """\
name: keys
title: Who hid which key
task: single_hop_qa
language: en
licence: MIT
questions:
  - name: hidden
    format: jsonl
    licence: CC-BY-SA-4.0
    homepage: https://example.org/hidden
    fields: {id: qid, question: query, answers: "answers[]", documents: text}
distractors: [hidden, {name: prose, format: text, licence: CC0-1.0}]
count: 6
levels: [1k, 2k]
unit: words
metric: f1
prompt: "{context} {input}"
"""
COMMIT = "89abcdef01" * 4
PEOPLE = ("Ada Stone", "Ben Hill", "Cy Marsh", "Di Lake", "Ed Wood", "Flo Reed", "Gus Vale")


def write_corpora(folder: Path, people: Sequence[str] = PEOPLE, mark: str = "") -> Path:
    """Write a question for each person, the first without an answer, and texts to fill 2k with."""
    records = [
        {
            "qid": number,
            "query": f"Who hid key number {number}?",
            "answers": [who] if number else [],
            "text": f"{book(number, 40)} {who} hid key number {number} under the quay.{mark}",
        }
        for number, who in enumerate(people)
    ]
    for name in ("hidden", "prose"):
        (folder / name).mkdir(parents=True)
    lines = [json.dumps(record) + "\n" for record in records]
    (folder / "hidden/a.jsonl").write_text("".join(lines), encoding="utf-8")
    for seed in range(40):
        (folder / f"prose/{seed}.txt").write_text(book(100 + seed, 60), encoding="utf-8")
    return folder


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    return write_corpora(tmp_path / "corpora")


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "keys.yaml"
    path.write_text(RECIPE)
    return path


def test_documents_of_the_corpus_that_asks_come_before_others(
    recipe: Path, corpora: Path, tmp_path: Path
) -> None:
    more = [{"qid": n, "query": "?", "answers": [], "text": book(n, 60)} for n in range(20, 99)]
    with (corpora / "hidden/a.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in more)
    lvbuild.build(recipe, tmp_path / "release", corpora=corpora, workers=1)
    for level in ("1k", "2k"):
        for record in lvbuild.open_release(tmp_path / "release").records(f"keys_{level}"):
            names = [passage["document_id"] for passage in record.provenance["passages"]]
            own = [name for name in names if name.startswith("hidden:")]
            assert own == names


def test_a_release_is_traced_to_inline_sources_and_built_again(
    recipe: Path, corpora: Path, tmp_path: Path
) -> None:
    manifest = lvbuild.build(recipe, tmp_path / "release", corpora=corpora, workers=1)
    entry = manifest.recipes["keys"]
    used = {(corpus.name, corpus.revision, corpus.licence): corpus for corpus in entry.corpora}
    assert [*used] == [("hidden", "local", "CC-BY-SA-4.0"), ("prose", "local", "CC0-1.0")]
    assert [len(corpus.files) for corpus in used.values()] == [1, 40]
    assert [(q.question_id, q.reason) for q in entry.left_out] == [
        ("hidden:0", "upstream gives no answer")
    ]
    release = lvbuild.open_release(tmp_path / "release")
    records = [*release.records("keys_1k")]
    assert {r.fields["answers"][0] for r in records} == {*PEOPLE[1:]}
    for record in records:
        assert abs(record.fields["length"] - 1_000) <= 5
        passages = record.provenance["passages"]
        supporting = [p for p in passages if p["role"] == "supporting"]
        assert [p["document_id"].split(":")[0] for p in supporting] == ["hidden"]
        text = record.fields["context"][slice(*supporting[0]["span"])]
        assert f"{record.fields['answers'][0]} hid key" in text
        assert any(p["document_id"].startswith("prose:") for p in passages)
    assert (tmp_path / "release/inputs/keys/keys.yaml").read_text() == RECIPE
    card = (tmp_path / "release/README.md").read_text()
    assert "- hidden: CC-BY-SA-4.0, revision local" in card
    lvbuild.verify(tmp_path / "release", rebuild=True, corpora=corpora)


def test_two_recipes_of_a_build_may_map_a_corpus_each_in_its_way(
    recipe: Path, corpora: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    text = RECIPE.replace("name: keys", "name: other").replace("id: qid, ", "")
    other.write_text(text)
    out = tmp_path / "release"
    lvbuild.build([recipe, other], out, corpora=corpora, levels=["1k"], workers=1)
    ids = [
        {r.provenance["question_id"] for r in lvbuild.open_release(out).records(f"{name}_1k")}
        for name in ("keys", "other")
    ]
    assert ids[0] == {f"hidden:{number}" for number in range(1, 7)}
    assert len(ids[1]) == 6
    assert ids[0].isdisjoint(ids[1])


def test_a_source_cannot_be_called_like_a_known_corpus(recipe: Path, corpora: Path) -> None:
    recipe.write_text(RECIPE.replace("prose", "pg19"))
    with pytest.raises(UsageError, match=r"'pg19': is the name of a known corpus.*otherwise"):
        lvbuild.build(recipe, corpora.parent / "release", corpora=corpora)


def test_a_parquet_data_set_of_the_hub_is_fetched_at_its_commit(
    recipe: Path, corpora: Path, tmp_path: Path
) -> None:
    home = f"hub: {{repository: someone/hidden, revision: {COMMIT}, files: [data/a.parquet]}}"
    text = RECIPE.replace("homepage: https://example.org/hidden", home)
    recipe.write_text(text.replace("format: jsonl", "format: parquet"))
    (tmp_path / "hub/data").mkdir(parents=True)
    lines = (corpora / "hidden/a.jsonl").read_text().splitlines()
    rows = pa.Table.from_pylist([json.loads(line) for line in lines])
    pq.write_table(rows, tmp_path / "hub/data/a.parquet")
    (corpora / "hidden").rename(tmp_path / "elsewhere")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("HF_", "LVBUILD_", "XDG_"))}
    here = {"LVBUILD_CACHE": str(tmp_path / "cache"), "HF_HOME": str(tmp_path / "hf")}
    out = tmp_path / "release"
    there: list[str | Path] = ["--corpora", corpora]
    command = ["recipe", recipe, *there, "--out", out, "--levels", "1k"]
    with running_hub("someone/hidden", COMMIT, tmp_path / "hub", tmp_path / "log") as hub:
        online = kept | here | {"HF_ENDPOINT": hub.address}
        offline = run([*command, "--offline"], online)
        (line,) = errors_told(offline.stderr)
        assert (offline.returncode, hub.requests()) == (3, [])
        assert "hidden (looked in " in line
        assert "corpora fetch" not in line
        built = run(command, online)
        assert built.returncode == 0, built.stderr
        assert "GET data/a.parquet" in hub.requests()
        again = run(["verify", out, "--rebuild", *there], online)
        assert (again.returncode, hub.requests()) == (0, [])
    manifest = lvbuild.open_release(out).manifest
    assert manifest.recipes["keys"].corpora[0].revision == COMMIT
