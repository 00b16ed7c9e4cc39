"""The tables of tasks: rows of their own with placeholders, and those of the sample world."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import AfterValidator, BaseModel

from lvbuild.core.kept import Kept
from lvbuild.errors import UsageError
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


def own_rows(tables: Tables) -> list[Any]:
    """Return the rows that builds take; raise UsageError where there are none."""
    [table] = tables.own.values()
    if why := table.why_none:
        raise UsageError(f"{table.path}: {why}")
    return [placed.row for placed in table.used]


_BRACED = re.compile(r"\{([^{}]*)\}")
_LETTER = r"[^\W_\u2e80-\U0003ffff]"
"""A letter or digit, but for the characters of scripts without spaces."""
_RUN_ON = re.compile(
    rf"(?:{_LETTER}|\d[.,:/]|\}})\{{(?P<after>\w*)\}}|\{{(?P<before>\w*)\}}(?:{_LETTER}|[.,:/]\d)"
)


def holding(*names: str) -> AfterValidator:
    """Let a text have each of these placeholders once, by itself, and no other braces."""

    def check(text: str) -> str:
        found = _BRACED.findall(text)
        if unknown := [name for name in found if name not in names]:
            there = ", ".join(f"{{{name}}}" for name in names)
            known = f"there is {there}" if names else "it takes none"
            raise ValueError(f"{{{unknown[0]}}} is unknown; {known}")
        if set("{}") & set(_BRACED.sub("", text)):
            raise ValueError("a brace stands alone; braces are for placeholders")
        for name in names:
            if found.count(name) != 1:
                times = "is missing" if name not in found else f"stands {found.count(name)} times"
                raise ValueError(f"{{{name}}} {times}; write it once")
        if joined := _RUN_ON.search(text):
            name = joined["after"] or joined["before"]
            raise ValueError(
                f"{{{name}}} runs into letters, digits or other words; set a space between"
            )
        return text

    return AfterValidator(check)


def fill(text: str, /, **words: str) -> str:
    """Return a text with words for its placeholders."""
    return _BRACED.sub(lambda found: words[found[1]], text)


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
