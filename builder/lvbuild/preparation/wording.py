"""The words of a fact-recall recipe: its needle, pairs and confusing facts, chosen and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from lvbuild.annotations.reading import Table, Tables
from lvbuild.annotations.tables import ConfusingFactRow, NeedleRow, ReplacementRow
from lvbuild.assemble.record import Wording
from lvbuild.errors import UsageError
from lvbuild.model import Question
from lvbuild.preparation.prepared import Choices
from lvbuild.preparation.words import (
    PlacedRow,
    question_draws,
    question_pairs,
    replace_words,
)
from lvbuild.recipe import Recipe
from lvbuild.text.phrases import holds
from lvbuild.text.replacement import Replacer

_R = TypeVar("_R", ConfusingFactRow, ReplacementRow)
_NAMES = {"person", "place", "organisation", "title"}


@dataclass(frozen=True, slots=True)
class NeedleWording:
    """A needle's words after replacement, and what its haystack is checked against.

    `names` are the words that stand for names: no text may hold them. `places` are the file and
    line of each pair.
    """

    wording: Wording
    replacer: Replacer
    names: tuple[str, ...]
    places: tuple[str, ...]

    def require_uses(self, used: Counter[int]) -> None:
        """Raise UsageError where a pair's original stands nowhere, `used` counting the texts."""
        for index, (pair, place) in enumerate(zip(self.wording.pairs, self.places, strict=True)):
            if not self.wording.uses[index] and not used[index]:
                raise UsageError(
                    f"{place}: the original {pair.original!r} stands by itself neither in the"
                    " needle, its question, answers and confusing facts nor in any text; mend or"
                    " reject the row"
                )


def word_needle(recipe: Recipe, tables: Tables, choices: Choices) -> NeedleWording:
    """Choose the needle of a variant and replace its words; raise UsageError for a bad row."""
    if tables.needles is None:
        raise UsageError(f"{recipe.name}: fact recall takes a table of needles; add needles.jsonl")
    needles = dict(_unique(tables.needles, choices.approved_only))
    row = next(iter(needles.values()))
    if choices.variant:
        row = question_draws(recipe, choices, "-", "needle").choice(list(needles.values()))
    question_id = f"needle:{row.id}"
    known = {f"needle:{name}" for name in needles}
    facts = _confusing_facts(recipe, tables, choices, question_id, known)
    rows = _replacement_rows(tables.replacements, choices, question_id, known)
    pairs = question_pairs(rows, recipe, choices, question_id)
    replacer = Replacer(pairs, recipe.language)
    fields = Question(
        id=question_id,
        input=row.question,
        answers=row.answers,
        keywords=row.keywords if recipe.answer_keywords else "",
        confusing_facts=tuple(fact for _, fact in facts),
        needle=row.fact,
    )
    question, uses = replace_words(fields, pairs, replacer)
    wording = Wording(question, pairs, uses)
    _check_answers(
        recipe,
        tables.needles,
        tables.confusing_facts,
        row=row,
        question=wording.question,
        lines=[line for line, _ in facts],
    )
    names = tuple(pair.replacement for pair in pairs if pair.kind in _NAMES)
    return NeedleWording(wording, replacer, names, tuple(place for place, _ in rows))


def _unique(table: Table[NeedleRow], approved_only: bool) -> list[tuple[str, NeedleRow]]:
    seen: dict[str, NeedleRow] = {}
    for line, row in table.used(approved_only):
        if row.id in seen:
            raise UsageError(f"{table.path}:{line}: the id {row.id!r} stands twice; rename one")
        seen[row.id] = row
    if not seen:
        kind = "approved " if approved_only else ""
        raise UsageError(f"{table.path}: holds no {kind}needle; add one")
    return list(seen.items())


def _confusing_facts(
    recipe: Recipe, tables: Tables, choices: Choices, question_id: str, known: set[str]
) -> list[tuple[int, str]]:
    """Return as many facts as the recipe has, each with its line; variants draw them."""
    table = tables.confusing_facts
    if table is None:
        return []
    rows = _rows_of(table, choices.approved_only, question_id, known)
    if len(rows) < recipe.confusing_facts:
        raise UsageError(
            f"{table.path}: {question_id} has {len(rows)} confusing facts that can be used, the"
            f" recipe sets {recipe.confusing_facts}; add facts or lower its confusing_facts"
        )
    if choices.variant:
        rows = question_draws(recipe, choices, question_id, "confusing facts").shuffled(rows)
    return [(line, row.fact) for line, row in rows[: recipe.confusing_facts]]


def _replacement_rows(
    table: Table[ReplacementRow] | None, choices: Choices, question_id: str, known: set[str]
) -> list[PlacedRow]:
    if table is None:
        return []
    rows = _rows_of(table, choices.approved_only, question_id, known | {"*"})
    return [PlacedRow(f"{table.path}:{line}", row) for line, row in rows]


def _rows_of(
    table: Table[_R], approved_only: bool, question_id: str, known: set[str]
) -> list[tuple[int, _R]]:
    taken = []
    for line, row in table.used(approved_only):
        if row.question_id not in known:
            raise UsageError(
                f"{table.path}:{line}: no needle has the question id {row.question_id!r};"
                f" there are {', '.join(sorted(known))}"
            )
        if row.question_id in {question_id, "*"}:
            taken.append((line, row))
    return taken


def _check_answers(
    recipe: Recipe,
    needles: Table[NeedleRow],
    facts: Table[ConfusingFactRow] | None,
    *,
    row: NeedleRow,
    question: Question,
    lines: Sequence[int],
) -> None:
    """Check that the needle alone tells the answer."""
    place = f"{needles.path}:{needles.lines[needles.rows.index(row)]}"
    answer = question.answers[0]
    if not holds(question.needle, answer, recipe.language):
        raise UsageError(f"{place}: the fact does not hold its answer {answer!r}; mend it")
    for each in question.answers:
        if holds(question.input, each, recipe.language):
            raise UsageError(f"{place}: the question holds the answer {each!r}; mend it")
        for line, fact in zip(lines, question.confusing_facts, strict=True):
            if facts is not None and holds(fact, each, recipe.language):
                raise UsageError(
                    f"{facts.path}:{line}: the confusing fact holds the needle's"
                    f" answer {each!r}; change the fact or reject the row"
                )
