"""Upstream's own prompts: read from its files, told by card and manifest, and nothing else."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.recipe.prompts import read_prompt
from lvbuild.release.describing import descriptions
from lvbuild.renewal.refresh import refresh_release
from tests.cli.running import hashes
from tests.tasks.small_world import RECIPE, book, write_books, write_recipe

PROMPT = "Read.\n{context}\nNow: {input}\n```\nAnswer:"
PYTHON = (
    "from metrics import qa_f1_score\nprint('run!')\nDATASET_MAXGEN = {'mine': 64}\n"
    f"DATASET_PROMPT = {{\n    'other': 'x {{context}}',\n    'mine': {PROMPT!r},\n}}\n"
)


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    return write_books(tmp_path / "corpora", (book(seed, 800) for seed in range(4)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dataset2prompt.json", json.dumps({"mine": PROMPT, "lcc": "no place"})),
        ("config.py", PYTHON),
    ],
)
def test_a_prompt_is_read_by_the_data_sets_name_and_python_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    found = read_prompt(written(tmp_path, name, text), "mine")
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    assert (found.name, found.sha256, found.prompt) == (name, sha256, PROMPT)
    assert capsys.readouterr().out == ""


def test_a_prompt_may_ask_by_itself(tmp_path: Path) -> None:
    path = written(tmp_path, "p.json", json.dumps({"mine": "Sum up: {context} in {{braces}}"}))
    assert read_prompt(path, "mine").prompt == "Sum up: {context} in {{braces}}"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("p.json", '{"other": "{context}", "one": "x"}', "has no prompt of 'mine', only of one, o"),
        ("p.json", '{"mine": "{input}"}', "the prompt of 'mine' has no {context}"),
        ("p.json", '{"mine": "{context} {answers}"}', "has {answers}; records fill in {context}"),
        ("p.json", '{"mine": "{context"}', "cannot be filled in"),
        ("p.json", '{"mine": ["{context}"]}', "holds no prompts"),
        ("p.json", "[" * 100_000, "is no JSON"),
        ("p.json", "\udcff", "is no JSON"),
        ("p.py", "DATASET_PROMPT = {'mine': open('x').read()}", "is no JSON, or Python"),
        ("p.py", "PROMPTS = {'mine': '{context}'}", "holds no prompts"),
        ("p.py", "DATASET_PROMPT =", "is no JSON, or Python"),
    ],
)
def test_what_is_no_prompt_is_refused(tmp_path: Path, name: str, text: str, told: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError) as refused:
        read_prompt(path, "mine")
    assert told in str(refused.value)
    assert str(refused.value).startswith(f"{path}: ")
    with pytest.raises(UsageError, match="nowhere: cannot be read"):
        read_prompt(tmp_path / "nowhere", "mine")


def build(folder: Path, out: str, corpora: Path, **options: Any) -> Path:
    upstream = RECIPE + "upstream: theirs\nmax_new_tokens: 40\n"
    lvbuild.build(write_recipe(folder, upstream), folder / out, corpora=corpora, **options)
    return folder / out


def test_only_card_and_manifest_tell_it_and_a_variant_keeps_it(
    tmp_path: Path, corpora: Path
) -> None:
    path = written(tmp_path, "p.json", json.dumps({"mine": "{context}", "theirs": PROMPT}))
    plain = build(tmp_path, "plain", corpora)
    asked = build(tmp_path, "asked", corpora, prompts=path)
    differing = {name for name, found in hashes(plain).items() if hashes(asked)[name] != found}
    assert differing == {"README.md", "SHA256SUMS", "eval.yaml", "manifest.json"}
    entries = [lvbuild.open_release(each).manifest.recipes["mine"] for each in (plain, asked)]
    assert entries[0].prompt == lvbuild.load_recipe(tmp_path / "mine.yaml").recipe.prompt
    assert (entries[1].prompt, entries[1].max_new_tokens) == (PROMPT, 40)
    taken = entries[1].build_options.prompts
    assert taken is not None
    told_there = (asked / "README.md").read_text("utf-8")
    told = "to answer in at most 40 tokens (`max_new_tokens`), by the prompt of p.json (sha256"
    assert f"{told} `{taken.sha256}`):" in told_there
    assert PROMPT.replace("```", "'''") in told_there
    with pytest.raises(UsageError, match="with other --prompts"):
        build(tmp_path, "asked", corpora)
    Path(path).unlink()
    lvbuild.verify(asked)
    refresh_release(asked, "spring", tmp_path / "spring", corpora=corpora)
    assert lvbuild.open_release(tmp_path / "spring").manifest.recipes["mine"].prompt == PROMPT


def test_what_an_older_manifest_does_not_tell_is_taken_from_the_recipe(
    tmp_path: Path, corpora: Path
) -> None:
    release = build(tmp_path, "release", corpora)
    manifest = lvbuild.open_release(release).manifest
    entry = manifest.recipes["mine"].model_copy(update={"prompt": "", "max_new_tokens": None})
    told = descriptions(release, manifest.model_copy(update={"recipes": {"mine": entry}}))
    text = told["README.md"].decode()
    assert "How a model is asked:\n\n```text\n{context} {input}\n```" in text
