"""At which depths evidence and rivals stand: evenly over the questions."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.core.seeds import Draws


def stratified_depths(questions: Sequence[int], draws: Draws) -> list[tuple[float, ...]]:
    """Draw depths for questions of so many supporting documents each (a Latin hypercube).

    The first documents of all questions share [0, 1] evenly, so do the second ones, and so on.
    """
    depths: list[list[float]] = [[] for _ in questions]
    for slot in range(max(questions, default=0)):
        holders = [index for index, documents in enumerate(questions) if documents > slot]
        strata = draws.shuffled(range(len(holders)))
        for index, stratum in zip(holders, strata, strict=True):
            depths[index].append((stratum + draws.uniform(0, 1)) / len(holders))
    return [tuple(drawn) for drawn in depths]


def stratified_rival_depths(questions: Sequence[int], draws: Draws) -> list[tuple[float, ...]]:
    """Draw depths for questions of so many rivals each, ascending.

    Rival j of k stands in the j-th of k equal parts of a context, evenly over the questions: so do
    all rivals together over the whole.
    """
    drawn = stratified_depths(questions, draws)
    return [
        tuple((place + within) / len(depths) for place, within in enumerate(depths))
        for depths in drawn
    ]
