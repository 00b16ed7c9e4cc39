"""What plans the questions of a mixup, each with all that is drawn for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

from lvbuild.core.model import Level
from lvbuild.mixing.confusing.facts import FactSetter
from lvbuild.mixing.confusing.surroundings import (
    FactTerms,
    PoolSurroundings,
    QuestionSurroundings,
    fact_terms,
    opening_terms,
)
from lvbuild.mixing.hard_negatives import HardNegatives, PoolTerms, asked_terms
from lvbuild.mixing.layout import HeadingUnits
from lvbuild.mixing.lengths import PassageLengths, fitted
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import stratified_depths, stratified_fact_depths
from lvbuild.mixing.pool import OwnDocuments, PoolView
from lvbuild.recipe import Recipe
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_questions import MixupQuestion


@dataclass(frozen=True)
class PlannedContexts:
    """What the contexts of all questions have in common.

    `lengths` counts records where levels are in tokens. Of levels that are not `wanted`, which say
    what questions can be asked, no record is laid out.
    """

    recipe: Recipe
    headings: HeadingUnits
    surroundings: PoolSurroundings
    lengths: PassageLengths | None
    wanted: Collection[Level]


@dataclass
class MixupPlanner:
    """Plans the levels of a question, each no smaller than the one before."""

    question: MixupQuestion
    view: PoolView
    own: OwnDocuments
    facts: Sequence[FactTerms]
    placement: Placement
    contexts: PlannedContexts
    _mixer: Mixer | None = field(default=None, init=False)

    def anew(self) -> Self:
        """Return one that has planned no level."""
        return replace(self)

    def plan(self, level: Level) -> RecordPlan:
        """Plan a level, its length exact where that is in tokens."""
        mixer = self._mixer = self._mixer or self._make_mixer()
        lengths = self.contexts.lengths
        if lengths is None:
            return mixer.plan(level, laid=level in self.contexts.wanted)
        plan = fitted(
            lambda surplus: LevelPlan(level, (mixer.plan(level, surplus),)),
            lambda plan: [lengths.of(record, self.own) for record in plan.records],
        )
        return plan.records[0]

    def _make_mixer(self) -> Mixer:
        question, contexts, placement = self.question.replaced, self.contexts, self.placement
        facts = FactSetter(
            question,
            placement.fact_depths,
            surroundings=QuestionSurroundings(
                question, self.facts, self.own, contexts.surroundings
            ),
            pool=self.view,
            layout=contexts.headings.layout,
            language=contexts.recipe.language,
            homes=placement.homes,
        )
        return Mixer(
            question,
            self.question.supporting,
            placement=placement,
            pool=self.view,
            smallest=contexts.recipe.ascending_levels[0],
            headings=contexts.headings,
            facts=facts,
        )

    @property
    def homeless(self) -> int:
        """How many of its confusing facts name homes in their rows that it may not have."""
        homes = (
            self.contexts.surroundings.places_of(fact.home) for fact in self.facts if fact.home
        )
        return sum(places <= self.view.refused.keys() for places in homes)


def make_planners(
    inputs: MixupInputs,
    questions: Sequence[MixupQuestion],
    views: Sequence[PoolView],
    wanted: Collection[Level],
) -> dict[str, MixupPlanner]:
    """Draw what is drawn for each question, and return what plans it; `views` are their pools."""
    recipe, language, pool = inputs.recipe, inputs.recipe.language, views[0].pool
    facts = [
        fact_terms(one.replaced, (each.text for each in one.documents), language)
        for one in questions
    ]
    sought = {term for of in facts for fact in of for term in fact.own}
    if inputs.hard_negatives and inputs.hard_negatives != "upstream":
        sought.update(*(asked_terms(one.replaced, language) for one in questions))
    terms = PoolTerms([text.text for text in pool.texts], sought, language)
    contexts = PlannedContexts(
        recipe,
        HeadingUnits(inputs.layout, inputs.counting),
        PoolSurroundings(pool.texts, terms, opening_terms(pool.texts, facts, language), language),
        inputs.count_in(inputs.source.counters.tokens, pool.texts),
        wanted,
    )
    depths = stratified_depths(
        [len(one.supporting) for one in questions], draws_for(recipe, inputs.options, "depths")
    )
    fact_depths = stratified_fact_depths(
        [len(one.replaced.confusing_facts) for one in questions],
        draws_for(recipe, inputs.options, "depths of confusing facts"),
    )
    negatives = HardNegatives(inputs.hard_negatives, terms, inputs.pool_documents.kept, language)
    planners = {}
    for one, view, about, own_depths, own_fact_depths in zip(
        questions, views, facts, depths, fact_depths, strict=True
    ):
        homes = contexts.surroundings.find_homes(about, view, own_fact_depths)
        first = negatives.find(one.replaced, one.source.distracting, view)
        draw = partial(draws_for, recipe, inputs.options, question_id=one.id)
        placement = Placement(
            own_depths,
            draw("offset").index(len(pool.texts)),
            own_fact_depths,
            tuple(dict.fromkeys([*first, *homes])),
            draw("order").index(2**53),
            homes,
        )
        own = OwnDocuments(one.documents, view.changed.values())
        planners[one.id] = MixupPlanner(one, view, own, about, placement, contexts)
    return planners
