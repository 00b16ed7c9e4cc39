"""What planning a mixup's questions comes to: their records, or why there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from lvbuild.mix.failures import LevelTooLargeError
from lvbuild.mix.mixup import Mixed
from lvbuild.mix.plan import RecordPlan
from lvbuild.model import Level
from lvbuild.tasks.nearby import UNPLANNED, Unplanned

PlanLevels = Callable[[Level], RecordPlan]
"""Plans the levels of one question, each no smaller than the one before."""

_AT_SMALLEST, _ABOVE = 2, 20
"""Of so many questions one may fail at the smallest level, or at a larger one: it is left out.

Beyond that it is the level that is dropped: a corpus that is spent takes longer levels first.
"""


@dataclass
class Outcome:
    """Plans by level and question, why a level has none, and why questions are left out of all."""

    plans: dict[Level, dict[str, RecordPlan]] = field(default_factory=lambda: defaultdict(dict))
    dropped: dict[Level, Unplanned] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def records(self, level: Level, questions: Sequence[Mixed]) -> list[RecordPlan]:
        """Return the records of a level in the order of their questions."""
        names = (mixed.question.id for mixed in questions)
        return [self.plans[level][name] for name in names if name not in self.left_out]


def plan_questions(
    questions: Sequence[Mixed],
    own: Sequence[Level],
    others: Collection[Level],
    *,
    nested: bool,
    planner: Callable[[Mixed], PlanLevels],
) -> Outcome:
    """Plan a recipe's own levels, nested where it says so, and any other by itself.

    A question that an own level cannot hold is left out of all levels, so that these have the same
    questions; where many fail, or the level is not the recipe's own, the level is dropped.
    """
    outcome = Outcome()
    failed: dict[Level, dict[str, Unplanned]] = defaultdict(dict)

    def attempt(plan: PlanLevels, level: Level, name: str, allowed: int = 0) -> None:
        if level in outcome.dropped:
            return
        try:
            outcome.plans[level][name] = plan(level)
        except UNPLANNED as error:
            failed[level][name] = error  # type: ignore[assignment]
            if len(failed[level]) > allowed:
                outcome.dropped[level] = next(iter(failed[level].values()))

    for run in [own] if nested else [(level,) for level in own]:
        for mixed in questions:
            plan = planner(mixed)
            for level in run:
                share = _AT_SMALLEST if level == own[0] else _ABOVE
                attempt(plan, level, mixed.question.id, len(questions) // share)
    for level in own:
        if level not in outcome.dropped:
            for name, error in failed[level].items():
                outcome.left_out.setdefault(name, f"no record of {level.label}: {_reason(error)}")
    for level in others:
        for mixed in questions:
            if mixed.question.id not in outcome.left_out:
                attempt(planner(mixed), level, mixed.question.id)
    return outcome


def _reason(error: Unplanned) -> str:
    if isinstance(error, LevelTooLargeError):
        return "the documents that it may have are too few"
    return str(error)
