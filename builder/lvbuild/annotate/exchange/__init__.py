"""Tables out to a spreadsheet or to Label Studio, and back: what an import would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import partial
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel

from lvbuild.annotate.exchange.label_studio import read_tasks, write_tasks
from lvbuild.annotate.exchange.sheets import (
    TABLE,
    VERSION,
    Sheet,
    read_csv,
    row_fields,
    sheets_of,
    write_csv,
)
from lvbuild.annotate.exchange.workbooks import read_workbook, write_workbook
from lvbuild.annotate.ledger import checked_name
from lvbuild.annotate.rows import version_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.errors import UsageError
from lvbuild.release.folder import put_file
from lvbuild.tables.reading import row_of, row_types
from lvbuild.tables.rows import names_program
from lvbuild.tables.writing import Change, ConflictError, key_of


def export_tables(
    workbench: Workbench, form: str, path: Path, *, overwrite: bool = False
) -> list[Path]:
    """Write the tables of a recipe as "xlsx", "csv" or "label_studio"; return what was written.

    Raises UsageError where a file stands there, which may hold an annotator's work, and is not to
    be overwritten.
    """
    if form == "label_studio":
        interface = files("lvbuild.annotate").joinpath("templates", "label_studio.xml")
        config = path.with_name(f"{path.name}.xml")
        contents = {path: write_tasks(workbench), config: interface.read_bytes()}
    else:
        write = {"xlsx": write_workbook, "csv": write_csv}[form]
        contents = {path: write(sheets_of(workbench))}
    for there in contents:
        if there.exists() and not overwrite:
            raise UsageError(f"{there}: stands there already; name another, or --overwrite")
    for there, content in contents.items():
        put_file(there, content)
    return list(contents)


def read_sheets(workbench: Workbench, path: Path) -> Sequence[Sheet]:
    """Read a file that was exported, by its ending; raise UsageError where it is none."""
    readers: Mapping[str, Callable[[Path], Sequence[Sheet]]] = {
        ".xlsx": read_workbook,
        ".csv": read_csv,
        ".json": partial(read_tasks, workbench),
    }
    if (read := readers.get(path.suffix.lower())) is None:
        raise UsageError(f"{path}: is no .xlsx, .csv or .json file (of Label Studio)")
    try:
        return read(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


@dataclass(slots=True)
class ImportPlan:
    """What an import would do, by where the file says it, if there are no problems or conflicts.

    `problems` are lines that say what is wrong with a row, and where; `conflicts` are the rows that
    were changed in the table too since they were written out, from what they now are there.
    """

    changes: dict[str, Change] = field(default_factory=dict)
    conflicts: dict[str, Change] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unchanged: int = 0

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
    by = None if annotator is None else checked_name(annotator)
    plan, types = ImportPlan(), row_types(workbench.recipe)
    first: dict[tuple[str, tuple[str, ...]], str] = {}
    for sheet in sheets:
        there = workbench.rows(sheet.table)
        if problems := list(_misnamed(sheet, types, bool(there))):
            plan.problems += problems
            continue
        row_type = types[sheet.table]
        versions = {version_of(row): row for row in there}
        keys = {key_of(row): row for row in there}
        # A row that does not say so is a draft of the annotator's.
        usual = {"status": "draft", "annotator": by}
        usual = {key: text for key, text in usual.items() if text and key in row_type.model_fields}
        for place, cells in sheet.rows.items():
            version = cells.get(VERSION, "")
            before = versions.get(version)
            kept = before.model_dump(exclude=set(sheet.columns)) if before else {}
            try:
                wanted = row_of({**usual, **row_fields(cells, row_type), **kept}, row_type)
            except ValueError as error:
                plan.problems.append(f"{place}: {error}")
                continue
            key = key_of(wanted)
            if (twin := first.setdefault((sheet.table, key), place)) != place:
                plan.problems.append(f"{place}: the same row stands at {twin}; remove one")
                continue
            now, named = keys.get(key), vars(wanted).get("annotator")
            # A new row that stands there already does so whoever wrote it.
            said = (row and row.model_dump(exclude={"annotator"}) for row in (wanted, now))
            if wanted in (before, now) or (before is None and next(said) == next(said)):
                plan.unchanged += 1
            elif before is None and (now is not None or version):
                plan.conflicts[place] = Change(sheet.table, now, wanted)
            else:
                # Whoever made it signs it, unless the file names another.
                if by and named and named == vars(before or wanted)["annotator"]:
                    wanted = row_of({**wanted.model_dump(), "annotator": by}, row_type)
                plan.changes[place] = Change(sheet.table, before, wanted)
                fields = vars(wanted)
                if fields.get("status") == "approved" and names_program(fields["annotator"]):
                    told = "the row is approved, but nobody says by whom; give --annotator NAME"
                    plan.problems.append(f"{place}: {told}")
    plan.problems = list(dict.fromkeys(plan.problems))
    if plan.passes:
        plan.problems += _broken_rules(workbench, plan.changes)
    return plan


def _misnamed(sheet: Sheet, types: Mapping[str, type[BaseModel]], has_rows: bool) -> Iterator[str]:
    """Yield what is wrong with a sheet's name and columns."""
    if sheet.table not in types:
        place = next(iter(sheet.rows), sheet.table)
        yield f"{place}: there is no table {sheet.table!r}, only {', '.join(types)}"
        return
    known = {VERSION, TABLE, *(name for row in types.values() for name in row.model_fields)}
    own = (name for name in sheet.columns if name and not name.startswith("("))
    for name, count in Counter(own).items():
        if count > 1:
            yield f"{sheet.place}: the column {name!r} stands twice; remove one"
        elif name not in known:
            near = get_close_matches(name, known, n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"one of yours is '({name})'"
            yield f"{sheet.place}: unknown column {name!r}; {meant}"
    if has_rows and VERSION not in sheet.columns:
        yield (
            f"{sheet.place}: has no column {VERSION!r}, which tells which rows were edited; export"
            " the tables again, and leave it empty for rows of your own"
        )


def _broken_rules(workbench: Workbench, changes: Mapping[str, Change]) -> Iterator[str]:
    try:
        tables = workbench.after([*changes.values()])
    except ConflictError as error:
        yield str(error)
        return
    places = {(change.table, change.after): place for place, change in changes.items()}
    for table, row, found in workbench.with_tables(tables).found():
        if (table, row) in places:
            yield f"{places[table, row]}: {found.message} [{found.rule}]"
