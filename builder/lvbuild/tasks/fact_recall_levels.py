"""Preparing fact recall: choosing words, reading the haystack, planning every level."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import Corpus
from lvbuild.mixing.haystack import plan_haystack
from lvbuild.mixing.plan import LevelPlan
from lvbuild.recipe import Recipe
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import Tables
from lvbuild.tasks.chosen_needle import ChosenNeedle, choose_needle
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.haystack import Haystack, Taken, prepare_haystack
from lvbuild.tasks.lengths import fitted, haystack_lengths
from lvbuild.tasks.prepared import Prepared
from lvbuild.text.phrases import holds


def prepare_fact_recall(
    recipe: Recipe,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a fact-recall recipe."""
    needle = choose_needle(recipe, tables, options)

    def take(text: str) -> Taken:
        return _take(text, needle, recipe)

    haystack = Haystack(recipe, corpus, options, counters.levels, take)
    enforce(LintContext(recipe, tables, read_pool=haystack.originals))

    def plan(level: Level) -> LevelPlan:
        return _plan(recipe, level, haystack.texts, needle, options=options, counters=counters)

    return prepare_haystack(
        recipe, haystack, levels, options, plan=plan, asked=(needle.question.id,)
    )


def _take(text: str, needle: ChosenNeedle, recipe: Recipe) -> Taken:
    language = recipe.language
    replaced, hits = needle.replacer.replace(text)
    answers = needle.question.answers
    if any(holds(text, name, language) for name in needle.names) or any(
        holds(replaced, answer, language) for answer in answers
    ):
        return Taken("", refused="holds the answer or a replacement")
    return Taken(replaced, hits)


def _plan(
    recipe: Recipe,
    level: Level,
    texts: Sequence[SplitDocument],
    needle: ChosenNeedle,
    *,
    options: BuildOptions,
    counters: Counters,
) -> LevelPlan:
    draws = draws_for(recipe, options, "confusing facts' places", level=level.label)
    question = needle.question
    phase = draws.uniform(-0.25, 0.25)

    def plan(surplus: int) -> LevelPlan:
        return plan_haystack(
            level,
            [text.outline for text in texts],
            question,
            language=recipe.language,
            counting=counters.levels,
            positions=recipe.count,
            phase=phase,
            leaning=lambda name, boundary: documents[name].lean(boundary, recipe.language),
            limit=options.limit,
            surplus=surplus,
        )

    documents = {text.document_id: text for text in texts}
    if (tokens := counters.tokens) is None:
        planned = plan(0)
    else:
        planned = fitted(plan, lambda made: haystack_lengths(made, documents, tokens))
    if counters.reported is not None:
        planned = planned.reporting(haystack_lengths(planned, documents, counters.reported))
    return planned
