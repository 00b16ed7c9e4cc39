"""Planning a recipe's questions: each by itself, at all levels, and which are left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from lvbuild.core.model import Level
from lvbuild.core.processes import shared_out
from lvbuild.core.seeds import Seeds
from lvbuild.core.spool import Spool
from lvbuild.mixing.lengths import fit_record
from lvbuild.mixing.plan import LevelTooLargeError, Passage, RecordPlan, UnplannedError
from lvbuild.recipe import Recipe

_AT_SMALLEST, _ABOVE = 2, 20
"""Of so many questions one may fail at the smallest level, or at a larger one: it is left out.

Beyond that it is the level that is dropped: a corpus that is spent takes longer levels first.
"""


class LevelPlanner(Protocol):
    """Plans the levels of one question, each no smaller than the one before."""

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level; raises UnplannedError where that cannot be.

        `surplus` is what the record was found to have beyond its counts when it was planned before.
        """


class Planner(Protocol):
    """All that the records of one question are planned from."""

    def least(self) -> int:
        """Return the units that a record takes at least: none of a range is shorter."""

    def begin(self, level: Level) -> LevelPlanner:
        """Return what plans a level, and then larger ones of the recipe's own."""

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""


Planners = Mapping[str, Planner]
"""What plans each question, by the questions' ids in their order."""


_Attempted = RecordPlan | UnplannedError
"""A record that was planned, or why there is none."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Plans by level and question, why a level has none, and why questions are left out of all.

    `asked` are the questions that are left, in their order.
    """

    plans: Mapping[Level, Mapping[str, RecordPlan]]
    dropped: Mapping[Level, UnplannedError]
    left_out: Mapping[str, str]
    asked: tuple[str, ...]


def plan_questions(
    recipe: Recipe,
    planners: Planners,
    levels: Iterable[Level],
    seeds: Seeds,
    shared: Collection[Sequence[Passage]] = (),
) -> Outcome:
    """Plan a recipe's own levels, nested where it says so, and any other by itself.

    A question that an own level cannot hold is left out of all levels, so that these have the same
    questions; where many fail, or the level is not the recipe's own, the level is dropped.
    Those without distracting text are no plans of their own. In a range the length of each record
    is drawn, evenly over what the range leaves to its question. Passages that are `shared` are
    those of all questions.
    """
    own = recipe.ascending_levels
    found = _Found(own, planners, seeds, shared)
    for run in [own] if recipe.nested else [(level,) for level in own]:
        found.plan([*planners], run)
    left_out = found.left_out()
    asked = tuple(name for name in planners if name not in left_out)
    for level in levels:
        if level.has_distractors and level not in own:
            found.plan(asked, [level])
    return Outcome(found.plans, found.dropped, left_out, asked)


class _Found:
    """What is found of questions as they are planned: plans, and why there are none."""

    def __init__(
        self,
        own: Sequence[Level],
        planners: Planners,
        seeds: Seeds,
        shared: Collection[Sequence[Passage]],
    ) -> None:
        self.plans: defaultdict[Level, dict[str, RecordPlan]] = defaultdict(dict)
        self.dropped: dict[Level, UnplannedError] = {}
        self._failed: defaultdict[Level, dict[str, UnplannedError]] = defaultdict(dict)
        self._own, self._planners, self._seeds, self._shared = own, planners, seeds, shared
        self._numbers: Spool[Any] = Spool()

    def plan(self, names: Sequence[str], run: Sequence[Level]) -> None:
        """Plan levels of questions, each no smaller than the one before, in shares."""
        done = 0
        while done < len(names) and (left := [one for one in run if one not in self.dropped]):
            attempt = partial(self._attempt, left)
            for records in shared_out(attempt, names[done:], shared=self._shared):
                for level, record in records.items():
                    self._settle(names[done], level, record)
                done += 1
                if not self.dropped.keys().isdisjoint(left):
                    break  # what comes is planned without that level

    def _attempt(self, run: Sequence[Level], name: str) -> Mapping[Level, _Attempted]:
        begun, planner = None, self._planners[name]
        least = planner.least() if any(level.span for level in self._own) else 0
        records: dict[Level, _Attempted] = {}
        for level in run:
            target = drawn_target(level, self._seeds, name, least)
            begun = begun or planner.begin(target)
            try:
                record = fit_record(target, begun.plan, planner.length)
                records[level] = record.stored(self._numbers)
            except UnplannedError as error:
                records[level] = error
        return records

    def _settle(self, name: str, level: Level, record: _Attempted) -> None:
        if isinstance(record, RecordPlan):
            self.plans[level][name] = record.stored(self._numbers)
            return
        failed = self._failed[level]
        failed[name] = record
        share = _AT_SMALLEST if level == self._own[0] else _ABOVE
        if len(failed) > (len(self._planners) // share if level in self._own else 0):
            self.dropped[level] = next(iter(failed.values()))

    def left_out(self) -> dict[str, str]:
        """Return why questions have no record of an own level that is not dropped."""
        found: dict[str, str] = {}
        for level in self._own:
            for name, error in self._failed[level].items() if level not in self.dropped else ():
                few = isinstance(error, LevelTooLargeError)
                why = "the documents that it may have are too few" if few else str(error)
                found.setdefault(name, f"no record of {level.label}: {why}")
        return found


def drawn_target(level: Level, seeds: Seeds, name: str, least: int = 0) -> Level:
    """Return the level that a question's record is planned for: of a range a drawn one within."""
    if not level.span:
        return level
    draws = seeds.draws("length", question_id=name, level=level.label)
    return level.target(draws.uniform(0, 1), least)
