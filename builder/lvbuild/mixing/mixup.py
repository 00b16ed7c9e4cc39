"""Preparing mixups: the pool, what plans each question's contexts, and their texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.model import Level
from lvbuild.core.seeds import Seeds
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
from lvbuild.mixing.documents import (
    PoolDocuments,
    SplitDocument,
    UsualLengths,
    least_units,
    pool_texts,
)
from lvbuild.mixing.hard_negatives import HardNegatives, PoolTerms, asked_terms
from lvbuild.mixing.lengths import PassageLengths
from lvbuild.mixing.plan import HeadingUnits, RecordPlan
from lvbuild.mixing.plans.depths import stratified_depths, stratified_fact_depths
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import units_between
from lvbuild.mixing.pool import Pool, PoolChanges, PoolView
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.mixing.rewording import change_pool, reword_evidence
from lvbuild.questions.annotations import VariantWords
from lvbuild.recipe import Recipe
from lvbuild.text.counting import Counting


def build_pool(
    recipe: Recipe,
    documents: PoolDocuments,
    questions: Sequence[MixupQuestion],
    words: VariantWords,
    counting: Counting,
) -> tuple[Pool, list[PoolChanges], Sequence[NormalText]]:
    """Put the documents that distract in the recipe's order, and word them for all contexts.

    Long ones are cut into excerpts like the supporting passages of the questions. Those that are
    evidence of a question, or like such, are worded as these questions word them. With the pool
    comes what each question changes in it, and its texts as corpora have them, in normal form.
    """
    language = recipe.language
    sizes = [
        (units_between(one.outline, passage.start, passage.stop), passage.whole)
        for question in questions
        for one, passage in zip(question.supporting, question.passages, strict=True)
    ]
    usual = UsualLengths.of(sizes, recipe.ascending_levels[0], least_units(recipe))
    every = pool_texts(documents.documents, usual, words.seeds, language, counting)
    texts = words.seeds.draws("pool").shuffled(every)
    found = find_language(language).normal_texts([text.text for text in texts])
    reworded = reword_evidence(texts, found, words, language)
    split = []
    for place, (name, original, origin) in enumerate(texts):
        text, hits = reworded[place].replaced if place in reworded else (original, ())
        split.append(SplitDocument.of(name, text, language, counting, hits=hits, origin=origin))
    pool = Pool.of(split, documents.corpora)
    pairs = [one.pairs for one in questions]
    return pool, change_pool(pool.texts, pairs, language, reworded), found


@dataclass(frozen=True)
class MixupPlanner:
    """All that the records of a question are planned from.

    `own` are the documents that stand in its contexts in its own words, by id; what follows
    `placement` all questions share. `lengths` counts records where levels are in tokens. Of levels
    that are not `wanted`, which say what questions can be asked, no record is laid out, but in
    tokens, where it is counted.
    """

    question: MixupQuestion
    view: PoolView
    own: Mapping[str, SplitDocument]
    facts: Sequence[FactTerms]
    placement: Placement
    smallest: Level
    headings: HeadingUnits
    surroundings: PoolSurroundings
    lengths: PassageLengths | None
    wanted: Collection[Level]

    def begin(self, level: Level) -> Mixer:
        """Return what plans a level, and then larger ones."""
        question = self.question.question
        facts = FactSetter(
            question,
            self.placement.fact_depths,
            surroundings=QuestionSurroundings(question, self.facts, self.own, self.surroundings),
            pool=self.view,
            layout=self.headings.layout,
            language=self.surroundings.language,
            homes=self.placement.homes,
        )
        return Mixer(
            question,
            self.question.supporting,
            placement=self.placement,
            pool=self.view,
            smallest=self.smallest,
            headings=self.headings,
            facts=facts,
            wanted=self.wanted if self.lengths is None else None,
        )

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        return record.length if self.lengths is None else self.lengths.of(record, self.own)

    @property
    def homeless(self) -> int:
        """How many of its confusing facts name homes in their rows that it may not have."""
        homes = (self.surroundings.places_of(fact.home) for fact in self.facts if fact.home)
        return sum(places <= self.view.refused.keys() for places in homes)


def make_planners(
    recipe: Recipe,
    questions: Sequence[MixupQuestion],
    views: Sequence[PoolView],
    negatives: HardNegatives,
    *,
    seeds: Seeds,
    headings: HeadingUnits,
    lengths: PassageLengths | None,
    wanted: Collection[Level],
) -> dict[str, MixupPlanner]:
    """Draw what is drawn for each question, and return what plans it; `views` are their pools."""
    language, pool = recipe.language, views[0].pool
    facts = [
        fact_terms(one.question, (each.text for each in one.documents), language)
        for one in questions
    ]
    sought = {term for of in facts for fact in of for term in fact.own}
    if negatives.wanted not in {0, "upstream"}:
        sought.update(*(asked_terms(one.question, language) for one in questions))
    terms = PoolTerms([text.text for text in pool.texts], sought, language)
    openings = opening_terms(pool.texts, facts, language)
    surroundings = PoolSurroundings(pool, terms, openings, language)
    smallest = recipe.ascending_levels[0]
    depths = stratified_depths([len(one.supporting) for one in questions], seeds.draws("depths"))
    fact_depths = stratified_fact_depths(
        [len(one.question.confusing_facts) for one in questions],
        seeds.draws("depths of confusing facts"),
    )
    planners = {}
    for one, view, about, own_depths, own_fact_depths in zip(
        questions, views, facts, depths, fact_depths, strict=True
    ):
        name = one.source.id
        homes = surroundings.find_homes(about, view, own_fact_depths)
        first = negatives.find(one.question, one.source.distracting, view, terms)
        placement = Placement(
            own_depths,
            seeds.draws("offset", question_id=name).index(len(pool.texts)),
            own_fact_depths,
            tuple(dict.fromkeys([*first, *homes])),
            seeds.draws("order", question_id=name).index(2**53),
            homes,
        )
        own = {text.document_id: text for text in (*one.documents, *view.changed.values())}
        shared = smallest, headings, surroundings, lengths, wanted
        planners[name] = MixupPlanner(one, view, own, about, placement, *shared)
    return planners
