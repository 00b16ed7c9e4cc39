"""Planning a mixup's questions: the records of each, or why there are none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from lvbuild.core.model import Level
from lvbuild.mixing.facts import FactSetter
from lvbuild.mixing.failures import UNPLANNED, LevelTooLargeError, UnevenTextError, Unplanned
from lvbuild.mixing.layout import HeadingUnits
from lvbuild.mixing.mixup import Mixer, Placement
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.pool import QuestionPool
from lvbuild.mixing.prepared import Dropped
from lvbuild.mixing.supporting import stratified_depths, stratified_fact_depths
from lvbuild.recipe import Recipe
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.lengths import fitted
from lvbuild.tasks.mixup_pool import MixupPool
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.tasks.nearby import other_levels
from lvbuild.tasks.passage_lengths import PassageLengths
from lvbuild.tasks.surroundings import QuestionSurroundings

PlanLevels = Callable[[Level], RecordPlan]
"""Plans the levels of one question, each no smaller than the one before."""

Planners = Mapping[str, Callable[[], PlanLevels]]
"""What begins to plan each question, afresh every time, by the questions' ids in their order."""

_AT_SMALLEST, _ABOVE = 2, 20
"""Of so many questions one may fail at the smallest level, or at a larger one: it is left out.

Beyond that it is the level that is dropped: a corpus that is spent takes longer levels first.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Plans by level and question, why a level has none, and why questions are left out of all.

    `asked` are the questions that are left, in their order.
    """

    plans: Mapping[Level, Mapping[str, RecordPlan]]
    dropped: Mapping[Level, Unplanned]
    left_out: Mapping[str, str]
    asked: tuple[str, ...]

    def records(self, level: Level) -> list[RecordPlan]:
        """Return the records of a level in the order of their questions."""
        plans = self.plans[level]
        return [plans[name] for name in self.asked]


def make_planners(
    pool: MixupPool,
    questions: Sequence[MixupQuestion],
    refused: Sequence[Collection[int]],
    wanted: Collection[Level],
) -> Planners:
    """Draw what is drawn for each question, and return what begins to plan it.

    Of levels that are not wanted, which say what questions can be asked, no record is laid out.
    """
    inputs = pool.inputs
    recipe, options = inputs.recipe, inputs.options
    headings = HeadingUnits(inputs.layout, inputs.counting)
    lengths = inputs.lengths(inputs.source.counters.tokens, pool.documents, questions)
    depths = stratified_depths(
        [len(one.supporting) for one in questions], draws_for(recipe, options, "depths")
    )
    fact_depths = stratified_fact_depths(
        [len(one.replaced.confusing_facts) for one in questions],
        draws_for(recipe, options, "depths of confusing facts"),
    )

    def begin(
        question: MixupQuestion,
        barred: Collection[int],
        depths: tuple[float, ...],
        fact_depths: tuple[float, ...],
    ) -> PlanLevels:
        changed = {place: document.outline for place, document in question.changed.items()}
        own = QuestionPool(pool.outlines, barred, changed, inputs.asking[question.id])
        about = pool.facts[question.id]
        homes = pool.surroundings.find_homes(about, own, fact_depths)
        placement = _place(pool, question, own, depths, fact_depths, homes=homes)
        facts = FactSetter(
            question.replaced,
            fact_depths,
            surroundings=QuestionSurroundings(
                question.replaced, about, question.own, pool.surroundings
            ),
            pool=own,
            layout=inputs.layout,
            language=recipe.language,
            homes=homes,
        )
        mixer = Mixer(
            question.replaced,
            question.supporting,
            placement=placement,
            pool=own,
            smallest=recipe.ascending_levels[0],
            headings=headings,
            facts=facts,
        )
        return partial(_plan, mixer, lengths, wanted)

    return {
        drawn[0].id: partial(begin, *drawn)
        for drawn in zip(questions, refused, depths, fact_depths, strict=True)
    }


