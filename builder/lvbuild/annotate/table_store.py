"""The tables of a recipe on the disk: read anew where they changed, written whole, and a ledger."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from lvbuild.annotate.ledger import Action, Entry, now, open_ledger
from lvbuild.core.resources import shipped
from lvbuild.errors import UsageError
from lvbuild.recipe import Recipe
from lvbuild.release.folder import TemporaryFile, locked
from lvbuild.tables.reading import (
    BrokenRow,
    Table,
    Tables,
    parse_table,
    read_tables,
    row_of,
    row_types,
)
from lvbuild.tables.writing import Change, changed

_Signature = tuple[int, int, int]


@dataclass(frozen=True)
class TableStore:
    """The tables of a recipe in their folder."""

    recipe: Recipe
    folder: Path
    _read: dict[str, tuple[tuple[_Signature | None, ...], Tables, list[BrokenRow]]] = field(
        default_factory=dict, repr=False
    )

    def read(self) -> tuple[Tables, Sequence[BrokenRow]]:
        """Return the tables as they now stand, and the lines that are no rows of them."""
        names = (*self.recipe.table_names, *self.recipe.optional_tables, *self.recipe.own_tables)
        paths = [self.path(name) for name in sorted({*names, *self.recipe.question_tables})]
        signatures = tuple(map(_signature, paths))
        if (held := self._read.get("tables")) is None or held[0] != signatures:
            broken: list[BrokenRow] = []
            tables = read_tables(self.folder, self.recipe, broken=broken, absent_empty=True)
            self._read["tables"] = held = (signatures, tables, broken)
        return held[1], held[2]

    def path(self, name: str) -> Path:
        """Return where a table stands, or is to stand."""
        return self.folder / f"{name}.jsonl"

    def after(self, changes: Sequence[Change]) -> Tables:
        """Return the tables as changes would leave them; raise ConflictError."""
        changed = {path.stem: (path, content) for path, content in self._changed(changes).items()}
        types = row_types(self.recipe)
        tables: dict[str, Any] = {
            name: parse_table(path, content, types[name], [])
            for name, (path, content) in changed.items()
        }
        now = self.read()[0]
        own = {name: tables.pop(name) for name in list(tables) if name in self.recipe.own_tables}
        return replace(now, **tables, own={**now.own, **own})

    def apply(
        self,
        changes: Sequence[Change],
        *,
        annotator: str,
        action: Action,
        reason: str = "",
        seconds: float = 0.0,
    ) -> None:
        """Change rows of the tables, and say so in the ledger; both are on the disk afterwards.

        The `seconds` are those of all changes together. All are made or, where one of them is of a
        row that somebody else has changed (ConflictError), none. Raises ValueError for a row that
        is none, UsageError where the tables cannot be written, or are those that came with an
        installed lvbuild.
        """
        changes = [change for change in changes if change.before != change.after]
        if not changes:
            return
        self.require_own()
        for change in changes:
            if change.after is not None:
                row_of(change.after.model_dump(by_alias=True), type(change.after))
        spent, time = round(seconds / len(changes), 3), now()
        entries = [
            Entry(
                time=time,
                annotator=annotator,
                action=action,
                table=change.table,
                before=_fields(change.before),
                after=_fields(change.after),
                seconds=spent,
                reason=reason,
            )
            for change in changes
        ]
        self._write(changes, entries)

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries to the ledger that change no table; raise UsageError as `apply` does."""
        self.require_own()
        self._write((), entries)

    def require_own(self) -> None:
        """Raise UsageError where the tables are those that came with an installed lvbuild."""
        if self.folder.is_relative_to(packaged := shipped("annotations")) and (
            packaged.parent.name == "_data"
        ):
            name = self.recipe.name
            raise UsageError(
                f"{self.folder}: these tables came with lvbuild and are not yours to change; copy"
                f" them beside a recipe of yours: `lvbuild show {name} --yaml > {name}.yaml` and"
                f" `mkdir -p annotations && cp -r {self.folder} annotations/`"
            )

    def _write(self, changes: Sequence[Change], entries: Sequence[Entry]) -> None:
        """Write the tables after changes, and the ledger, under the folder's lock.

        Nothing is touched where one of the changes conflicts or the ledger cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                contents = self._changed(changes)
                with open_ledger(self.folder) as append:
                    for path, content in contents.items():
                        with TemporaryFile(path) as temporary:
                            temporary.write(content)
                            temporary.put(durably=True)
                    append(entries)
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot be written ({error.strerror})") from error

    def _changed(self, changes: Sequence[Change]) -> dict[Path, bytes]:
        """Return the bytes of the tables after changes, by their paths; raise ConflictError."""
        named = self.read()[0].named()
        found: dict[Path, bytes] = {}
        by_table = attrgetter("table")
        for name, of in groupby(sorted(changes, key=by_table), key=by_table):
            table: Table[Any] = named.get(name) or Table(self.path(name), b"", ())
            found[table.path] = changed(table, list(of))
        return found


def _signature(path: Path) -> _Signature | None:
    """Return what differs where a file was written anew, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _fields(row: BaseModel | None) -> dict[str, object] | None:
    return None if row is None else row.model_dump(mode="json", by_alias=True)
