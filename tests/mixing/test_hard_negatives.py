"""Hard negatives: documents most like a question, or marked upstream, stand in all its contexts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.core.model import Document, LanguageCode, Question
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.hard_negatives import HardNegatives, PoolTerms
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.recipe import load_recipe
from lvbuild.text.counting import PlainCounting
from tests.tasks.small_mixup import write_mixup

NUMBER = 8
TEXTS = [f"Field {n} lies fallow beside the road." for n in range(20)]
TEXTS[3] = "The harbour school of Marlow was founded late."
TEXTS[7] = "A harbour has a school."
TEXTS[11] = "Marlow is far away."


def pool_of(texts: list[str], language: LanguageCode = "en") -> list[SplitDocument]:
    documents = [Document(f"x:{n}", text) for n, text in enumerate(texts)]
    words = PlainCounting("words")
    return [SplitDocument.of(document.id, document.text, language, words) for document in documents]


def find(
    texts: list[str],
    asked: str,
    number: int,
    language: LanguageCode = "en",
    refused: Sequence[int] = (),
    corpora: Sequence[str] = (),
) -> list[int]:
    """Find the most alike for a question of the corpus `a`."""
    pool = pool_of(texts, language)
    outlines = [document.outline for document in pool]
    held = Pool(outlines, corpora or ["a"] * len(pool), texts=pool)
    own = PoolView(held, dict.fromkeys(refused, "refused"), corpus="a")
    question = Question("q", asked, ("Ada",))
    negatives = HardNegatives(number, {}, find_language(language))
    return negatives.find(question, (), own, negatives.terms(held, [question]))


ASKED = "Who founded the harbour school of Marlow?"


def test_the_most_alike_come_first_without_refused_ones_and_those_not_alike_at_all() -> None:
    assert find(TEXTS, ASKED, 8) == [3, 7, 11]
    assert find(TEXTS, ASKED, 8, refused=[3]) == [7, 11]
    assert find(TEXTS, ASKED, 1) == [3]
    assert find(TEXTS, "Xyzzy plugh?", 8) == find([], ASKED, 8) == []


def test_they_come_in_the_order_of_bm25_by_its_formula() -> None:
    drawn = random.Random(7)
    words = [f"w{n}" for n in range(40)]
    texts = [" ".join(drawn.sample(words, drawn.randint(2, 30))) for _ in range(60)]
    asked = drawn.sample(words, 6)
    held = [set(text.split()) for text in texts]
    mean = sum(map(len, texts)) / len(texts)

    def score(own: set[str], length: int) -> float:
        share = 1 / (1.2 * (0.25 + 0.75 * length / mean) + 1)
        having = [sum(term in each for each in held) for term in asked if term in own]
        return round(sum(log(1 + (60 - n + 0.5) / (n + 0.5)) for n in having) * share, 4)

    scores = [score(own, len(text)) for own, text in zip(held, texts, strict=True)]
    best = sorted((place for place in range(60) if scores[place]), key=lambda p: -scores[p])
    assert find(texts, " ".join(asked), 60) == best


def test_those_of_the_corpus_that_asks_come_before_others() -> None:
    corpora = ["b" if place in {3, 8} else "ab" for place in range(len(TEXTS))]
    assert find(TEXTS, ASKED, 8, corpora=corpora) == [7, 11, 3]
    assert find(TEXTS, ASKED, 2, corpora=corpora) == [7, 11]


def test_chinese_is_compared_by_runs_of_two_characters() -> None:
    texts = [f"第{n}块田在路边。" for n in range(20)]
    texts[5], texts[9] = "港口学校建得很晚。", "港口很远。"
    assert find(texts, "谁创办了港口学校？", 8, "zh") == [5, 9]


def provenances(release: Path, level: str, recipe: str = "mixed") -> list[dict[str, Any]]:
    lines = (release / f"provenance/{recipe}_{level}.jsonl").read_bytes().splitlines()
    return [json.loads(line) for line in lines]


def distracting(provenance: dict[str, Any]) -> list[str]:
    roles = [(p["role"], p["document_id"]) for p in provenance["passages"]]
    return [name for role, name in roles if role == "distracting"]


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Hear which documents a build chose for each question."""
    heard: dict[str, list[str]] = {}
    find = HardNegatives.find

    def listening(
        self: HardNegatives,
        question: Question,
        marked: Iterable[str],
        pool: PoolView,
        terms: PoolTerms,
    ) -> list[int]:
        places = find(self, question, marked, pool, terms)
        heard[question.id] = [pool.pool.texts[place].document_id for place in places]
        return places

    monkeypatch.setattr(HardNegatives, "find", listening)
    return heard


@pytest.mark.parametrize("value", [NUMBER, "upstream"])
def test_they_stand_in_every_level_strewn_over_the_context(
    tmp_path: Path, chosen: dict[str, list[str]], value: int | str
) -> None:
    recipe = write_mixup(tmp_path, f"hard_negatives: {value}\n", levels="[4k, 8k, 16k]")
    lvbuild.build(recipe, tmp_path / "release", sample=True, workers=1)
    assert len(chosen) == 20
    assert max(map(len, chosen.values())) == NUMBER
    depths: list[float] = []
    for level in ("4k", "8k", "16k"):
        for provenance in provenances(tmp_path / "release", level):
            stand = distracting(provenance)
            names = chosen[provenance["question_id"]]
            assert {*names} <= {*stand}
            depths += [(stand.index(name) + 0.5) / len(stand) for name in names]
    depths.sort()
    off = (abs(depth - (n + 0.5) / len(depths)) for n, depth in enumerate(depths))
    assert max(off) < 1.36 / (len(depths) / 3) ** 0.5


@pytest.mark.slow
def test_no_part_of_a_document_stands_twice_among_real_ones(
    tmp_path: Path, shared_corpora: Path
) -> None:
    shipped = load_recipe("hotpotwikiqa_mixup").path
    text = re.sub(r"(?m)^hard_negatives: .*", "hard_negatives: 10", shipped.read_text("utf-8"))
    (tmp_path / shipped.name).write_text(text, encoding="utf-8")
    recipe = tmp_path / shipped.name
    levels = ["16k", "64k"]
    lvbuild.build(
        recipe, tmp_path / "release", levels=levels, corpora=shared_corpora, tables=False, limit=20
    )
    for level in levels:
        for provenance in provenances(tmp_path / "release", level, "hotpotwikiqa_mixup"):
            parts = sorted((p["document_id"], *p["cut"]) for p in provenance["passages"])
            for (name, _, stop), (other, start, _) in pairwise(parts):
                assert name != other or stop <= start
