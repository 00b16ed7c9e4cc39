"""A question's pairs, and its words after them: the same in fact recall and in mixups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from lvbuild.annotations.tables import ReplacementRow
from lvbuild.errors import UsageError
from lvbuild.model import Question
from lvbuild.preparation.prepared import Choices
from lvbuild.recipe import Recipe
from lvbuild.seeds import Draws
from lvbuild.text.replacement import Pair, Replacer


class PlacedRow(NamedTuple):
    """A row of a table of replacements, and where it stands: its file and line."""

    place: str
    row: ReplacementRow


def question_draws(recipe: Recipe, choices: Choices, question_id: str, purpose: str) -> Draws:
    """Return the draws for a purpose of a question, the same at every level."""
    return Draws(choices.seed, choices.variant, recipe.name, "-", question_id, purpose)


def question_pairs(
    rows: Sequence[PlacedRow], recipe: Recipe, choices: Choices, question_id: str
) -> tuple[Pair, ...]:
    """Return the pairs of a question's rows; a variant draws one place of all alternatives.

    Raises UsageError where two rows have the same original.
    """
    seen: dict[str, str] = {}
    for place, row in rows:
        original = " ".join(row.original.split())
        if original in seen:
            raise UsageError(
                f"{place}: the original {original!r} stands already at {seen[original]}; remove"
                " one of the rows"
            )
        seen[original] = place
    fresh = min((len(row.alternatives) for _, row in rows if row.alternatives), default=0)
    drawn: int | None = None
    if choices.variant and fresh:
        drawn = question_draws(recipe, choices, question_id, "replacements").index(fresh)
    return tuple(_pair(row, drawn) for _, row in rows)


def _pair(row: ReplacementRow, drawn: int | None) -> Pair:
    """Return a row's pair; `plural` is that of its replacement, not of its alternatives."""
    if drawn is None or not row.alternatives:
        return Pair(row.original, row.replacement, row.kind, row.plural, row.everywhere)
    return Pair(row.original, row.alternatives[drawn], row.kind, everywhere=row.everywhere)


def replace_words(
    question: Question, pairs: Sequence[Pair], replacer: Replacer
) -> tuple[Question, tuple[int, ...]]:
    """Replace the words of a question's fields; tell how often each of the pairs was used.

    A confusing fact counts twice: it stands in the context and in its field.
    """
    uses: Counter[int] = Counter()

    def new(text: str, times: int = 1) -> str:
        replaced = replacer.replace(text)
        for hit in replaced.hits:
            uses[hit.pair] += times
        return replaced.text

    replaced = Question(
        id=question.id,
        input=new(question.input),
        answers=tuple(map(new, question.answers)),
        keywords=new(question.keywords),
        confusing_facts=tuple(new(fact, times=2) for fact in question.confusing_facts),
        needle=new(question.needle),
    )
    return replaced, tuple(uses[index] for index in range(len(pairs)))
