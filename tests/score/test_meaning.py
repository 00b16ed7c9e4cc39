"""Intervals hold what is true as often as they say; drops and differences are worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

import lvbuild
from lvbuild.core.model import Level
from lvbuild.errors import UsageError
from lvbuild.score.meaning import differences, interval_of, length_cost
from lvbuild.score.results import LevelScores, RecordScore, mean_score

RECIPE = lvbuild.load_recipe("factrecall_en").recipe


def level(label: str, scores: Sequence[float], questions: int = 10**6) -> LevelScores:
    records = tuple(
        RecordScore(f"r{n}", score, (), f"q{n % questions}") for n, score in enumerate(scores)
    )
    return LevelScores(RECIPE, Level.parse(label), records, mean_score(scores))


def levels(means: Mapping[str, float]) -> list[LevelScores]:
    return [level(label, [mean]) for label, mean in means.items()]


def test_drops_are_relative_to_evidence_and_a_length_is_effective_until_the_first_loss() -> None:
    found = length_cost(
        levels({"closed": 0.1, "evidence": 0.8, "8k": 0.8, "16k": 0.68, "32k": 0.6, "64k": 0.7})
    )
    assert found is not None
    assert (found.evidence, found.floor) == (80, 10)
    assert {at.label: drop for at, drop in found.drops.items()} == {
        "8k": 0,
        "16k": 15,
        "32k": 25,
        "64k": 12.5,
    }
    assert found.effective == Level.parse("16k")


def test_a_model_that_fails_at_once_has_no_effective_length() -> None:
    found = length_cost(levels({"evidence": 0.8, "8k": 0.1}))
    assert found is not None
    assert (found.effective, found.floor) == (None, None)


def test_without_a_score_on_evidence_nothing_is_lost() -> None:
    assert length_cost(levels({"8k": 0.5})) is None
    assert length_cost(levels({"evidence": 0.0, "8k": 0.0})) == (0, None, {}, None)


def test_intervals_hold_the_true_mean_about_95_times_of_100() -> None:
    held = 0
    for seed in range(200):
        draws = Random(seed)
        low, high = interval_of(level("8k", [float(draws.random() < 0.6) for _ in range(100)]))
        held += low <= 60 <= high
    assert 180 <= held <= 198


def test_records_of_one_question_do_not_count_as_independent() -> None:
    draws = Random(0)
    known = [float(draws.random() < 0.5) for _ in range(20)]
    scores = [known[n % 20] for n in range(200)]
    low, high = interval_of(level("8k", scores, questions=20))
    single = interval_of(level("8k", known))
    assert high - low == pytest.approx(single.high - single.low, abs=5)
    alone = interval_of(level("8k", scores))
    assert high - low > 2 * (alone.high - alone.low)


def test_differences_pair_the_questions_that_both_answered() -> None:
    draws = Random(1)
    first = [draws.random() * 0.8 for _ in range(100)]
    second = [score + 0.1 for score in first[:80]]
    [found] = differences([level("8k", first)], [level("8k", second)])["factrecall_en"].values()
    assert (found.points, found.questions) == (10, 80)
    assert found.interval == (10, 10)
    with pytest.raises(UsageError, match="share no question"):
        differences([level("8k", first)], [level("16k", first)])


def test_of_one_question_the_records_vary() -> None:
    one = level("8k", [0.0, 1.0] * 20, questions=1)
    low, high = interval_of(one)
    assert 30 < low < 50 < high < 70
    [found] = differences([one], [level("8k", [1.0] * 40, questions=1)])["factrecall_en"].values()
    assert found.questions == 40


def test_the_same_scores_give_the_same_interval() -> None:
    scores = [0.0, 1.0, 0.5, 0.25] * 5
    assert interval_of(level("8k", scores)) == interval_of(level("8k", scores))
    assert interval_of(level("8k", scores)).low < mean_score(scores)
