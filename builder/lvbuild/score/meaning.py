"""What scores mean: how sure they are, what length costs, how far two models are apart.

Everything is drawn over questions, since the records of one question, such as those of one needle
at several depths, are not independent; where one question alone is asked, over its records. Draws
follow from names: the same scores give the same intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lvbuild.core.model import Level
from lvbuild.core.seeds import child_seed
from lvbuild.errors import UsageError
from lvbuild.score.results import LevelScores, RecordScore, by_recipe

HELD = 0.85
"""Of the score on evidence alone: a length at which less is left is too long (NoLiMa's)."""
_DRAWS = 2_000
_TAIL = 0.025


class Interval(NamedTuple):
    """The interval that holds 95 of 100 bootstrapped means, in hundredths as scores are."""

    low: float
    high: float


class Difference(NamedTuple):
    """How much more the second of two lots of scores has than the first, over shared questions."""

    points: float
    interval: Interval
    questions: int


class LengthCost(NamedTuple):
    """What becomes of the score on evidence alone, by the levels with distracting text.

    `drops` are relative to it, in hundredths. `effective` is the longest level up to which none has
    lost more than 15 of 100, None where the first has. `floor` is the score without any text, None
    where it was not asked. Where evidence alone scores 0, nothing can be lost: there are no drops.
    """

    evidence: float
    floor: float | None
    drops: Mapping[Level, float]
    effective: Level | None


def length_cost(levels: Sequence[LevelScores]) -> LengthCost | None:
    """Return what length costs a recipe; None where evidence alone was not scored."""
    scores = {one.level: one.score for one in levels}
    alone = {level.evidence: scores[level] for level in scores if not level.has_distractors}
    if (evidence := alone.get(True)) is None:
        return None
    drops = {
        level: round(100 * (1 - scores[level] / evidence), 2)
        for level in sorted(scores)
        if evidence and level.has_distractors
    }
    effective = None
    for level in drops:
        if scores[level] < HELD * evidence:
            break
        effective = level
    return LengthCost(evidence, alone.get(False), drops, effective)


def interval_of(scores: LevelScores) -> Interval:
    """Return the interval of the mean of a level's records."""
    sums = _summed(scores.records, by_id=_is_one_question(scores.records))
    name = f"{scores.recipe.name}_{scores.level.label}"
    return _bootstrapped([s for s, _ in sums.values()], [n for _, n in sums.values()], name)


def differences(
    first: Sequence[LevelScores], second: Sequence[LevelScores]
) -> dict[str, dict[Level, Difference]]:
    """Return how far two models, or two variants of a release, are apart, by recipe and level.

    Questions are paired by their ids: those that one lot alone has are left out. Raises UsageError
    where they share none.
    """
    others = {(one.recipe.name, one.level): one for one in second}
    found: dict[str, dict[Level, Difference]] = {}
    for name, levels in by_recipe(first).items():
        for one in levels:
            other = others.get((name, one.level))
            theirs_too = other.records if other else ()
            by_id = _is_one_question((*one.records, *theirs_too)) and not {
                each.id for each in one.records
            }.isdisjoint(each.id for each in theirs_too)
            mine, theirs = _summed(one.records, by_id), _summed(theirs_too, by_id)
            shared = sorted(mine.keys() & theirs.keys())
            if not shared:
                continue
            apart = [_mean(theirs[each]) - _mean(mine[each]) for each in shared]
            label = f"{name}_{one.level.label}"
            interval = _bootstrapped(apart, [1] * len(apart), f"{label} apart")
            points = round(100 * sum(apart) / len(apart), 2)
            found.setdefault(name, {})[one.level] = Difference(points, interval, len(shared))
    if not found:
        raise UsageError("the predictions share no question to be compared by")
    return found


def _is_one_question(records: Sequence[RecordScore]) -> bool:
    return len({one.question for one in records}) == 1


def _summed(records: Sequence[RecordScore], by_id: bool) -> dict[str, tuple[float, int]]:
    """Return the sum of the scores of each question's records, or each's, and their number."""
    found: dict[str, tuple[float, int]] = {}
    for one in records:
        name = one.id if by_id else one.question
        total, count = found.get(name, (0.0, 0))
        found[name] = total + one.score, count + 1
    return found


def _mean(sums: tuple[float, int]) -> float:
    return sums[0] / sums[1]


def _bootstrapped(totals: Sequence[float], counts: Sequence[int], name: str) -> Interval:
    import numpy as np

    draws = np.random.Generator(np.random.PCG64(child_seed("bootstrap", name)))
    size = len(totals)
    shares = draws.multinomial(size, np.full(size, 1 / size), _DRAWS)
    means = 100 * (shares @ np.asarray(totals)) / (shares @ np.asarray(counts))
    low, high = np.quantile(means, [_TAIL, 1 - _TAIL])
    return Interval(round(float(low), 2), round(float(high), 2))
