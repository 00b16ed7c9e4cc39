"""Levels in tokens: every record recounted whole, and releases of them verified and built again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import UsageError, VerificationError
from lvbuild.text.tokens import open_tokenizer
from tests.builds import environment, errors_told, finished, hashes, run

Row = dict[str, Any]

TOKENIZERS = ("cl100k_base.tiktoken", "words.json", "merging.json")
MIXUP = """\
name: {name}
title: A small mixup in tokens
task: multi_hop_qa
language: {language}
licence: MIT
questions: [hotpotqa]
distractors: [hotpotqa]
count: 6
levels: [{levels}]
unit: tokens
tokenizer: {tokenizer}
confusing_facts: 2
answer_keywords: true
replacements: true
metric: f1
prompt: "{{context}} {{input}}"
"""


def write_mixup(folder: Path, tokenizer: str | Path, language: str, levels: str) -> Path:
    """Write a recipe of a mixup of six questions."""
    folder.mkdir(parents=True, exist_ok=True)
    text = MIXUP.format(
        name=f"mixed_{language}", language=language, levels=levels, tokenizer=tokenizer
    )
    path = folder / f"mixed_{language}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def recounted(record: Row, tokenizer: Path) -> int:
    """Count a record whole, by the plainest means."""
    texts = [record["input"], record["context"], *record["answers"]]
    if tokenizer.suffix == ".json":
        from tokenizers import Tokenizer

        plain = Tokenizer.from_file(str(tokenizer))
        return sum(len(plain.encode(text, add_special_tokens=False).ids) for text in texts)
    return sum(map(open_tokenizer(str(tokenizer)).count, texts))


def check(release: Path, tokenizer: Path, level: str, size: int) -> int:
    """Check the records of a level; return how many there are."""
    found = [row for path in release.glob(f"data/*_{level}.jsonl") for row in rows(path)]
    for record in found:
        assert record["length"] == recounted(record, tokenizer)
        assert abs(record["length"] - size) <= 0.005 * size
    return len(found)


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("recipe", ["factrecall_en", "factrecall_zh"])
def test_fact_recall_is_as_long_as_its_level_in_tokens(
    recipe: str, name: str, vocabularies: Path, tmp_path: Path
) -> None:
    tokenizer = vocabularies / name
    lvbuild.build(
        recipe, tmp_path, levels=["4k", "16k"], sample=True, limit=20, unit="tokens",
        tokenizer=str(tokenizer), workers=1,
    )  # fmt: skip
    assert check(tmp_path, tokenizer, "16k", 16_000) == 20
    assert check(tmp_path, tokenizer, "4k", 4_000) == 20


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_mixup_is_as_long_as_its_level_in_tokens(
    language: str, name: str, vocabularies: Path, tmp_path: Path
) -> None:
    recipe = write_mixup(tmp_path, vocabularies / name, language, "4k, 8k, 16k")
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1)
    for level, size in (("4k", 4_000), ("8k", 8_000), ("16k", 16_000)):
        assert check(tmp_path / "release", vocabularies / name, level, size) == 6


@pytest.mark.slow
@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_long_levels_are_as_long_too(
    language: str, name: str, vocabularies: Path, tmp_path: Path
) -> None:
    tokenizer = vocabularies / name
    recipe = write_mixup(tmp_path, tokenizer, language, "128k, 1M")
    lvbuild.build(
        [f"factrecall_{language}", recipe], tmp_path / "release", levels=["128k", "1M"],
        sample=True, limit=2, unit="tokens", tokenizer=str(tokenizer),
    )  # fmt: skip
    assert check(tmp_path / "release", tokenizer, "128k", 128_000) == 4
    assert check(tmp_path / "release", tokenizer, "1000k", 1_000_000) == 4


@pytest.mark.parametrize("name", ["cl100k_base.tiktoken", "merging.json"])
def test_the_bytes_are_the_same_whatever_the_workers_and_the_order_of_levels(
    name: str, vocabularies: Path, tmp_path: Path
) -> None:
    recipe = write_mixup(tmp_path, vocabularies / name, "en", "4k, 8k, 16k")
    lvbuild.build(recipe, tmp_path / "at once", sample=True, workers=1)
    for level in ("16k", "4k", "8k"):
        lvbuild.build(recipe, tmp_path / "one by one", levels=[level], sample=True, workers=2)
    assert hashes(tmp_path / "at once") == hashes(tmp_path / "one by one")
    before = finished(tmp_path / "at once")
    lvbuild.build(recipe, tmp_path / "at once", sample=True)
    assert finished(tmp_path / "at once") == before


def test_the_manifest_and_the_card_tell_unit_nesting_and_tokenizer(
    vocabularies: Path, tmp_path: Path
) -> None:
    recipe = write_mixup(tmp_path, vocabularies / "words.json", "en", "2k")
    manifest = lvbuild.build(recipe, tmp_path / "release", sample=True, nested=False)
    digest = sha256((vocabularies / "words.json").read_bytes()).hexdigest()
    options = json.loads((tmp_path / "release/manifest.json").read_bytes())["recipes"]["mixed_en"][
        "options"
    ]
    assert (options["unit"], options["nested"]) == ("tokens", False)
    assert options["tokenizer"] == {"name": "words.json", "sha256": digest, "encoding": ""}
    assert options["report_tokens"] is None
    card = (tmp_path / "release/README.md").read_text(encoding="utf-8")
    assert f"Lengths are in tokens of words.json (sha256 `{digest}`)" in card
    nested = lvbuild.build(recipe, tmp_path / "other", sample=True)
    held = [each.recipes["mixed_en"].input_hash for each in (manifest, nested)]
    assert held[0] != held[1]
    with pytest.raises(UsageError, match="holds mixed_en with other --nested"):
        lvbuild.build(recipe, tmp_path / "release", sample=True)


def test_a_tokenizers_file_is_found_beside_the_recipe_and_named_again_to_verify(
    vocabularies: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "recipes"
    recipe = write_mixup(folder, "mine.json", "en", "2k")
    tokenizer = (vocabularies / "words.json").rename(vocabularies / "moved.json")
    tokenizer.with_name("words.json").write_bytes(tokenizer.read_bytes())
    (folder / "mine.json").write_bytes(tokenizer.read_bytes())
    release = tmp_path / "release"
    lvbuild.build(recipe, release, sample=True)
    with pytest.raises(UsageError, match="by --tokenizer FILE"):
        lvbuild.verify(release, rebuild=True)
    other = str(vocabularies / "merging.json")
    with pytest.raises(UsageError, match=f"{other} has the sha256"):
        lvbuild.verify(release, rebuild=True, tokenizers=[other])
    assert lvbuild.verify(release, rebuild=True, tokenizers=[other, str(tokenizer)]).complete


def test_a_rebuild_of_a_release_with_other_tokens_finds_the_difference(
    vocabularies: Path, tmp_path: Path
) -> None:
    name = str(vocabularies / "cl100k_base.tiktoken")
    recipe = write_mixup(tmp_path, name, "zh", "2k")
    lvbuild.build(recipe, tmp_path / "release", sample=True)
    assert lvbuild.verify(tmp_path / "release", rebuild=True, tokenizers=[name]).complete
    data = tmp_path / "release/data/mixed_zh_2k.jsonl"
    data.write_bytes(data.read_bytes().replace(b'"length":', b'"length":1', 1))
    with pytest.raises(VerificationError):
        lvbuild.verify(tmp_path / "release", rebuild=True, tokenizers=[name])


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n == "words.json" else pytest.mark.slow) for n in TOKENIZERS],
)
def test_reported_tokens_stand_in_the_provenance_and_change_no_data(
    name: str, vocabularies: Path, tmp_path: Path
) -> None:
    recipe = write_mixup(tmp_path, vocabularies / "words.json", "en", "4k, 8k")
    plain, told = tmp_path / "plain", tmp_path / "told"
    reported = str(vocabularies / name)
    settings: Row = {"sample": True, "limit": 3, "levels": ["4k", "8k"]}
    for out, name_told in ((plain, None), (told, reported)):
        lvbuild.build("factrecall_zh", out, report_tokens=name_told, **settings)
        lvbuild.build(recipe, out, unit="words", report_tokens=name_told, **settings)
    for path in sorted(plain.glob("data/*.jsonl")):
        assert (told / "data" / path.name).read_bytes() == path.read_bytes()
        for record, provenance, bare in zip(
            rows(path),
            rows(told / "provenance" / path.name),
            rows(plain / "provenance" / path.name),
            strict=True,
        ):
            assert provenance.pop("tokens") == recounted(record, vocabularies / name)
            assert provenance == bare
    assert lvbuild.verify(told, rebuild=True, tokenizers=[str(vocabularies / name)]).complete


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--unit", "tokens"], "unit: tokens takes a tokenizer"),
        (["--tokenizer", "cl100k_base"], "tokenizer: goes with unit: tokens, not with words"),
        (["--unit", "tokens", "--tokenizer", "cl200k"], "no encoding of tiktoken has this name"),
        (["--unit", "tokens", "--tokenizer", "cl100k_base"], "tiktoken's cache lacks it"),
        (["--report-tokens", "nowhere.json"], "nowhere.json: the tokenizer cannot be read"),
    ],
)
def test_what_cannot_be_counted_is_told_in_one_line(
    options: list[str], told: str, tmp_path: Path
) -> None:
    env = environment(tmp_path, TIKTOKEN_CACHE_DIR=str(tmp_path / "cache"))
    arguments = ["recipe", "factrecall_en", "--sample", "--levels", "1k", *options]
    done = run([*arguments, "--out", tmp_path / "release"], env)
    [line] = errors_told(done.stderr)
    assert done.returncode == 2
    assert line.startswith("error: ")
    assert told in line
    assert not (tmp_path / "release").exists()
