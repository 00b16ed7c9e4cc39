"""Rules about rows as such: broken ones, unknown questions, rows that stand twice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.corpora.reading.screening import DAMAGED
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.tables.reading import Placed, question_id
from lvbuild.tables.rows import (
    NeedleRow,
    OwnRow,
    QuestionRow,
    ReplacementRow,
    names_program,
)

R = TypeVar("R", bound=BaseModel)

_NAMED = 5
_ABOUT_THE_ROW = {"status", "annotator", "note"}


def broken_rows(context: LintContext) -> Iterator[Breach]:
    """Every line is a JSON object with the table's fields."""
    for row in context.broken:
        yield Breach(row.path, row.line, "", row.problem)


def no_rows(context: LintContext) -> Iterator[Breach]:
    """A table that holds what is asked has a row that builds take."""
    for table in (context.tables.needles, *context.tables.own.values()):
        if table is None or any(row.path == table.path for row in context.broken):
            continue
        if why := table.why_none:
            yield Breach(table.path, 1, "", why)


def unknown_questions(context: LintContext) -> Iterator[Breach]:
    """A row is for a question of the recipe's corpora or a needle."""
    needles = [question_id(placed.row) for placed in context.needles[:_NAMED]]
    needles += ["..."] if len(context.needles) > _NAMED else []
    asked = ", ".join(context.recipe.question_corpora) or f"the needles ({', '.join(needles)})"
    for placed in (*context.selection, *context.keywords, *context.facts, *context.replacements):
        name = question_id(placed.row)
        if name not in context.annotated and name not in context.unasked and name != "*":
            message = f"no question of {asked} has the id {name!r}; mend it or reject the row"
            yield breach(placed, message)


def unasked_questions(context: LintContext) -> Iterator[Breach]:
    """A question with rows can be asked; builds say how many fewer than `count` can."""
    selected = {placed.row.question_id: placed for placed in context.selection}
    for placed in (*context.selection, *context.keywords, *context.facts, *context.replacements):
        name = question_id(placed.row)
        if (why := context.unasked.get(name)) and selected.get(name, placed) is placed:
            yield breach(placed, f"the question cannot be asked ({why}); select another")


def doubtful_questions(context: LintContext) -> Iterator[Breach]:
    """A context can answer a question by itself: it asks of no figure or table, for one.

    A build that draws its questions leaves these out; one that is selected is asked.
    """
    for name, why in context.undrawn.items():
        asked = name in context.first_row and name not in context.unasked
        if why and asked and why != DAMAGED:  # which has a rule of its own
            told = f"no draw takes the question: {why}; see that it can be answered"
            yield breach(context.first_row[name], told)


def unselected_questions(context: LintContext) -> Iterator[Breach]:
    """A build asks each question that has rows: it is selected, and within the count."""
    if (selected := context.tables.selected) is None:
        return
    can_be_asked = [
        name for name in selected if name in context.annotated and name not in context.unasked
    ]
    too_many = set(can_be_asked[context.recipe.count :])
    for placed in (*context.selection, *context.written):
        if question_id(placed.row) in too_many:
            yield breach(
                placed,
                f"no build asks the question: the recipe's count is {context.recipe.count} and is"
                " reached before; raise the count or select fewer",
            )
    for row in (*context.keywords, *context.facts, *context.replacements):
        name = question_id(row.row)
        if name in context.annotated and name not in selected:
            told = "no build asks the question, as it is not selected"
            yield breach(row, f"{told}; select it or reject the row")


def too_few_facts(context: LintContext) -> Iterator[Breach]:
    """A question has as many confusing facts as the recipe sets."""
    wanted = context.recipe.confusing_facts if context.tables.confusing_facts is not None else 0
    for placed in (*context.selection, *context.needles):
        annotated = context.annotated.get(question_id(placed.row))
        if (
            annotated is not None
            and len(annotated.facts) < wanted
            and annotated.original.id not in context.unasked
        ):
            yield breach(
                placed,
                f"the question has {len(annotated.facts)} confusing facts, the recipe sets"
                f" {wanted}; add facts",
            )


