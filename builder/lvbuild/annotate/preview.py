"""A question before and after the replacements that its tables have for it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import row_pairs
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacing import Hit, Match, Replacer, leftmost_longest, rewrite


class ReplacedText(NamedTuple):
    """A text of a question and what it is of it, before and after replacement.

    `matches` are the words that are replaced, `hits` the new ones, place by place; the `pair` of
    each is its row's index among those of the question.
    """

    name: str
    original: str
    replaced: str
    matches: Sequence[Match]
    hits: Sequence[Hit]


def question_pairs(workbench: Workbench, question_id: str) -> list[ReplacementRow]:
    """Return the rows whose words a build replaces for a question: its own, then everyone's."""
    rows = [row for row in workbench.used("replacements") if row.question_id in {question_id, "*"}]
    return sorted(rows, key=lambda row: row.question_id == "*")


def preview_question(
    workbench: Workbench, question_id: str, alternative: int | None = None
) -> Sequence[ReplacedText]:
    """Return the texts of a question before and after.

    They are the question, its answers, keywords, facts and supporting documents, in this order.
    `alternative` counts from 1 the alternatives that stand in place of the replacements, as in
    variants. Raises UsageError where the recipe asks no such question, or a row has no such one.
    """
    if question_id not in workbench.questions:
        near = get_close_matches(question_id, workbench.questions, n=3)
        known = f"did you mean {' or '.join(near)}?" if near else "`lvbuild show` lists them"
        raise UsageError(f"{workbench.recipe.name} has no question {question_id!r}: {known}")
    listed = workbench.questions[question_id]
    texts = [("question", listed.question), *(("answer", answer) for answer in listed.answers)]
    for table, name, field in (
        ("answer_keywords", "keywords", "keywords"),
        ("confusing_facts", "fact", "fact"),
        ("needles", "needle", "fact"),
    ):
        rows = (row for row in workbench.used(table) if question_of(row) == question_id)
        texts += [(name, getattr(row, field)) for row in rows]
    texts += workbench.documents(question_id).items()
    pairs = question_pairs(workbench, question_id)
    if alternative is not None:
        fewest = min((len(row.alternatives) for row in pairs if row.alternatives), default=0)
        if not 1 <= alternative <= fewest:
            raise UsageError(
                f"{question_id} has no alternative number {alternative}: a row of it stops at"
                f" {fewest}; ask for one of these, or add more"
            )
    chosen = row_pairs(pairs, None if alternative is None else alternative - 1)
    replacer, shown = Replacer(chosen, workbench.language), []
    for name, text in texts:
        matches = list(leftmost_longest(replacer.find(text)))
        replaced = rewrite(text, matches)
        shown.append(ReplacedText(name, text, replaced.text, matches, replaced.hits))
    return shown
