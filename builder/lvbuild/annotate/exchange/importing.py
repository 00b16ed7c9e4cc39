"""What an import would change, row by row, and whether every row passes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel

from lvbuild.annotate.exchange.sheets import TABLE, VERSION, CellRow, Sheet, row_fields, version_of
from lvbuild.annotate.ledger import checked_name
from lvbuild.annotate.workbench import Workbench, with_rows
from lvbuild.rules import findings
from lvbuild.rules.rows import names_program
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.writing import Change, ConflictError, key_of


@dataclass(frozen=True, slots=True)
class PlacedChange:
    """A change, and where the file says it."""

    place: str
    change: Change


@dataclass(frozen=True, slots=True)
class Conflict:
    """A row of the file that was changed in the table too since it was written out.

    `now` is what stands in the table, None where the row is gone.
    """

    place: str
    wanted: BaseModel
    now: BaseModel | None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import would do. `problems` are lines that say what is wrong with a row, and where.

    It can be applied where there are neither problems nor conflicts.
    """

    changes: tuple[PlacedChange, ...]
    conflicts: tuple[Conflict, ...]
    problems: tuple[str, ...]
    unchanged: int

    @property
    def passes(self) -> bool:
        """Whether every row passes."""
        return not self.problems and not self.conflicts


def plan_import(
    workbench: Workbench, sheets: Sequence[Sheet], annotator: str | None = None
) -> ImportPlan:
    """Return what the rows of sheets would change in the tables of a recipe.

    Rows that the sheets lack stay as they are. `annotator` is who made the changes: rows that are
    changed bear that name, and none is approved without a person's. Raises UsageError for no name.
    """
    reader = _Reader(workbench, None if annotator is None else checked_name(annotator))
    for sheet in sheets:
        reader.read(sheet)
    problems = list(dict.fromkeys(reader.problems))
    if not problems and not reader.conflicts:
        problems += _broken_rules(workbench, reader.changes)
    return ImportPlan(
        tuple(reader.changes), tuple(reader.conflicts), tuple(problems), reader.unchanged
    )


class _Reader:
    """Reads sheets, row by row, against the tables as they now stand."""

    def __init__(self, workbench: Workbench, annotator: str | None) -> None:
        self._tables = workbench.tables.named()
        self._types = row_types(workbench.recipe)
        self._annotator = annotator
        self.changes: list[PlacedChange] = []
        self.conflicts: list[Conflict] = []
        self.problems: list[str] = []
        self.unchanged = 0
        self._seen: dict[tuple[str, tuple[str, ...]], str] = {}

    def read(self, sheet: Sheet) -> None:
        """Read the rows of a sheet."""
        row_type = self._types.get(sheet.table)
        if row_type is None:
            there = ", ".join(self._types)
            place = sheet.rows[0].place if sheet.rows else sheet.table
            self.problems.append(f"{place}: there is no table {sheet.table!r}, only {there}")
            return
        rows = self._tables[sheet.table].rows if sheet.table in self._tables else ()
        problems = list(self._unknown(sheet))
        if rows and VERSION not in sheet.columns:
            problems.append(
                f"{sheet.place}: has no column {VERSION!r}, which tells which rows were edited;"
                " export the tables again, and leave it empty for rows of your own"
            )
        if problems:
            self.problems += problems
            return
        versions = {version_of(row): row for row in rows}
        keys = {key_of(row): row for row in rows}
        for cells in sheet.rows:
            before = versions.get(cells.cells.get(VERSION, ""))
            try:
                wanted = row_of(self._fields(cells, row_type, sheet.columns, before), row_type)
            except ValueError as error:
                self.problems.append(f"{cells.place}: {error}")
                continue
            self._compare(sheet.table, cells, wanted, before, keys)

    def _unknown(self, sheet: Sheet) -> Iterator[str]:
        """Yield lines that say which columns no table has, and which stand twice."""
        known = {VERSION, *(name for row in self._types.values() for name in row.model_fields)}
        for name, count in Counter(filter(None, sheet.columns)).items():
            if name.startswith("(") or name == TABLE:
                continue
            if count > 1:
                yield f"{sheet.place}: the column {name!r} stands twice; remove one"
            elif name not in known:
                near = get_close_matches(name, known, n=1)
                meant = f"did you mean {near[0]!r}?" if near else f"one of yours is '({name})'"
                yield f"{sheet.place}: unknown column {name!r}; {meant}"

    def _fields(
        self,
        cells: CellRow,
        row_type: type[BaseModel],
        columns: Sequence[str],
        before: BaseModel | None,
    ) -> dict[str, Any]:
        """Return the fields of a row; one that does not say so is a draft of the annotator's.

        A field whose column the sheet lacks stays as it was `before`.
        """
        usual = {"status": "draft", "annotator": self._annotator}
        there = {key: text for key, text in usual.items() if text and key in row_type.model_fields}
        said = row_fields(cells.cells, row_type)
        if before is not None:
            lacking = row_type.model_fields.keys() - set(columns)
            said |= before.model_dump(include=lacking)
        return {**there, **said}

    def _compare(
        self,
        table: str,
        cells: CellRow,
        wanted: BaseModel,
        before: BaseModel | None,
        keys: Mapping[tuple[str, ...], BaseModel],
    ) -> None:
        first = self._seen.setdefault((table, key_of(wanted)), cells.place)
        if first != cells.place:
            self.problems.append(f"{cells.place}: the same row stands at {first}; remove one")
            return
        now = keys.get(key_of(wanted))
        fields, theirs = (
            row.model_dump(exclude={"annotator"}) if row else None for row in (wanted, now)
        )
        if wanted in (before, now) or (before is None and fields == theirs):
            self.unchanged += 1
        elif before is None and (now is not None or cells.cells.get(VERSION)):
            self.conflicts.append(Conflict(cells.place, wanted, now))
        else:
            after = self._signed(before, wanted)
            approved = getattr(after, "status", "") == "approved"
            if approved and names_program(getattr(after, "annotator", "")):
                self.problems.append(
                    f"{cells.place}: the row is approved, but nobody says by whom; give"
                    " --annotator NAME"
                )
            self.changes.append(PlacedChange(cells.place, Change(table, before, after)))

    def _signed(self, before: BaseModel | None, row: BaseModel) -> BaseModel:
        """Return a changed row with the name of whoever changed it."""
        named = getattr(row, "annotator", None)
        if self._annotator is None or named is None:
            return row
        if before is not None and named != getattr(before, "annotator", None):
            return row
        return row_of({**row.model_dump(), "annotator": self._annotator}, type(row))


def _broken_rules(workbench: Workbench, changes: Sequence[PlacedChange]) -> Iterator[str]:
    """Yield the errors of `check` that the changed rows would have."""
    try:
        tables = workbench.store.after([each.change for each in changes])
    except ConflictError as error:
        yield str(error)
        return
    places: dict[tuple[str, Any], str] = {
        (each.change.table, each.change.after): each.place for each in changes
    }
    for table, row, found in with_rows(findings(workbench.lint_context(tables)), tables):
        if found.severity == "error" and (table, row) in places:
            yield f"{places[table, row]}: {found.message} [{found.rule}]"
