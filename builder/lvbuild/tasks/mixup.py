"""Preparing mixups: choosing questions, planning the levels of each, gathering their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lvbuild.core.model import Level
from lvbuild.corpora.corpus import named_corpora
from lvbuild.mixing.plan import LevelPlan
from lvbuild.mixing.prepared import LevelText, Prepared, corpus_use
from lvbuild.rules import enforce
from lvbuild.tasks.choosing import choose_questions, lacking_rows
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_plans import Outcome, dropped_levels, make_planners, plan_questions
from lvbuild.tasks.mixup_pool import MixupPool
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.tasks.pool import change_pool
from lvbuild.tasks.refusals import refuse


def prepare_mixup(inputs: MixupInputs, levels: Sequence[Level]) -> Prepared:
    """Plan the levels of a mixup; those that the corpora cannot fill are in `dropped`, with why.

    Raises InvalidRowError for a row that would make records false.
    """
    recipe, source, options = inputs.recipe, inputs.source, inputs.options
    enforce(inputs.case())
    chosen, left_out = choose_questions(
        inputs.reader, inputs.question_corpora, source.tables, options
    )
    pool = MixupPool(inputs, chosen)
    changes = change_pool(
        pool.documents,
        [one.pairs for one in chosen],
        recipe.language,
        inputs.counting,
        pool.reworded,
    )
    questions = [
        replace(one, changed=change.changed, clashing=change.clashing)
        for one, change in zip(chosen, changes, strict=True)
    ]
    refused, counts = refuse(
        pool.documents, questions, inputs.documents, recipe.language, pool.distracting.normal
    )
    counts.update(inputs.pool_documents.unused)
    planners = make_planners(pool, questions, refused, levels)
    own = recipe.ascending_levels
    others = [level for level in levels if level not in own]
    outcome = plan_questions(planners, own, others, nested=recipe.nested)
    asked = [one for one in questions if one.id not in outcome.left_out]
    return Prepared(
        levels=_level_texts(pool, asked, outcome, levels),
        dropped=dropped_levels(recipe, levels, outcome, planners),
        corpora=tuple(map(corpus_use, named_corpora(recipe.corpora, source.corpora))),
        refused=dict(sorted(counts.items())),
        asked=outcome.asked,
        left_out=tuple(sorted({**left_out, **outcome.left_out}.items())),
        lacking=lacking_rows(asked, recipe),
        unmarked=pool.count_unmarked(asked),
        homeless=pool.count_homeless(
            asked, {one.id: places for one, places in zip(questions, refused, strict=True)}
        ),
    )


def _level_texts(
    pool: MixupPool,
    questions: Sequence[MixupQuestion],
    outcome: Outcome,
    levels: Sequence[Level],
) -> dict[Level, LevelText]:
    """Gather what writing each planned level takes, with the tokens of records where asked for."""
    inputs = pool.inputs
    lengths = inputs.lengths(inputs.source.counters.reported, pool.documents, questions)
    texts = {}
    for level in sorted(levels):
        if level not in outcome.dropped:
            plan = LevelPlan(level, tuple(outcome.records(level)[: inputs.options.limit]))
            if lengths is not None:
                plan = plan.reporting(list(map(lengths.of, plan.records)))
            texts[level] = _level_text(pool, questions, plan)
    return texts


def _level_text(pool: MixupPool, questions: Sequence[MixupQuestion], plan: LevelPlan) -> LevelText:
    inputs = pool.inputs
    used = {passage.document_id for record in plan.records for passage in record.passages}
    asked = {record.question.id for record in plan.records}
    return LevelText(
        plan,
        {
            document.document_id: document.escaped
            for document in pool.documents
            if document.document_id in used
        },
        inputs.layout,
        changed={one.id: one.escaped for one in questions if one.id in asked},
    )
