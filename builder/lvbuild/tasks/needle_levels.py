"""Preparing needle tasks: the haystack, the questions with their coined words, every level."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lvbuild.core.model import Level, Question
from lvbuild.core.options import BuildOptions
from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import Corpus
from lvbuild.errors import UsageError
from lvbuild.mixing.needles import Hidden, NeedlePlanner, even_depths, first_records
from lvbuild.mixing.plan import LevelPlan
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import Tables
from lvbuild.tables.rows import OwnRow
from lvbuild.tasks.coining import Coinage
from lvbuild.tasks.counters import Counters
from lvbuild.tasks.draws import draws_for
from lvbuild.tasks.haystack import Haystack, Taken, prepare_haystack
from lvbuild.tasks.lengths import fitted_questions, haystack_lengths
from lvbuild.tasks.prepared import Prepared

if TYPE_CHECKING:
    from lvbuild.tasks.needles import NeedleQuestion, NeedleTask


def prepare_needles(
    task: NeedleTask,
    tables: Tables,
    corpus: Corpus,
    levels: Sequence[Level],
    options: BuildOptions,
    *,
    counters: Counters,
) -> Prepared:
    """Plan the levels of a needle task.

    The words are coined against the texts of the recipe's own levels, whatever is asked for, and
    the rows are those whose question these do not answer; of the texts of larger levels those are
    refused that hold such a word or an answer.
    """
    enforce(LintContext(task, tables))
    rows = task.rows(tables)
    coin: Coinage | None = None

    def take(text: str) -> Taken:
        if coin is None:
            return Taken(text)
        if coin.stands_in(text):
            return Taken("", refused="holds a key or a value")
        return Taken(text, refused="may answer a question" if task.answered(asked, text) else "")

    haystack = Haystack(task, corpus, options, counters.levels, take)
    haystack.fill(task.ascending_levels[-1])
    texts = [split.text for split in haystack.texts]
    answered = {name for text in texts for name in task.answered(rows, text)}
    asked = _unanswered(task, corpus, rows, answered)
    coin = Coinage(task.name, task.language, partial(_draws, task, options), texts)
    draws = _draws(task, options, "order of rows and facts")
    questions = _ask(task, draws.shuffled(asked), coin)
    hidden = _hidden(task, questions, draws)

    def plan(level: Level) -> LevelPlan:
        return _plan(task, level, haystack, hidden, options=options, counters=counters)

    prepared = prepare_haystack(
        task,
        haystack,
        levels,
        options,
        plan=plan,
        asked=tuple(question.id for each in hidden for question in each.questions),
        left_out=tuple((name, "the haystack may answer it") for name in sorted(answered)),
    )
    [table] = task.own_tables
    lacking = sum(one.lacks_rows for together in questions for one in together)
    return replace(prepared, lacking={table: lacking} if lacking else {})


def _unanswered(
    task: NeedleTask, corpus: Corpus, rows: Sequence[OwnRow], answered: Collection[str]
) -> list[OwnRow]:
    """Return the rows whose question the haystack does not answer; there has to be one."""
    asked = [row for row in rows if row.id not in answered]
    if not asked:
        raise UsageError(
            f"{task.name}: {corpus.name} may answer all questions of its rows; add rows"
        )
    return asked


def _draws(task: NeedleTask, options: BuildOptions, purpose: str) -> Draws:
    return draws_for(task, options, purpose)


def _ask(
    task: NeedleTask, order: Sequence[object], coin: Coinage
) -> list[Sequence[NeedleQuestion]]:
    """Return what is asked at each position; the rows take turns."""
    return [
        task.ask([*order[first:], *order[:first]], coin, position)
        for position in range(task.positions)
        for first in [position % len(order)]
    ]


def _hidden(
    task: NeedleTask, asked: Sequence[Sequence[NeedleQuestion]], draws: Draws
) -> list[Hidden]:
    """Return all questions, the same whatever the levels and the limit."""
    digits = len(str(task.count - 1))
    found = []
    for position, together in enumerate(asked):
        # The order of the others tells nothing of which belong together.
        facts = (together[0].facts[0], *draws.shuffled(together[0].facts[1:]))
        number = position * task.records_together
        questions = tuple(
            Question(
                f"needle:{number + place:0{digits}}",
                one.input,
                one.answers,
                facts=tuple(fact for fact in facts if fact in one.facts),
            )
            for place, one in enumerate(together)
        )
        found.append(Hidden(questions, even_depths(task.depth(position), len(facts))))
    return found


def _plan(
    task: NeedleTask,
    level: Level,
    haystack: Haystack,
    hidden: Sequence[Hidden],
    *,
    options: BuildOptions,
    counters: Counters,
) -> LevelPlan:
    texts = [text.outline for text in haystack.texts]
    planner = NeedlePlanner(texts, hidden, task.language, counters.levels)
    documents = {text.document_id: text for text in haystack.texts}
    plan = partial(planner.plan, level)
    tokens = counters.tokens
    if tokens is None:
        planned = plan()
    else:
        # Whatever the limit, so that all records are laid out alike.
        planned = fitted_questions(plan, lambda made: haystack_lengths(made, documents, tokens))
    planned = first_records(planned, options.limit)
    if counters.reported is not None:
        planned = planned.reporting(haystack_lengths(planned, documents, counters.reported))
    return planned
