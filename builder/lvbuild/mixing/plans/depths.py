"""At which depths evidence and rivals stand: evenly over the questions."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.core.seeds import Draws, Seeds


def evidence_places(depths: Sequence[float], documents: int) -> list[int]:
    """Return behind how many distracting documents, of so many, evidence of some depths stands.

    They leave as many places for a supporting passage as there are of them and one more: each
    passage supports as often as any other.
    """
    return [min(int(depth * (documents + 1)), documents) for depth in depths]


def rival_places(depths: Sequence[float], evidence: Sequence[int], documents: int) -> list[int]:
    """Return the same of rivals: the nearest place without `evidence`, where there is one."""
    places = documents + 1
    free = [place for place in range(places) if place not in evidence] or range(places)
    return [min(free, key=lambda place: abs(place - depth * places)) for depth in depths]


def evidence_depths(questions: Sequence[int], seeds: Seeds) -> list[tuple[float, ...]]:
    """Draw the depths of a recipe's evidence, given how much of it each question has."""
    return stratified_depths(questions, seeds.draws("depths"))


def rival_depths(questions: Sequence[int], seeds: Seeds) -> list[tuple[float, ...]]:
    """Draw the depths of a recipe's rivals, given how many each question has."""
    return stratified_rival_depths(questions, seeds.draws("depths of confusing facts"))


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