def _place(
    pool: MixupPool,
    question: MixupQuestion,
    own: QuestionPool,
    depths: tuple[float, ...],
    fact_depths: tuple[float, ...],
    *,
    homes: Mapping[int, float],
) -> Placement:
    """Draw where the parts of a question's contexts stand."""
    recipe, options = pool.inputs.recipe, pool.inputs.options
    draw = partial(draws_for, recipe, options, question_id=question.id)
    offset = draw("offset").index(len(pool.documents))
    first = tuple(dict.fromkeys([*pool.find_hard_negatives(question, own), *homes]))
    return Placement(depths, offset, fact_depths, first, draw("order").index(2**53), homes)


def _plan(
    mixer: Mixer, lengths: PassageLengths | None, wanted: Collection[Level], level: Level
) -> RecordPlan:
    if lengths is None:
        return mixer.plan(level, laid=level in wanted)
    plan = fitted(
        lambda surplus: LevelPlan(level, (mixer.plan(level, surplus),)),
        lambda plan: list(map(lengths.of, plan.records)),
    )
    return plan.records[0]


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

    def attempt(plan: PlanLevels, level: Level, name: str, allowed: int = 0) -> None:
        if level in dropped:
            return
        try:
            plans[level][name] = plan(level)
        except UNPLANNED as error:
            failed[level][name] = error  # type: ignore[assignment]
            if len(failed[level]) > allowed:
                dropped[level] = next(iter(failed[level].values()))

    for run in [own] if nested else [(level,) for level in own]:
        for name, begin in planners.items():
            plan = begin()
            for level in run:
                share = _AT_SMALLEST if level == own[0] else _ABOVE
                attempt(plan, level, name, len(planners) // share)
    left_out: dict[str, str] = {}
    for level in own:
        if level not in dropped:
            for name, error in failed[level].items():
                left_out.setdefault(name, f"no record of {level.label}: {_reason(error)}")
    asked = tuple(name for name in planners if name not in left_out)
    for level in others:
        for name in asked:
            attempt(planners[name](), level, name)
    return Outcome(plans, dropped, left_out, asked)


def _reason(error: Unplanned) -> str:
    if isinstance(error, LevelTooLargeError):
        return "the documents that it may have are too few"
    return str(error)


def dropped_levels(
    recipe: Recipe,
    levels: Iterable[Level],
    outcome: Outcome,
    planners: Planners,
    refused: Mapping[str, int] | None = None,
) -> dict[Level, Dropped]:
    """Return why levels are dropped, and what to ask for.

    `refused` counts, by reason, the documents that no question may have.
    """
    # Where every question is left out, each is asked what levels it can have.
    planned = {name: planners[name] for name in outcome.asked} or planners
    return {
        level: _dropped(recipe, level, outcome.dropped[level], planned, refused or {})
        for level in sorted(levels)
        if level in outcome.dropped
    }


def _dropped(
    recipe: Recipe,
    level: Level,
    error: Unplanned,
    planners: Planners,
    refused: Mapping[str, int],
) -> Dropped:
    where, unit = f"{recipe.name} at {level.label}", recipe.unit
    if isinstance(error, LevelTooLargeError):
        counts = "; ".join(f"{reason}: {number:,}" for reason, number in refused.items())
        return Dropped(
            f"{where}: the documents that a question may have come to {error.have:,} {unit}"
            f"{f' (refused: {counts})' if counts else ''}, {error.need:,} are needed; add documents"
            " to the corpora or ask for smaller levels",
            error.need - error.have,
        )
    if isinstance(error, UnevenTextError):
        near = other_levels(level, lambda near: [begin()(near) for begin in planners.values()])
        off = f"a record can only be {error.nearest:,} {unit} long, over 0.5% off; {near}"
        return Dropped(f"{where}: {off}", None)
    smallest = recipe.ascending_levels[0]
    more = f"{smallest.label} or more" if level < smallest else "larger levels"
    return Dropped(f"{where}: a question cannot be asked ({error}); ask for {more}", None)
