"""Levels from 1k on are met, in every unit, whatever the seed."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from lvbuild.core.model import Level, LevelUnit
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.plan import LevelPlan
from lvbuild.mixing.planning import Prepared
from lvbuild.tasks.gathering import gather
from tests.release import test_inline_sources as inline
from tests.tasks.small_world import RECIPE, WORDS, Shelf, fact, prepare, read_recipe
from tests.vocabularies import write_json, write_merging, write_ranks

LEVELS = [Level.parse(label) for label in ("1k", "2k", "4k")]
FACTS = [
    fact("Bob Ray hid flour."),
    fact("In the barn Tom Fox hid the cellar key, and nobody saw him go there."),
]


def prose(seed: int, words: int) -> str:
    """Write sentences of 3 to 60 words, as novels have them."""
    draw, paragraphs, written = random.Random(seed), list[str](), 0
    while written < words:
        sizes = [draw.choice([3, 9, 20, 35, 60]) for _ in range(draw.randint(1, 4))]
        told = [f"The {' '.join(draw.choices(WORDS, k=size - 1))}." for size in sizes]
        paragraphs.append(" ".join(told))
        written += sum(sizes)
    return "\n\n".join(paragraphs)


def assert_met(prepared: Prepared) -> None:
    assert [dropped.reason for dropped in prepared.dropped.values()] == []
    assert prepared.left_out == ()
    for text in prepared.levels.values():
        assert_near(text.plan)


def assert_near(plan: LevelPlan) -> None:
    assert plan.records
    for record in plan.records:
        assert abs(record.length - plan.level.size) <= plan.level.tolerance


@pytest.mark.parametrize("unit", ["words", "characters"])
@pytest.mark.parametrize("texts", ["books", "articles", "one book"])
def test_small_levels_of_fact_recall_are_met(tmp_path: Path, unit: LevelUnit, texts: str) -> None:
    text = RECIPE.replace("unit: words", f"unit: {unit}").replace("[1k, 2k]", "[1k, 2k, 4k]")
    recipe, tables = read_recipe(tmp_path, text, confusing_facts=FACTS)
    for seed in range(2):
        size, count = {"books": (3_000, 4), "articles": (150, 60), "one book": (9_000, 1)}[texts]
        shelf = Shelf([prose(100 * seed + number, size) for number in range(count)])
        assert_met(prepare(recipe, tables, shelf, LEVELS, BuildOptions(seed=seed)))


@pytest.mark.parametrize("unit", ["words", "characters"])
@pytest.mark.parametrize(("size", "count"), [(60, 150), (400, 60), (4_000, 8)])
def test_small_levels_of_mixups_are_met(
    tmp_path: Path, unit: LevelUnit, size: int, count: int
) -> None:
    text = inline.RECIPE.replace("[1k, 2k]", "[1k, 2k, 4k]").replace("unit: words", f"unit: {unit}")
    (tmp_path / "keys.yaml").write_text(text.replace("[hidden, {name: prose", "[{name: prose"))
    for name in ("hidden", "prose"):
        (tmp_path / name).mkdir()
    for number in range(count):
        (tmp_path / f"prose/{number}.txt").write_text(prose(number, size))
    rows = [
        {"qid": n, "query": f"Who hid key {n}?", "answers": [f"Ann{n}"]}
        | {"text": f"{prose(n, 9)} Ann{n} hid key {n}."}
        for n in range(6)
    ]
    (tmp_path / "hidden/a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for seed in range(2):
        [source] = gather([tmp_path / "keys.yaml"], BuildOptions(seed=seed, corpora=tmp_path))
        assert_met(source.prepare(LEVELS))


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["words", "characters"])
def test_small_levels_of_real_books_are_met(shared_corpora: Path, unit: LevelUnit) -> None:
    levels = LEVELS if unit == "words" else LEVELS[1:]  # the facts alone have 1,341 characters
    for seed in range(4):
        [source] = gather(
            ["factrecall_en"], BuildOptions(seed=seed, unit=unit, corpora=shared_corpora)
        )
        assert_met(source.prepare(levels))


@pytest.mark.slow
@pytest.mark.parametrize("write", [write_json, write_merging, write_ranks])
def test_levels_of_a_chinese_book_are_met_in_tokens(
    shared_corpora: Path, tmp_path: Path, write: type
) -> None:
    tokenizer = str(write(tmp_path))
    for seed in range(1):
        options = BuildOptions(
            seed=seed, unit="tokens", tokenizer=tokenizer, corpora=shared_corpora
        )
        [source] = gather(["factrecall_zh"], options)
        assert_met(source.prepare([*LEVELS, Level.parse("16k")]))
