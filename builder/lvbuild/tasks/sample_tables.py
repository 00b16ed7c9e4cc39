"""The tables of the sample world: rows for the questions that it invents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel

from lvbuild.core.kept import Kept
from lvbuild.recipe import Recipe
from lvbuild.rules.answers import keywords_score_nothing
from lvbuild.rules.context import LintContext
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import AskedArticles, SampleQuestion
from lvbuild.tables.reading import SHARED_ROWS, Placed, Table, Tables
from lvbuild.tables.rows import (
    SAMPLE_WORLD,
    AnswerKeywordsRow,
    ConfusingFactRow,
    ReplacementRow,
    SelectionRow,
)
from lvbuild.tasks.prepared import is_all_shipped
from lvbuild.text.counting import Counting, PlainCounting

_INVENTED = Kept("invented", "tasks")
R = TypeVar("R", bound=BaseModel)
Rows = Sequence[Mapping[str, object]]

DRAFT = {"status": "draft", "annotator": SAMPLE_WORLD}
"""What a row says that no person wrote."""


def tables_once(
    recipe: Recipe, asked: AskedArticles, world: SampleCorpus, counting: Counting
) -> Tables:
    """Return the tables of invented questions, as they were made before of the same, else made.

    The questions follow from the recipe, the world, and what counts its articles.
    """
    if not isinstance(counting, PlainCounting) or not is_all_shipped(recipe):
        return invented_tables(recipe, asked.sample_questions)
    made_from = (recipe.model_dump_json(), str(world.seed), world.language, counting.unit)

    def make() -> bytes:
        tables = invented_tables(recipe, asked.sample_questions).named()
        return orjson.dumps({name: table.content.decode() for name, table in tables.items()})

    kept: Mapping[str, str] = orjson.loads(_INVENTED.get(made_from, make))
    rows = {name: map(orjson.loads, content.split("\n")[:-1]) for name, content in kept.items()}
    made: dict[str, Any] = {
        name: invented_table(name, SHARED_ROWS[name], list(each)) for name, each in rows.items()
    }
    return Tables(**made)


def invented_tables(recipe: Recipe, asked: Sequence[SampleQuestion]) -> Tables:
    """Return the tables the recipe asks for, with rows for the invented questions.

    They select all of the questions. No person wrote the rows, so they are drafts.
    """
    selection, keywords, facts, replacements = [], [], [], []
    for one in asked:
        key = {"question_id": one.question.id}
        selection.append(key)
        keywords.append({**key, "keywords": one.keywords, **DRAFT})
        for fact, subject, passage in one.confusing_facts:
            facts.append({**key, "fact": fact, "subject": subject, "passage": passage, **DRAFT})
        for old, new, kind, others in one.replacements:
            pair = {"original": old, "replacement": new, "kind": kind, "alternatives": others}
            replacements.append({**key, **pair, **DRAFT})

    def table(name: str, row_type: type[R], rows: Rows) -> Table[R] | None:
        return invented_table(name, row_type, rows) if getattr(recipe, name) else None

    tables = Tables(
        selection=invented_table("selection", SelectionRow, selection),
        answer_keywords=table("answer_keywords", AnswerKeywordsRow, keywords),
        confusing_facts=table("confusing_facts", ConfusingFactRow, facts),
        replacements=table("replacements", ReplacementRow, replacements),
    )
    # The words that a Chinese text is cut into depend on what stands beside them: keywords that
    # would score nothing are the answers instead.
    sources = {one.question.id: replace(one.question, supporting=()) for one in asked}
    for breach in keywords_score_nothing(LintContext(recipe, tables, sources)):
        [row] = (row for row in keywords if row["question_id"] == breach.question_id)
        row["keywords"] = sources[breach.question_id].answers[0]
    return replace(tables, answer_keywords=table("answer_keywords", AnswerKeywordsRow, keywords))


def invented_table(name: str, row_type: type[R], rows: Rows) -> Table[R]:
    """Make rows, and the bytes of a file that holds them."""
    content = b"".join(orjson.dumps(row) + b"\n" for row in rows)
    path, made = Path(f"{name}.jsonl"), map(row_type.model_validate, rows)
    placed = (Placed(path, number, row) for number, row in enumerate(made, start=1))
    return Table(path, content, tuple(placed))