def approved_by_program(context: LintContext) -> Iterator[Breach]:
    """A person approves a row: nothing claims a human who was not there."""
    for placed in context.rows:
        annotator = getattr(placed.row, "annotator", "")
        if getattr(placed.row, "status", "") == "approved" and names_program(annotator):
            yield breach(
                placed,
                f"the row is approved by {annotator!r}, which names a program; let a person read it"
                " and give their name",
            )


def selected_twice(context: LintContext) -> Iterator[Breach]:
    """A question is selected once: it is one record a level."""
    for placed, first in _repeated(context.selection, question_id):
        yield breach(placed, f"the question is selected in line {first.line} already; remove one")


def written_on_nothing(context: LintContext) -> Iterator[Breach]:
    """A written question is on a document of the recipe's corpora, which holds its evidence."""
    for placed in context.written:
        row = placed.row
        if row.document_id not in context.documents:
            told = f"no corpus of the recipe has the document {row.document_id!r}"
            yield breach(placed, f"{told}; mend its id or reject the row")
            continue
        text = context.documents[row.document_id]
        for evidence in row.evidence:
            if evidence not in text:
                told = f"{row.document_id} does not hold {evidence[:60]!r}"
                yield breach(placed, f"{told}; copy the evidence from it word for word")


def rows_twice(context: LintContext) -> Iterator[Breach]:
    """No row stands twice, whoever wrote it."""
    for table in (context.keywords, context.facts, context.replacements):
        for placed, first in _repeated(table, _said):
            yield breach(placed, f"the same row stands in line {first.line}; remove one")


def originals_twice(context: LintContext) -> Iterator[Breach]:
    """A question has one replacement for an original: all are made in one pass."""
    first = {
        (placed.row.question_id, _original(placed.row)): placed
        for placed in reversed(context.replacements)
    }
    for placed in context.replacements:
        for owner in dict.fromkeys((placed.row.question_id, "*")):
            earlier = first.get((owner, _original(placed.row)), placed)
            if _said(placed.row) != _said(earlier.row):
                yield breach(
                    placed,
                    f"the original {placed.row.original!r} is replaced in line {earlier.line}"
                    " already; keep one of the rows",
                )


def keywords_twice(context: LintContext) -> Iterator[Breach]:
    """A question has one row of answer keywords: a record has one string of them."""
    for placed, first in _repeated(context.keywords, question_id):
        if _said(placed.row) != _said(first.row):
            yield breach(
                placed,
                f"the question has keywords in line {first.line}, and only those are taken;"
                " keep one of the rows",
            )


def needles_twice(context: LintContext) -> Iterator[Breach]:
    """An id of a table that holds what is asked stands once."""
    tables: list[Sequence[Placed[NeedleRow | QuestionRow | OwnRow]]]
    tables = [context.needles, context.written, *context.own.values()]
    for table in tables:
        for placed, first in _repeated(table, lambda row: row.id):
            told = f"the id {placed.row.id!r} stands in line {first.line}"
            yield breach(placed, f"{told}; rename one")


def _repeated(
    table: Sequence[Placed[R]], key: Callable[[R], Hashable]
) -> Iterator[tuple[Placed[R], Placed[R]]]:
    """Yield each row that repeats the key of an earlier one, with that one."""
    seen: dict[Hashable, Placed[R]] = {}
    for placed in table:
        first = seen.setdefault(key(placed.row), placed)
        if first is not placed:
            yield placed, first


def _original(row: ReplacementRow) -> str:
    return " ".join(row.original.split())


def _said(row: BaseModel) -> Hashable:
    """Return what a row says of its question, without who wrote it."""
    return tuple(value for field, value in vars(row).items() if field not in _ABOUT_THE_ROW)
