"""How far the tables of a recipe are: what is drafted, approved, missing, and by whose hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lvbuild.annotate.ledger import read_ledger
from lvbuild.annotate.workbench import Workbench


@dataclass(frozen=True, slots=True)
class TableStatus:
    """The rows of a table by their status, and those that no ledger explains.

    `unexplained` are the places of rows that the ledger does not explain: of all, or where there is
    no ledger yet of approved ones.
    """

    drafted: int
    approved: int
    rejected: int
    unexplained: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnnotationStatus:
    """How far a recipe's tables are.

    `questions` are those that builds may ask: the selected ones, or where there is no selection as
    many as the recipe draws. `hours` is what the ledger says was spent; `missing` is what tables
    lack for some question. `broken` are the places of lines that are no rows.
    """

    recipe: str
    questions: int
    tables: Mapping[str, TableStatus]
    hours: float
    missing: tuple[str, ...]
    broken: tuple[str, ...] = ()


def annotation_status(workbench: Workbench) -> AnnotationStatus:
    """Return how far the tables of a recipe are; raise UsageError for a broken ledger."""
    entries = read_ledger(workbench.folder)
    known = {_key(each.table, each.after) for each in entries if each.action != "judge"}
    tables = {}
    for name, table in workbench.tables.named().items():
        if name != "selection":
            counts = Counter(row.status for row in table.rows)
            unexplained = tuple(
                at.place
                for at in table.placed
                if (entries or at.row.status == "approved")
                and _key(name, at.row.model_dump(mode="json", by_alias=True)) not in known
            )
            tables[name] = TableStatus(
                counts["draft"], counts["approved"], counts["rejected"], unexplained
            )
    asked, recipe, missing = workbench.asked, workbench.recipe, []
    wanted_rows = {
        "replacements": int(recipe.replacements),
        "confusing_facts": recipe.confusing_facts,
        "answer_keywords": int("answer_keywords" in recipe.table_names),
    }
    for name, wanted in wanted_rows.items():
        used = Counter(row.question_id for row in workbench.used(name))
        if lacking := sum(used[question] < wanted for question in asked):
            missing.append(f"{lacking:,} of {len(asked):,} questions lack {name.replace('_', ' ')}")
    return AnnotationStatus(
        recipe.name,
        len(asked),
        tables,
        sum(entry.seconds for entry in entries) / 3600,
        tuple(missing),
        tuple(f"{row.path}:{row.line}" for row in workbench.broken),
    )


def _key(table: str, fields: Mapping[str, Any] | None) -> str:
    return json.dumps([table, fields], sort_keys=True)
