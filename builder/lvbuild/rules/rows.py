"""Rules about rows as such: broken ones, unknown questions, rows that stand twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.corpora.reading.doubts import DAMAGED
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.case import Case, question_id
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import NeedleRow, OwnRow, ReplacementRow

R = TypeVar("R", bound=BaseModel)

_NAMED = 5
_PROGRAM = re.compile(
    r"\b(?:gpt|chatgpt|openai|claude|anthropic|gemini|llama|mi[sx]tral|qwen|deepseek|glm|ernie|kimi"
    r"|doubao|copilot|llm|ai|bot|model|script|program|auto\w*|pipeline|lvbuild|sample world|spacy"
    r"|deepl|google|o[134]-\w+|phi-\d|command-r|\w+-\d+b)(?![a-z])|通义|文心|模型|机器|智能|豆包",
    re.IGNORECASE,
)
_ABOUT_THE_ROW = {"status", "annotator", "note"}


def broken_rows(case: Case) -> Iterator[Breach]:
    """Every line is a JSON object with the table's fields (design.md, "Tables")."""
    for row in case.broken:
        yield Breach(row.path, row.line, "", row.problem)


def no_rows(case: Case) -> Iterator[Breach]:
    """A table that holds what is asked has a row that builds take (design.md, "A recipe")."""
    for table in (case.tables.needles, *case.tables.own.values()):
        if table is None or any(row.path == table.path for row in case.broken):
            continue
        if why := table.why_none(case.approved_only):
            yield Breach(table.path, 1, "", why)


def unknown_questions(case: Case) -> Iterator[Breach]:
    """A row is for a question of the recipe's corpora or a needle (design.md, "Tables")."""
    told = f"none of {', '.join(case.recipe.question_corpora) or _needles(case)} has"
    for placed in (*case.selection, *case.keywords, *case.facts, *case.replacements):
        name = question_id(placed.row)
        if name not in case.annotated and name not in case.unasked and name != "*":
            yield breach(placed, f"{told} the question id {name!r}; mend it or reject the row")


def _needles(case: Case) -> str:
    names = [question_id(placed.row) for placed in case.needles[:_NAMED]]
    more = ", ..." if len(case.needles) > _NAMED else ""
    return f"the needles ({', '.join(names)}{more})"


def unasked_questions(case: Case) -> Iterator[Breach]:
    """A question with rows can be asked (design.md, "A recipe": fewer than `count` is reported)."""
    selected = {placed.row.question_id: placed for placed in case.selection}
    for placed in (*case.selection, *case.keywords, *case.facts, *case.replacements):
        name = question_id(placed.row)
        if (why := case.unasked.get(name)) and selected.get(name, placed) is placed:
            yield breach(placed, f"the question cannot be asked ({why}); select another")


def doubtful_questions(case: Case) -> Iterator[Breach]:
    """A context can answer a question by itself (design.md, "Mixing": what rests on a figure...).

    A build that draws its questions leaves these out; one that is selected is asked.
    """
    for name, why in case.doubts.items():
        asked = name in case.first_row and name not in case.unasked
        if why and asked and why != DAMAGED:  # which has a rule of its own
            told = f"no draw takes the question: {why}; see that it can be answered"
            yield breach(case.first_row[name], told)


def unselected_questions(case: Case) -> Iterator[Breach]:
    """A build asks each question that has rows (design.md, "A recipe": selection and count)."""
    if case.tables.selection is None:
        return
    selected = dict.fromkeys(placed.row.question_id for placed in case.selection)
    can_be_asked = [
        name for name in selected if name in case.annotated and name not in case.unasked
    ]
    too_many = set(can_be_asked[case.recipe.count :])
    for placed in case.selection:
        if placed.row.question_id in too_many:
            yield breach(
                placed,
                f"no build asks the question: the recipe's count is {case.recipe.count} and is"
                " reached before; raise the count or select fewer",
            )
    for row in (*case.keywords, *case.facts, *case.replacements):
        name = question_id(row.row)
        if name in case.annotated and name not in selected:
            told = "no build asks the question, as it is not selected"
            yield breach(row, f"{told}; select it or reject the row")


def too_few_facts(case: Case) -> Iterator[Breach]:
    """A question has as many confusing facts as the recipe sets (design.md, "A recipe")."""
    wanted = case.recipe.confusing_facts if case.tables.confusing_facts is not None else 0
    for placed in (*case.selection, *case.needles):
        annotated = case.annotated.get(question_id(placed.row))
        if (
            annotated is not None
            and len(annotated.facts) < wanted
            and annotated.original.id not in case.unasked
        ):
            yield breach(
                placed,
                f"the question has {len(annotated.facts)} confusing facts, the recipe sets"
                f" {wanted}; add facts",
            )


def names_program(annotator: str) -> bool:
    """Tell whether an annotator's name is that of a program or a model."""
    return bool(_PROGRAM.search(annotator))


def approved_by_program(case: Case) -> Iterator[Breach]:
    """A person approves a row (design.md, "Tables": nothing claims a human who was not there)."""
    for placed in case.rows:
        annotator = getattr(placed.row, "annotator", "")
        if getattr(placed.row, "status", "") == "approved" and names_program(annotator):
            yield breach(
                placed,
                f"the row is approved by {annotator!r}, which names a program; let a person read it"
                " and give their name",
            )


def selected_twice(case: Case) -> Iterator[Breach]:
    """A question is selected once (design.md, "A record": a question is one record a level)."""
    for placed, first in _repeated(case.selection, question_id):
        yield breach(placed, f"the question is selected in line {first.line} already; remove one")


def rows_twice(case: Case) -> Iterator[Breach]:
    """No row stands twice, whoever wrote it (design.md, "Replacement": a row is one pair)."""
    for table in (case.keywords, case.facts, case.replacements):
        for placed, first in _repeated(table, _said):
            yield breach(placed, f"the same row stands in line {first.line}; remove one")


def originals_twice(case: Case) -> Iterator[Breach]:
    """A question has one replacement for an original (design.md, "Replacement": in one pass)."""
    everywhere = {
        _original(placed.row): placed
        for placed in reversed(case.replacements)
        if placed.row.question_id == "*"
    }
    repeated = [
        *_repeated(case.replacements, lambda row: (row.question_id, _original(row))),
        *(
            (placed, everywhere[_original(placed.row)])
            for placed in case.replacements
            if placed.row.question_id != "*" and _original(placed.row) in everywhere
        ),
    ]
    for placed, first in repeated:
        if _said(placed.row) != _said(first.row):
            yield breach(
                placed,
                f"the original {placed.row.original!r} is replaced in line {first.line} already;"
                " keep one of the rows",
            )


def keywords_twice(case: Case) -> Iterator[Breach]:
    """A question has one row of answer keywords (lveval.md, "A record": one string)."""
    for placed, first in _repeated(case.keywords, question_id):
        if _said(placed.row) != _said(first.row):
            yield breach(
                placed,
                f"the question has keywords in line {first.line}, and only those are taken;"
                " keep one of the rows",
            )


def needles_twice(case: Case) -> Iterator[Breach]:
    """An id of a table that holds what is asked stands once (design.md, "Tables")."""
    tables: list[Sequence[Placed[NeedleRow | OwnRow]]] = [case.needles, *case.own.values()]
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
    return tuple(row.model_dump(exclude=_ABOUT_THE_ROW).items())
