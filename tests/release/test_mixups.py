"""Every record of real mixups against the contract, checked by lines of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import lvbuild

Row = dict[str, Any]
LEVELS = {"16k": 16_000, "32k": 32_000, "64k": 64_000}
RECIPES = {"cmrc_mixup": "zh", "dureader_mixup": "zh", "hotpotwikiqa_mixup": "en"}
HEADING = {"en": r"### Passage (\d+)\n", "zh": r"### 文章 (\d+)\n"}
CASES = [(recipe, level) for recipe in RECIPES for level in LEVELS]


@pytest.fixture(scope="module")
def drawn(shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the recipes' full counts, without tables."""
    out = tmp_path_factory.mktemp("drawn") / "release"
    lvbuild.build(list(RECIPES), out, levels=list(LEVELS), corpora=shared_corpora, tables=False)
    return out


@pytest.fixture(scope="module")
def annotated(shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the starter tables' questions."""
    out = tmp_path_factory.mktemp("annotated") / "release"
    lvbuild.build(list(RECIPES), out, levels=list(LEVELS), corpora=shared_corpora)
    return out


@cache
def rows(release: Path, recipe: str, level: str) -> list[tuple[Row, Row]]:
    names = [f"{part}/{recipe}_{level}.jsonl" for part in ("data", "provenance")]
    data, provenance = ((release / name).read_bytes().splitlines() for name in names)
    return [(json.loads(a), json.loads(b)) for a, b in zip(data, provenance, strict=True)]


def passages(record: Row, provenance: Row, role: str) -> Iterator[tuple[Row, str]]:
    for passage in provenance["passages"]:
        if passage["role"] == role:
            yield passage, record["context"][slice(*passage["span"])]


@pytest.mark.parametrize(("recipe", "level"), CASES)
@pytest.mark.parametrize("release", ["drawn", "annotated"])
def test_records_are_as_long_as_their_level_and_their_passages_stand_in_order(
    recipe: str, level: str, release: str, request: pytest.FixtureRequest
) -> None:
    found = rows(request.getfixturevalue(release), recipe, level)
    counts = {"cmrc_mixup": 200, "dureader_mixup": 176, "hotpotwikiqa_mixup": 124}
    assert len(found) == (counts[recipe] if release == "drawn" else 20)
    for record, provenance in found:
        told = [record["input"], record["context"], *record["answers"]]
        words = RECIPES[recipe] == "en"
        length = sum(len(text.split()) if words else len(text) for text in told)
        assert record["length"] == length
        assert abs(length - LEVELS[level]) <= LEVELS[level] * 0.005
        headings = list(re.finditer(HEADING[RECIPES[recipe]], record["context"]))
        assert [int(h[1]) for h in headings] == list(range(1, len(headings) + 1))
        assert all(h.start() == 0 or record["context"][h.start() - 1] == "\n" for h in headings)
        assert [h.end() for h in headings] == [p["span"][0] for p in provenance["passages"]]
        ends = [p["span"][1] + 1 for p in provenance["passages"]]
        assert ends == [*(h.start() for h in headings[1:]), len(record["context"])]
        names = [p["document_id"] for p in provenance["passages"]]
        assert len(names) == len(set(names))
        assert sum(p["cut"] is not None for p in provenance["passages"]) <= 4


@pytest.mark.parametrize("recipe", RECIPES)
def test_questions_and_depths_are_the_same_at_every_level_and_depths_are_uniform(
    recipe: str, drawn: Path
) -> None:
    seen = [[provenance for _, provenance in rows(drawn, recipe, level)] for level in LEVELS]
    for levels in zip(*seen, strict=True):
        assert len({provenance["_id"] for provenance in levels}) == 1
        depths = [provenance["evidence_depths"] for provenance in levels]
        assert all(max(each) - min(each) <= 0.015 for each in zip(*depths, strict=True))
        held = [
            {p["document_id"] for p in provenance["passages"] if p["role"] == "distracting"}
            for provenance in levels
        ]
        assert all(shorter <= longer for shorter, longer in pairwise(held))
    for level in seen:
        depths = sorted(depth for provenance in level for depth in provenance["evidence_depths"])
        n = len(depths)
        statistic = max(max((i + 1) / n - d, d - i / n) for i, d in enumerate(depths))
        assert statistic < 1.36 / n**0.5


@pytest.mark.parametrize(("recipe", "level"), CASES)
def test_evidence_depth_is_the_share_of_distracting_text_before(
    recipe: str, level: str, drawn: Path
) -> None:
    for record, provenance in rows(drawn, recipe, level):
        starts = [h.start() for h in re.finditer(HEADING[RECIPES[recipe]], record["context"])]
        lengths = [b - a for a, b in pairwise([*starts, len(record["context"])])]
        distracting = [
            length if p["role"] == "distracting" else 0
            for length, p in zip(lengths, provenance["passages"], strict=True)
        ]
        supporting = [i for i, p in enumerate(provenance["passages"]) if p["role"] == "supporting"]
        wanted = sorted(sum(distracting[:i]) / sum(distracting) for i in supporting)
        assert sorted(provenance["evidence_depths"]) == pytest.approx(wanted)


@pytest.mark.parametrize("recipe", ["cmrc_mixup", "hotpotwikiqa_mixup"])
def test_no_distracting_passage_holds_a_short_answer_that_is_not_common(
    recipe: str, drawn: Path
) -> None:
    pool: dict[str, str] = {}
    for record, provenance in rows(drawn, recipe, "64k"):
        found = passages(record, provenance, "distracting")
        pool |= {passage["document_id"]: text.casefold() for passage, text in found}
    tested = 0
    for record, provenance in rows(drawn, recipe, "64k"):
        answer = record["answers"][0].strip(".。 ").casefold()
        if len(answer.split()) > 6 or len(answer) > 20 + 40 * (RECIPES[recipe] == "en"):
            continue
        before = r"(?<![0-9a-z])" if answer[0].isascii() else ""
        after = r"(?![0-9a-z])" if answer[-1].isascii() else ""
        pattern = re.compile(before + re.escape(answer) + after)
        holders = {name for name, text in pool.items() if pattern.search(text)}
        if answer in {"yes", "no"} or len(holders) > len(pool) * 0.045:
            continue
        tested += 1
        stand = {passage["document_id"] for passage in provenance["passages"]}
        assert not holders & (
            stand - {p["document_id"] for p, _ in passages(record, provenance, "supporting")}
        ), answer
    assert tested > 80


@pytest.mark.parametrize(("recipe", "level"), CASES)
def test_no_original_is_left_and_facts_stand_in_distracting_passages(
    recipe: str, level: str, annotated: Path
) -> None:
    for record, provenance in rows(annotated, recipe, level):
        line = json.dumps(record, ensure_ascii=False)
        news = [pair["replacement"] for pair in provenance["replacements"]]
        for pair in provenance["replacements"]:
            if pair["original"][0].isdigit() or any(pair["original"] in new for new in news):
                continue
            for original in {pair["original"], pair["original"].upper()}:
                border = r"(?<![^\W_]){}(?![^\W_])" if RECIPES[recipe] == "en" else "{}"
                left = re.findall(border.format(re.escape(original)), line)
                assert not left or original[0].islower(), (record["_id"], original)
        facts = record.get("confusing_facts", [])
        distracting = [p["span"] for p, _ in passages(record, provenance, "distracting")]
        assert len(provenance["facts"]) == len(facts)
        for fact, told in zip(facts, provenance["facts"], strict=True):
            start, end = told["span"]
            assert record["context"][start:end] == fact
            assert record["context"].count(fact) == 1
            assert any(first < start and end <= last for first, last in distracting)
