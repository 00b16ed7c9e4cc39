"""Planning the levels of a recipe: the records of each question, or why there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, Self

from lvbuild.core.model import Level
from lvbuild.mixing.plan import (
    UNPLANNED,
    LevelTooLargeError,
    RecordPlan,
    UnevenTextError,
    Unplanned,
)
from lvbuild.mixing.prepared import Dropped
from lvbuild.recipe import Recipe

_AT_SMALLEST, _ABOVE = 2, 20
"""Of so many questions one may fail at the smallest level, or at a larger one: it is left out.

Beyond that it is the level that is dropped: a corpus that is spent takes longer levels first.
"""
_STEPS = 10
"""Hundredths of a level that are tried on either side."""


class Planner(Protocol):
    """Plans the levels of one question, each no smaller than the one before."""

    def plan(self, level: Level) -> RecordPlan:
        """Plan a level; raises what `UNPLANNED` names where that cannot be."""

    def anew(self) -> Self:
        """Return a planner of the same question that has planned no level."""


Planners = Mapping[str, Planner]
"""What plans each question, by the questions' ids in their order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Plans by level and question, why a level has none, and why questions are left out of all.

    `asked` are the questions that are left, in their order.
    """

    plans: Mapping[Level, Mapping[str, RecordPlan]]
    dropped: Mapping[Level, Unplanned]
    left_out: Mapping[str, str]
    asked: tuple[str, ...]

    def records_of(self, levels: Iterable[Level]) -> dict[Level, list[RecordPlan]]:
        """Return the records of each level that can be built, in the order of their questions."""
        return {
            level: [self.plans[level][name] for name in self.asked]
            for level in sorted(levels)
            if level not in self.dropped
        }


def plan_questions(
    planners: Planners, own: Sequence[Level], others: Collection[Level], *, nested: bool
) -> Outcome:
    """Plan a recipe's own levels, nested where it says so, and any other by itself.

    A question that an own level cannot hold is left out of all levels, so that these have the same
    questions; where many fail, or the level is not the recipe's own, the level is dropped.
    """
    plans: dict[Level, dict[str, RecordPlan]] = defaultdict(dict)
    failed: dict[Level, dict[str, Unplanned]] = defaultdict(dict)
    dropped: dict[Level, Unplanned] = {}

    def attempt(planner: Planner, level: Level, name: str, allowed: int = 0) -> None:
        if level in dropped:
            return
        try:
            plans[level][name] = planner.plan(level)
        except UNPLANNED as error:
            failed[level][name] = error  # type: ignore[assignment]
            if len(failed[level]) > allowed:
                dropped[level] = next(iter(failed[level].values()))

    for run in [own] if nested else [(level,) for level in own]:
        for name, planner in planners.items():
            begun = planner.anew()
            for level in run:
                share = _AT_SMALLEST if level == own[0] else _ABOVE
                attempt(begun, level, name, len(planners) // share)
    left_out: dict[str, str] = {}
    for level in own:
        if level not in dropped:
            for name, error in failed[level].items():
                few = isinstance(error, LevelTooLargeError)
                why = "the documents that it may have are too few" if few else str(error)
                left_out.setdefault(name, f"no record of {level.label}: {why}")
    asked = tuple(name for name in planners if name not in left_out)
    for level in others:
        for name in asked:
            attempt(planners[name].anew(), level, name)
    return Outcome(plans, dropped, left_out, asked)


def dropped_levels(
    recipe: Recipe,
    levels: Iterable[Level],
    outcome: Outcome,
    planners: Planners,
    refused: Mapping[str, int] = MappingProxyType({}),
) -> dict[Level, Dropped]:
    """Return why levels are dropped, and what to ask for.

    `refused` counts, by reason, the documents that no question may have.
    """
    # Where every question is left out, each is asked what levels it can have.
    planned = [planners[name] for name in outcome.asked] or [*planners.values()]
    dropped = {}
    for level in sorted(outcome.dropped.keys() & levels):
        error, missing = outcome.dropped[level], None
        if isinstance(error, LevelTooLargeError):
            counts = "; ".join(f"{reason}: {number:,}" for reason, number in refused.items())
            missing = error.need - error.have
            why = (
                f"the documents that a question may have come to {error.have:,} {recipe.unit}"
                f"{f' (refused: {counts})' if counts else ''}, {error.need:,} are needed; add"
                " documents to the corpora or ask for smaller levels"
            )
        elif isinstance(error, UnevenTextError):
            near = other_levels(level, lambda near: [one.anew().plan(near) for one in planned])
            why = (
                f"a record can only be {error.nearest:,} {recipe.unit} long, over 0.5% off; {near}"
            )
        else:
            smallest = recipe.ascending_levels[0]
            more = f"{smallest.label} or more" if level < smallest else "larger levels"
            why = f"a question cannot be asked ({error}); ask for {more}"
        dropped[level] = Dropped(f"{recipe.name} at {level.label}: {why}", missing)
    return dropped


def other_levels(level: Level, plan: Callable[[Level], object]) -> str:
    """Return a request for the nearest level below and above that `plan` can plan by itself.

    A level is tried at each hundredth of the size, up to a tenth.
    """
    labels = []
    for way in (-1, 1):
        for step in range(1, _STEPS + 1):
            near = Level(level.size + way * max(level.size * step // 100, step))
            with suppress(*UNPLANNED):
                plan(near)
                labels.append(near.label)
                break
    return f"ask for {' or '.join(labels)}" if labels else "ask for another level"
