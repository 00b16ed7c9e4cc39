"""Levels in tokens: every record recounted whole, and releases of them verified and built again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.engine.here import Listener, Summary
from lvbuild.errors import UsageError
from lvbuild.text.tokens import open_tokenizer
from tests.cli.running import lvbuild as run
from tests.tasks.needles.releases import write_recipe as write_small
from tests.tasks.small_mixup import write_mixup

Row = dict[str, Any]

NEEDLES = ("needle_chained", "passage_count")
TOKENIZERS = ("cl100k_base.tiktoken", "words.json", "merging.json")
EACH = pytest.mark.parametrize(
    ("language", "name"), list(zip(("en", "zh", "en"), TOKENIZERS, strict=True))
)


class Told(Listener):
    """Hears what a build tells at its end."""

    notes: tuple[str, ...] = ()

    def finished(self, summary: Summary) -> None:
        self.notes = summary.notes


def write_recipe(folder: Path, tokenizer: str | Path, language: str, levels: str) -> Path:
    """Write a recipe of a mixup of six questions."""
    keys: Row = {"unit": "tokens", "tokenizer": tokenizer, "count": 6, "confusing_facts": 2}
    told: Row = {"name": f"mixed_{language}", "language": language, "metric": "f1"}
    return write_mixup(folder, levels=f"[{levels}]", **keys, **told)


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


@pytest.mark.parametrize(
    ("level", "limit"), [("4k", 6), pytest.param("64k", 2, marks=pytest.mark.slow)]
)
@EACH
def test_records_are_as_long_as_their_level_in_tokens(
    language: str, name: str, level: str, limit: int, vocabularies: Path, tmp_path: Path
) -> None:
    tokenizer = vocabularies / name
    recipe = write_recipe(tmp_path, tokenizer, language, level)
    needle, count = (write_small(tmp_path, f"{one}_{language}") for one in NEEDLES)
    lvbuild.build(
        [f"factrecall_{language}", needle, count, recipe], tmp_path / "release", levels=[level],
        sample=True, limit=limit, unit="tokens", tokenizer=str(tokenizer), workers=1,
    )  # fmt: skip
    size = 1_000 * int(level.removesuffix("k"))
    assert check(tmp_path / "release", tokenizer, level, size) == 4 * limit


@pytest.mark.slow
@pytest.mark.parametrize("name", ["unigram.json", "wordpiece.json", "fixed.json"])
def test_records_of_every_model_are_as_long_as_a_recount_of_the_whole(
    name: str, vocabularies: Path, tmp_path: Path
) -> None:
    tokenizer = vocabularies / name
    recipe = write_recipe(tmp_path, tokenizer, "en", "4k")
    needle = write_small(tmp_path, "needle_chained_en")
    told = Told()
    lvbuild.build(
        [needle, recipe], tmp_path / "release", levels=["4k"], sample=True, limit=3,
        unit="tokens", tokenizer=str(tokenizer), workers=1, listener=told,
    )  # fmt: skip
    assert check(tmp_path / "release", tokenizer, "4k", 4_000) == 6
    whole = [note for note in told.notes if "were counted whole" in note]
    assert len(whole) == (0 if name == "wordpiece.json" else 2)


def test_the_manifest_and_the_card_tell_unit_nesting_and_tokenizer(
    vocabularies: Path, tmp_path: Path
) -> None:
    recipe = write_recipe(tmp_path, vocabularies / "words.json", "en", "2k")
    manifest = lvbuild.build(recipe, tmp_path / "release", sample=True, nested=False)
    digest = sha256((vocabularies / "words.json").read_bytes()).hexdigest()
    options = manifest.recipes["mixed_en"].model_dump(mode="json")["options"]
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
    recipe = write_recipe(folder, "mine.json", "en", "2k")
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


def test_reported_tokens_stand_in_the_provenance_and_change_no_data(
    vocabularies: Path, tmp_path: Path
) -> None:
    name = "merging.json"
    recipe = write_recipe(tmp_path, vocabularies / "words.json", "en", "4k")
    plain, told = tmp_path / "plain", tmp_path / "told"
    reported = str(vocabularies / name)
    settings: Row = {"sample": True, "limit": 3, "levels": ["4k"]}
    small = write_small(tmp_path, "factrecall_zh", levels=["4k"])
    for out, name_told in ((plain, None), (told, reported)):
        lvbuild.build(small, out, report_tokens=name_told, **settings)
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
        (["--unit", "tokens", "--tokenizer", "cl200k"], "no encoding of tiktoken has this name"),
        (["--unit", "tokens", "--tokenizer", "cl100k_base"], "tiktoken's cache lacks it"),
    ],
)
def test_what_cannot_be_counted_is_told_in_one_line(
    options: list[str], told: str, tmp_path: Path
) -> None:
    words = ["recipe", "factrecall_en", "--sample", "--levels", "1k", *options]
    assert told in run(*words, cwd=tmp_path, TIKTOKEN_CACHE_DIR=str(tmp_path / "cache")).error(2)
    assert not (tmp_path / "release").exists()


@pytest.mark.parametrize("recipe", ["lb_passage_retrieval_en", "lb_passage_count", "lb_dureader"])
@pytest.mark.parametrize("name", TOKENIZERS)
def test_tokens_reach_from_longbench_headings_into_texts(
    recipe: str, name: str, vocabularies: Path, tmp_path: Path
) -> None:
    counted = {"unit": "tokens", "tokenizer": str(vocabularies / name), "count": 4}
    levels = {"levels": ["4k"]} if recipe == "lb_dureader" else {"levels": ["passages"]}
    lvbuild.build(write_small(tmp_path, recipe, **counted, **levels), tmp_path / "out", sample=True)
    [path] = (tmp_path / "out/data").iterdir()
    for record in rows(path):
        assert record["length"] == recounted(record, vocabularies / name)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_paragraphs_with_headings_in_their_line_fill_levels_in_tokens(
    name: str, vocabularies: Path, tmp_path: Path
) -> None:
    counted = {"unit": "tokens", "tokenizer": str(vocabularies / name), "layout": "longbench"}
    path = write_small(tmp_path, "passage_count_en", **counted, levels=["4k"], count=4)
    lvbuild.build(path, tmp_path / "out", sample=True)
    assert check(tmp_path / "out", vocabularies / name, "4k", 4_000) == 4
