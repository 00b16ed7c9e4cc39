"""Scores by depth: what a figure shows of a model."""

from __future__ import annotations

import lvbuild
from lvbuild.core.model import Level
from lvbuild.score.results import (
    LevelScores,
    RecordScore,
    by_depth,
    by_recipe,
    mean_of_levels,
    mean_score,
)


def level(
    size: int, scores: dict[tuple[float, ...], float], name: str = "cmrc_mixup"
) -> LevelScores:
    records = tuple(RecordScore(str(depths), score, depths) for depths, score in scores.items())
    mean = mean_score(list(scores.values()))
    return LevelScores(lvbuild.load_recipe(name).recipe, Level(size), records, mean)


def test_bins_are_equal_parts_that_begin_with_their_edge_and_the_last_holds_the_end() -> None:
    first = level(16_000, {(0.0,): 1, (0.49,): 0, (0.5,): 0.25, (1.0,): 0.5})
    found = by_depth([first, level(32_000, {(0.9,): 0.2})], 2)
    assert found == [[50.0, None], [37.5, 20.0]]


def test_a_record_with_several_pieces_of_evidence_counts_at_each() -> None:
    found = by_depth([level(16_000, {(0.1, 0.9): 1, (0.2, 0.3): 0})], 2)
    # first half: 1, 0, 0; second half: 1
    assert found == [[33.33], [100.0]]


def test_a_levels_score_is_100_times_the_mean_with_two_decimals() -> None:
    # (1 + 0 + 0) / 3 = 33.333...
    assert level(16_000, {(0.1,): 1, (0.2,): 0, (0.3,): 0}).score == 33.33
    assert mean_score([0.999999995] * 3) == 100


def test_scores_are_sorted_by_recipe_and_by_the_size_of_the_level() -> None:
    asked = [
        level(256_000, {(0.1,): 1}),
        level(32_000, {(0.1,): 0.5}),
        level(16_000, {(0.1,): 0}, "factrecall_en"),
    ]
    found = by_recipe(asked)
    assert list(found) == ["cmrc_mixup", "factrecall_en"]
    assert [score.level.label for score in found["cmrc_mixup"]] == ["32k", "256k"]
    assert mean_of_levels(found["cmrc_mixup"]) == 75
