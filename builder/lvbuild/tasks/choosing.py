"""Choosing the questions of a mixup: those that its corpora can support, up to its count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus
from lvbuild.errors import BuildError, UsageError
from lvbuild.questions.variant import draws_for
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Tables
from lvbuild.tasks.mixup_questions import MixupQuestion, QuestionReader, UnfitError


def choose_questions(
    reader: QuestionReader, corpora: Sequence[QuestionCorpus], tables: Tables, options: BuildOptions
) -> tuple[list[MixupQuestion], dict[str, str]]:
    """Take questions until the recipe's count is reached; return them, and why others are not.

    Raises BuildError where there is none.
    """
    recipe = reader.recipe
    candidates = _candidates(recipe, corpora, tables, options)
    left_out = dict(candidates.left_out)
    chosen: list[MixupQuestion] = []
    for source in candidates.questions:
        if len(chosen) == recipe.count and tables.selection is None:
            break
        if len(chosen) == recipe.count:
            left_out[source.id] = f"the recipe's count of {recipe.count} was reached"
        # What a person selected is asked: `check` tells them of the doubt.
        elif tables.selection is None and (doubt := reader.why_not_asked(source)):
            left_out[source.id] = doubt
        else:
            try:
                chosen.append(reader.read(source))
            except UnfitError as error:
                left_out[source.id] = str(error)
    if not chosen:
        reasons = Counter(left_out.values()).most_common()
        counts = "; ".join(f"{number} {reason}" for reason, number in reasons)
        raise BuildError(
            f"{recipe.name}: no question can be asked ({counts or 'there are none'}); give"
            " other corpora or select other questions"
        )
    return chosen, left_out


def lacking_rows(questions: Iterable[MixupQuestion], recipe: Recipe) -> Mapping[str, int]:
    """Count the questions that lack rows of the tables the recipe asks for, by table."""
    wanted = {
        "answer_keywords": recipe.answer_keywords,
        "confusing_facts": recipe.confusing_facts > 0,
        "replacements": recipe.replacements,
    }
    counts: Counter[str] = Counter()
    for one in questions:
        counts["answer_keywords"] += not one.original.keywords
        counts["confusing_facts"] += len(one.original.confusing_facts) < recipe.confusing_facts
        counts["replacements"] += not one.pairs
    return {table: count for table, count in counts.items() if count and wanted[table]}


class _Candidates(NamedTuple):
    """The questions that a recipe may ask, in order, and those that it lists but cannot, by id."""

    questions: tuple[CorpusQuestion, ...]
    left_out: Mapping[str, str]


def _candidates(
    recipe: Recipe, corpora: Sequence[QuestionCorpus], tables: Tables, options: BuildOptions
) -> _Candidates:
    """Return the questions of the selection, else all in a seeded order.

    Raises UsageError where the selection holds questions that the corpora lack.
    """
    known = {question.id: question for corpus in corpora for question in corpus.questions()}
    left_out = dict(chain.from_iterable(corpus.left_out() for corpus in corpora))
    if tables.selection is None:
        draws = draws_for(recipe, options, "questions")
        return _Candidates(tuple(known[name] for name in draws.shuffled(sorted(known))), left_out)
    selected = list(dict.fromkeys(placed.row.question_id for placed in tables.selection.used))
    missing = [name for name in selected if name not in known and name not in left_out]
    if missing:
        names = ", ".join(recipe.question_corpora)
        raise UsageError(
            f"{tables.selection.path}: {len(missing)} of its {len(selected)} questions are in none"
            f" of the corpora {names} (the first is {missing[0]}); give the whole corpora, or draw"
            " questions with --no-tables"
        )
    return _Candidates(
        tuple(known[name] for name in selected if name in known),
        {name: left_out[name] for name in selected if name in left_out},
    )
