"""Reading the tables of a recipe from their folder: their files, lines and rows."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.core.resources import digest, read_named
from lvbuild.core.validation import invalid_values
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe
from lvbuild.tables.rows import (
    AnswerKeywordsRow,
    ConfusingFactRow,
    NeedleRow,
    QuestionRow,
    ReplacementRow,
    SelectionRow,
)

R = TypeVar("R", bound=BaseModel)


class BrokenRowError(ValueError):
    """A line is no row of its table: the message says what to mend."""


@lru_cache(maxsize=20_000)
def read_row(line: bytes, row_type: type[BaseModel]) -> Any:
    """Read a row of a type; raise BrokenRowError that says what to mend.

    The workbench reads tables again of which a row has changed.
    """
    try:
        text = line.decode("utf-8-sig")
        fields = json.loads(text, object_pairs_hook=_object, parse_constant=int)  # NaN is none
    except UnicodeDecodeError as error:
        raise BrokenRowError("is no UTF-8 text; save the table as UTF-8") from error
    except BrokenRowError:
        raise
    except json.JSONDecodeError as error:
        at = f"{error.msg} at character {error.pos + 1}"
        raise BrokenRowError(f"is no JSON object ({at}); mend that line") from error
    except (ValueError, RecursionError) as error:
        raise BrokenRowError("is no JSON object; mend that line") from error
    if not isinstance(fields, dict):
        raise BrokenRowError("is no JSON object; mend that line")
    return row_of(fields, row_type)


def row_of(fields: Mapping[str, Any], row_type: type[R]) -> R:
    """Return the row of some fields; raise ValueError that says what to mend."""
    try:
        return row_type.model_validate(fields)
    except ValidationError as error:
        raise BrokenRowError(_problem(error, row_type)) from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    for name, count in Counter(name for name, _ in pairs).items():
        if count > 1:
            raise BrokenRowError(f"is no JSON object ({name!r} stands twice); mend that line")
    return dict(pairs)


def _problem(error: ValidationError, row_type: type[BaseModel]) -> str:
    lines, invalid = [], []
    for problem in error.errors():
        field = _field(problem)
        if problem["type"] == "missing":
            lines.append(f"the field {field!r} is missing; add it")
        elif problem["type"] == "extra_forbidden":
            there = ", ".join(known.alias or name for name, known in row_type.model_fields.items())
            lines.append(f"unknown field {field!r}; there are {there}")
        else:
            invalid.append(problem)
    return "; ".join([*lines, *invalid_values(invalid, _field)])


def _field(problem: ErrorDetails) -> str:
    return ".".join(map(str, problem["loc"]))


_MOST_BYTES = 64 * 2**20
MOST_ROWS = 300
"""Of one question in a table: rules hold each row against the others."""

R_co = TypeVar("R_co", bound=BaseModel, covariant=True)


@dataclass(frozen=True, slots=True)
class Placed(Generic[R_co]):
    """A row, and the file and line where it stands."""

    file: Path
    line: int
    row: R_co

    @property
    def place(self) -> str:
        """The file and line, as messages name them."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Table(Generic[R]):
    """A table: where it was read, its bytes, all its rows, each in its place.

    `approved_only` says that builds take those alone that a person approved.
    """

    path: Path
    content: bytes
    placed: tuple[Placed[R], ...]
    approved_only: bool = False

    @property
    def rows(self) -> tuple[R, ...]:
        """All its rows."""
        return tuple(placed.row for placed in self.placed)

    @property
    def sha256(self) -> str:
        """The hash of the table's bytes, in hex."""
        return digest(self.content)

    @property
    def former_fields(self) -> dict[str, str]:
        """The fields that its rows have no more but that stand in it, each with the one to use."""
        kinds = {type(placed.row) for placed in self.placed}
        former = [item for kind in kinds for item in getattr(kind, "former", {}).items()]
        return {
            name: now
            for name, (now, _) in former
            if re.search(rb'"%b"\s*:' % name.encode(), self.content)
        }

    @property
    def approved(self) -> int:
        """How many rows a person has approved."""
        return sum(getattr(row, "status", "") == "approved" for row in self.rows)

    def only(self, question_ids: Collection[str]) -> Table[R]:
        """Return the table with the rows of some questions alone, their lines as they are."""
        kept = (placed for placed in self.placed if question_id(placed.row) in question_ids)
        return replace(self, placed=tuple(kept))

    @property
    def used(self) -> list[Placed[R]]:
        """The rows that builds take, each in its place: all but those rejected or dropped."""
        taken = {"approved"} if self.approved_only else {"approved", "draft"}
        return [
            placed
            for placed in self.placed
            if getattr(placed.row, "status", "approved") in taken
            and not getattr(placed.row, "dropped", "")
        ]

    @property
    def why_none(self) -> str:
        """Why builds take none of its rows, "" where they take some."""
        if self.used:
            return ""
        if self.approved_only:
            return "holds no approved row; add one"
        return f"holds no row{' but rejected ones' if self.placed else ''}; add one"


