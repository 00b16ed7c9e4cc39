"""A question before and after the replacements that its tables have for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import row_pairs
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacing import Replacer, leftmost_longest, rewrite


class Place(NamedTuple):
    """Where a row's original stands in a text, and its new words in the text after replacement.

    `row` is the row's index among those of the question; all places are [start, end).
    """

    row: int
    start: int
    end: int
    new_start: int
    new_end: int


@dataclass(frozen=True, slots=True)
class ReplacedText:
    """A text of a question, what it is of it, and how it stands after replacement."""

    name: str
    original: str
    replaced: str
    places: tuple[Place, ...]

    @classmethod
    def of(cls, name: str, text: str, replacer: Replacer) -> ReplacedText:
        """Replace the words of a text."""
        matches = list(leftmost_longest(replacer.find(text)))
        replaced = rewrite(text, matches)
        places = (
            Place(match.pair, match.start, match.end, hit.start, hit.start + len(match.wording))
            for match, hit in zip(matches, replaced.hits, strict=True)
        )
        return cls(name, text, replaced.text, tuple(places))


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
    replacer = Replacer(chosen, workbench.language)
    return [ReplacedText.of(name, text, replacer) for name, text in texts]
