"""Mixing a question's documents with others: the pool of these, and the texts of the levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from lvbuild.core.model import Level
from lvbuild.languages.normal import NormalText
from lvbuild.mixing.documents import least_units
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.filters import refuse
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.pool import OwnDocuments, Pool, PoolView
from lvbuild.mixing.prepared import LevelText
from lvbuild.mixing.rewording import PoolChanges, change_pool, reword_evidence, split_pool
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.mixup_inputs import MixupInputs
from lvbuild.tasks.mixup_plans import MixupPlanner
from lvbuild.tasks.mixup_questions import MixupQuestion
from lvbuild.text.escaped import EscapedText
from lvbuild.text.normal import normal_texts


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
    found = normal_texts([text.text for text in texts], language)
    evidence = {name: inputs.documents[name] for name in inputs.wording.documents}
    reworded = reword_evidence(texts, found, evidence, inputs.wording, language)
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