def used_rows(table: Table[R] | None) -> Sequence[Placed[R]]:
    """Return the rows of a table that builds take, none where there is no table."""
    return () if table is None else table.used


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A line of a table that is no row of it, and what to mend."""

    path: Path
    line: int
    problem: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a recipe; None where it has none such. `own` are those of its task's own."""

    needles: Table[NeedleRow] | None = None
    selection: Table[SelectionRow] | None = None
    questions: Table[QuestionRow] | None = None
    answer_keywords: Table[AnswerKeywordsRow] | None = None
    confusing_facts: Table[ConfusingFactRow] | None = None
    replacements: Table[ReplacementRow] | None = None
    own: Mapping[str, Table[Any]] = field(default_factory=dict)

    def of_questions(self, question_ids: Iterable[str]) -> Tables:
        """Return the tables with the rows of some questions and those of every question alone."""
        names = {*question_ids, "*"}
        return self.having({name: table.only(names) for name, table in self.named().items()})

    def of_approved(self) -> Tables:
        """Return the tables of which builds take the rows alone that a person approved."""
        return self.having(
            {name: replace(table, approved_only=True) for name, table in self.named().items()}
        )

    @property
    def selected(self) -> Mapping[str, None] | None:
        """The ids of the questions that builds ask, in their order; None where they draw some.

        Those that annotators wrote are asked beside the selected ones, unless a row drops them.
        """
        if self.selection is None:
            return None
        placed: list[Placed[Any]] = [*self.selection.used, *used_rows(self.questions)]
        names = dict.fromkeys(question_id(each.row) for each in placed)
        dropped = {row.question_id for row in self.selection.rows if row.dropped}
        return {name: None for name in names if name not in dropped}

    def having(self, tables: Mapping[str, Table[Any]]) -> Tables:
        """Return the tables with others in the places of some, by the names of their files."""
        own = {name: table for name, table in tables.items() if name not in SHARED_ROWS}
        shared: dict[str, Any] = {name: tables[name] for name in tables.keys() - own.keys()}
        return replace(self, **shared, own={**self.own, **own})

    def named(self) -> dict[str, Table[Any]]:
        """Return the tables that there are, by the names of their files, sorted."""
        tables = {name: getattr(self, name) for name in TABLE_NAMES} | dict(self.own)
        return {name: tables[name] for name in sorted(tables) if tables[name] is not None}


LEDGER = "ledger.jsonl"
"""The file beside the tables in which the workbench says who changed which row."""

SHARED_ROWS: Mapping[str, type[BaseModel]] = {
    "needles": NeedleRow,
    "selection": SelectionRow,
    "questions": QuestionRow,
    "answer_keywords": AnswerKeywordsRow,
    "confusing_facts": ConfusingFactRow,
    "replacements": ReplacementRow,
}

TABLE_NAMES = tuple(sorted(SHARED_ROWS))
"""The tables that any task may take; those of a task's own stand in its recipes' `own_tables`."""


def read_tables(
    folder: Path,
    recipe: Recipe,
    *,
    no_tables: bool = False,
    broken: list[BrokenRow] | None = None,
    absent_empty: bool = False,
) -> Tables:
    """Read the tables of a recipe; raise UsageError that names file and line.

    Tables that are optional are read where there are any. `no_tables` leaves all out but those that
    hold the questions themselves. Broken rows are added to `broken` where it is given.
    `absent_empty` takes a table that is not there yet for one without rows.
    """
    wanted = {*recipe.question_tables, *recipe.own_tables}
    if not no_tables:
        there = (name for name in recipe.optional_tables if (folder / f"{name}.jsonl").is_file())
        wanted |= {*recipe.table_names, *there}

    def table(name: str, row_type: type[R]) -> Table[R] | None:
        path = folder / f"{name}.jsonl"
        if name not in wanted:
            return None
        if absent_empty and not path.exists():
            return Table(path, b"", ())
        return read_table(path, row_type, broken)

    shared: dict[str, Any] = {name: table(name, row) for name, row in SHARED_ROWS.items()}
    own = {name: table(name, row) for name, row in recipe.own_tables.items()}
    return Tables(**shared, own={name: read for name, read in own.items() if read is not None})


def read_table(path: Path, row_type: type[R], broken: list[BrokenRow] | None = None) -> Table[R]:
    """Read a table of JSON lines; empty lines are passed over.

    A broken row is added to `broken` where that is given, and else raised as a UsageError.
    """
    remedy = (
        "the recipe asks for it: write it there, with a row at least if it holds the questions, or"
        " change the recipe; `lvbuild schema --tables` shows its fields"
    )
    content = read_named(path, _MOST_BYTES, remedy, "the table")
    return parse_table(path, content, row_type, broken)


def parse_table(
    path: Path,
    content: bytes,
    row_type: type[R],
    broken: list[BrokenRow] | None = None,
) -> Table[R]:
    """Read a table's bytes, as `read_table` does; `path` is where they stand, or are to stand."""
    placed: list[Placed[R]] = []
    counts: Counter[str] = Counter()
    for number, line in enumerate(content.removeprefix(BOM_UTF8).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = read_row(line, row_type)
            counts[name := getattr(row, "question_id", "")] += 1
            if name and counts[name] > MOST_ROWS:
                if counts[name] == MOST_ROWS + 1:
                    raise BrokenRowError(f"{name} has over {MOST_ROWS} rows; keep those it needs")
                continue
            placed.append(Placed(path, number, row))
        except BrokenRowError as error:
            if broken is None:
                raise UsageError(f"{path}:{number}: {error}") from error
            broken.append(BrokenRow(path, number, str(error)))
    return Table(path, content, tuple(placed))


_PREFIXES: Mapping[type[BaseModel], str] = {NeedleRow: "needle", QuestionRow: "written"}


def question_id(row: BaseModel) -> str:
    """Return the id of the question that a row is for; a task's own rows, for many, have theirs."""
    fields = vars(row)  # quicker than getattr where a model lacks the field
    if (name := fields.get("question_id")) is not None:
        return str(name)
    own = str(fields.get("id", ""))
    prefix = _PREFIXES.get(type(row))
    return f"{prefix}:{own}" if prefix else own


def row_types(recipe: Recipe) -> dict[str, type[BaseModel]]:
    """Return the models of the rows of all tables that a recipe may have, by the tables' names."""
    return {**SHARED_ROWS, **recipe.own_tables}
