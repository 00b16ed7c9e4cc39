"""Choosing the needle of a fact-recall recipe, with its pairs and its confusing facts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from lvbuild.core.model import Fact, Question
from lvbuild.core.options import BuildOptions
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import replace_words
from lvbuild.recipe import Recipe
from lvbuild.rules.occurrences import sought_names
from lvbuild.tables.reading import Placed, Table, Tables
from lvbuild.tables.rows import ConfusingFactRow, NeedleRow, ReplacementRow
from lvbuild.tasks.draws import (
    draw_pairs,
    draws_for,
)
from lvbuild.text.replacement import Replacer

_R = TypeVar("_R", ConfusingFactRow, ReplacementRow)


@dataclass(frozen=True, slots=True)
class ChosenNeedle:
    """A needle's question after replacement, and what its haystack is checked against.

    `names` are the words that stand for names: no text may hold them.
    """

    question: Question
    replacer: Replacer
    names: tuple[str, ...]


def choose_needle(recipe: Recipe, tables: Tables, options: BuildOptions) -> ChosenNeedle:
    """Choose the needle of a variant and replace its words; raise UsageError where rows lack."""
    needles = _needles(recipe, tables)
    row = needles[0]
    if options.variant:
        row = draws_for(recipe, options, "needle").choice(needles)
    question_id = f"needle:{row.id}"
    rows = _rows_of(tables.replacements, {question_id, "*"})
    pairs = draw_pairs(rows, recipe, options, question_id)
    replacer = Replacer(pairs, recipe.language)
    fields = Question(
        id=question_id,
        input=row.question,
        answers=row.answers,
        keywords=row.keywords if recipe.answer_keywords else "",
        facts=(Fact("needle", row.fact), *_confusing_facts(recipe, tables, options, question_id)),
    )
    question = replace_words(fields, pairs, replacer)
    names = tuple(pair.original for pair in sought_names(pairs, recipe.language))
    return ChosenNeedle(question, replacer, names)


def _needles(recipe: Recipe, tables: Tables) -> list[NeedleRow]:
    if tables.needles is None:
        raise UsageError(f"{recipe.name}: fact recall takes a table of needles; add needles.jsonl")
    if why := tables.needles.why_none:
        raise UsageError(f"{tables.needles.path}: {why}")
    return [placed.row for placed in tables.needles.used]


def _confusing_facts(
    recipe: Recipe, tables: Tables, options: BuildOptions, question_id: str
) -> tuple[Fact, ...]:
    """Return as many facts as the recipe has; variants draw them."""
    table = tables.confusing_facts
    if table is None:
        return ()
    rows = _rows_of(table, {question_id})
    if len(rows) < recipe.confusing_facts:
        raise UsageError(
            f"{table.path}: {question_id} has {len(rows)} confusing facts that can be used, the"
            f" recipe sets {recipe.confusing_facts}; add facts or lower its confusing_facts"
        )
    if options.variant:
        rows = draws_for(recipe, options, "confusing facts", question_id=question_id).shuffled(rows)
    return tuple(Fact("confusing", one.row.fact) for one in rows[: recipe.confusing_facts])


def _rows_of(table: Table[_R] | None, names: set[str]) -> list[Placed[_R]]:
    used = () if table is None else table.used
    return [placed for placed in used if placed.row.question_id in names]
