"""Hard negatives: the documents most like a question come into all of its contexts, strewn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.model import Document, Language, Question
from lvbuild.recipe import load_recipe
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.hard_negatives import hard_negatives
from lvbuild.text.counting import PlainCounting
from tests.tasks.small_mixup import write_mixup

NUMBER = 8
TEXTS = [f"Field {n} lies fallow beside the road." for n in range(20)]
TEXTS[3] = "The harbour school of Marlow was founded late."
TEXTS[7] = "A harbour has a school."
TEXTS[11] = "Marlow is far away."


def pool_of(texts: list[str], language: Language = "en") -> list[SplitDocument]:
    documents = [Document(f"x:{n}", text) for n, text in enumerate(texts)]
    words = PlainCounting("words")
    return [SplitDocument.of(document.id, document.text, language, words) for document in documents]


def test_the_most_alike_come_first_without_refused_ones_and_those_not_alike_at_all() -> None:
    pool = pool_of(TEXTS)
    question = Question("q", "Who founded the harbour school of Marlow?", ("Ada",), "")
    asked = [(question, set[int]()), (question, {3})]
    assert list(hard_negatives(pool, asked, 8, "en")) == [[3, 7, 11], [7, 11]]
    assert list(hard_negatives(pool, asked, 1, "en")) == [[3], [7]]


def test_chinese_is_compared_by_runs_of_two_characters() -> None:
    texts = [f"第{n}块田在路边。" for n in range(20)]
    texts[5], texts[9] = "港口学校建得很晚。", "港口很远。"
    pool = pool_of(texts, "zh")
    question = Question("q", "谁创办了港口学校？", ("李阿达",), "")
    assert list(hard_negatives(pool, [(question, set())], 8, "zh")) == [[5, 9]]


@pytest.mark.parametrize(
    ("texts", "asked"),
    [
        ([], "Who founded the harbour school?"),
        (TEXTS, "Who is it that was there?"),
        (["It is what it is, and was so."] * 3, "Who founded the harbour school?"),
        (["It is what it is, and was so."] * 3, "Who is it that was there?"),
        (TEXTS, "Xyzzy plugh?"),
    ],
    ids=["empty pool", "stop words alone", "pool of stop words", "both", "unknown words"],
)
def test_where_nothing_can_be_compared_there_are_none(texts: list[str], asked: str) -> None:
    pool = pool_of(texts)
    question = Question("q", asked, ("Ada",), "")
    assert list(hard_negatives(pool, [(question, set())] * 2, 8, "en")) == [[], []]


def provenances(release: Path, level: str, recipe: str = "mixed") -> list[dict[str, Any]]:
    lines = (release / f"provenance/{recipe}_{level}.jsonl").read_bytes().splitlines()
    return [json.loads(line) for line in lines]


def distracting(provenance: dict[str, Any]) -> list[str]:
    roles = [(p["role"], p["document_id"]) for p in provenance["passages"]]
    return [name for role, name in roles if role == "distracting"]


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Hear which documents a build chose for each question."""
    heard: list[list[str]] = []

    def listening(pool: Sequence[SplitDocument], *others: Any) -> Iterator[list[int]]:
        for places in hard_negatives(pool, *others):
            heard.append([pool[place].document_id for place in places])
            yield places

    monkeypatch.setattr("lvbuild.tasks.mixup_plans.hard_negatives", listening)
    return heard


def test_they_stand_in_every_level_strewn_over_the_context(
    tmp_path: Path, chosen: list[list[str]]
) -> None:
    recipe = write_mixup(tmp_path, f"hard_negatives: {NUMBER}\n")
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1)
    assert [len(names) for names in chosen] == [NUMBER] * 20
    stretches, shares = [], []
    for level in ("2k", "4k", "8k"):
        for names, provenance in zip(chosen, provenances(tmp_path / "release", level), strict=True):
            stand = distracting(provenance)
            places = [place for place, name in enumerate(stand) if name in names]
            shares.append(len(places) / NUMBER)
            if level == "2k":
                stretches.append((max(places) - min(places)) / (len(stand) - 1))
    assert min(shares) >= 0.5
    assert sum(shares) / len(shares) > 0.9
    assert sum(stretches) / len(stretches) > 0.7


def test_there_are_none_by_default(tmp_path: Path, chosen: list[list[str]]) -> None:
    recipe = write_mixup(tmp_path)
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1)
    assert chosen == []


def test_they_are_the_same_each_time(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, f"hard_negatives: {NUMBER}\n")
    for out in ("one", "two"):
        lvbuild.build(recipe, tmp_path / out, sample=True, workers=1)
    one, two = (provenances(tmp_path / out, "4k") for out in ("one", "two"))
    assert one == two


@pytest.mark.slow
def test_no_document_stands_twice_among_real_ones(tmp_path: Path, shared_corpora: Path) -> None:
    shipped = load_recipe("hotpotwikiqa_mixup").path
    text = re.sub(r"(?m)^hard_negatives: .*\n", "", shipped.read_text(encoding="utf-8"))
    (tmp_path / shipped.name).write_text(f"{text}hard_negatives: 10\n", encoding="utf-8")
    recipe = tmp_path / shipped.name
    levels = ["16k", "64k"]
    lvbuild.build(
        recipe, tmp_path / "release", levels=levels, corpora=shared_corpora, tables=False, limit=20
    )
    for level in levels:
        for provenance in provenances(tmp_path / "release", level, "hotpotwikiqa_mixup"):
            names = [passage["document_id"] for passage in provenance["passages"]]
            assert len(set(names)) == len(names)
