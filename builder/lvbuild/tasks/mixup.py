"""Preparing mixups: the pool, what of it each question may have, what plans it, its texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import NamedTuple, Self

from lvbuild.core.model import Level
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.confusing.facts import FactSetter
from lvbuild.mixing.confusing.surroundings import (
    FactTerms,
    PoolSurroundings,
    QuestionSurroundings,
    fact_terms,
    opening_terms,
)
from lvbuild.mixing.documents import least_units
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.filters import refuse
from lvbuild.mixing.hard_negatives import HardNegatives, PoolTerms, asked_terms
from lvbuild.mixing.layout import HeadingUnits
from lvbuild.mixing.lengths import PassageLengths, fit_record
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import stratified_depths, stratified_fact_depths
from lvbuild.mixing.pool import OwnDocuments, Pool, PoolView
from lvbuild.mixing.prepared import LevelText
from lvbuild.mixing.rewording import PoolChanges, change_pool, reword_evidence, split_pool
from lvbuild.questions.annotations import draws_for
from lvbuild.recipe import Recipe
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.text.escaped import EscapedText


class MixupPool(NamedTuple):
    """The pool of a mixup, what each question changes in it, and its texts as corpora have them.

    These are in their normal form.
    """

    pool: Pool
    changes: Sequence[PoolChanges]
    found: Sequence[NormalText]


def build_pool(inputs: MixupInputs, questions: Sequence[MixupQuestion]) -> MixupPool:
    """Gather the documents that distract, in the recipe's order, and word them for all contexts.

    Long ones are cut into excerpts like the supporting passages of the questions. Those that are
    evidence of a question, or like such, are worded as these questions word them.
    """
    recipe, language, counting = inputs.recipe, inputs.recipe.language, inputs.counting
    draw = partial(draws_for, recipe, inputs.options)
    sizes = chain.from_iterable(question.passage_sizes for question in questions)
    usual = UsualLengths.of(sizes, recipe.ascending_levels[0], least_units(recipe))
    documents = inputs.pool_documents
    texts = draw("pool").shuffled(
        pool_texts(
            documents.documents,
            usual.longest,
            lambda name: usual.draw(draw(f"excerpts of {name}")),
            language,
            counting,
        )
    )
    found = find_language(language).normal_texts([text.text for text in texts])
    evidence = {name: inputs.documents[name] for name in inputs.words.documents}
    reworded = reword_evidence(texts, found, evidence, inputs.words, language)
    pool = Pool.of(split_pool(texts, language, counting, reworded), documents.corpora)
    pairs = [one.pairs for one in questions]
    return MixupPool(pool, change_pool(pool.texts, pairs, language, counting, reworded), found)


def view_pool(
    inputs: MixupInputs, mixup: MixupPool, questions: Sequence[MixupQuestion]
) -> tuple[list[PoolView], dict[str, int]]:
    """Return the pool as each question has it, and how many documents are refused, by reason."""
    language, pool = inputs.recipe.language, mixup.pool
    refused, counts = refuse(
        pool.texts, questions, mixup.changes, inputs.documents, language, found=mixup.found
    )
    counts.update(inputs.pool_documents.unused)
    views = [
        PoolView(pool, places, own.changed, inputs.asking[one.id])
        for one, places, own in zip(questions, refused, mixup.changes, strict=True)
    ]
    return views, dict(sorted(counts.items()))


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
        return fit_record(
            level,
            lambda surplus: mixer.plan(level, surplus),
            lambda record: lengths.of(record, self.own),
        )

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
        PoolSurroundings(pool, terms, opening_terms(pool.texts, facts, language), language),
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


def level_texts(
    inputs: MixupInputs,
    pool: Pool,
    planners: Mapping[str, MixupPlanner],
    plans: Mapping[Level, Sequence[RecordPlan]],
) -> dict[Level, LevelText]:
    """Gather what writing each planned level takes, with the tokens of records where asked for."""
    lengths = inputs.count_in(inputs.source.counters.reported, pool.texts)
    texts = {}
    for level, records in plans.items():
        plan = LevelPlan(level, tuple(records[: inputs.options.limit]))
        if lengths is not None:
            own = [planners[record.question.id].own for record in plan.records]
            plan = plan.reporting(list(map(lengths.of, plan.records, own)))
        used = {passage.document_id for record in plan.records for passage in record.passages}
        changed = {
            record.question.id: _own_texts(record, planners[record.question.id].own)
            for record in plan.records
        }
        shared = {text.document_id: text.escaped for text in pool.texts if text.document_id in used}
        texts[level] = LevelText(plan, shared, inputs.layout, changed=changed)
    return texts


def _own_texts(record: RecordPlan, own: OwnDocuments) -> dict[str, EscapedText]:
    documents = {name: own.get(name) for name, *_ in record.passages}
    return {name: document.escaped for name, document in documents.items() if document}
